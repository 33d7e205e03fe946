// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.project.CommunicatorNumbers;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RankDatatypes;

/**
 * The ids that a project declares for the traces of each rank. Ids are counted per process, so those of all its threads hold.
 * Made once; what is asked for one rank takes no look at the others. Thread: immutable, any.
 */
final class DeclaredIds {
    private final CommunicatorNumbers communicators;
    private final Map<Integer, List<List<Datatype>>> types = new HashMap<>();

    DeclaredIds(Project project) {
        communicators = CommunicatorNumbers.of(project.communicators());
        for (RankDatatypes of : project.content().datatypes()) {
            types.computeIfAbsent(of.rank(), rank -> new ArrayList<>()).add(of.types());
        }
    }

    Set<Long> communicators(int rank) {
        return communicators.ofRank(rank);
    }

    Set<Long> types(int rank) {
        Set<Long> ids = new HashSet<>();
        for (List<Datatype> list : types.getOrDefault(rank, List.of())) {
            list.forEach(type -> ids.add(type.id()));
        }
        return ids;
    }
}
