// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RankDatatypes;
import org.hdtrace.format.trace.DataElement;

/** Checks that the datatypes of a project are made of types that are there. */
final class TypeChecker {
    private final FindingList findings;

    private TypeChecker(Project project) {
        this.findings = new FindingList(project.file());
    }

    static List<Finding> check(Project project) {
        TypeChecker checker = new TypeChecker(project);
        project.content().datatypes().forEach(checker::check);
        return checker.findings.all();
    }

    private void check(RankDatatypes rank) {
        Set<Long> ids = new HashSet<>();
        rank.types().forEach(type -> ids.add(type.id()));
        for (Datatype type : rank.types()) {
            refer(rank, type, type.attributes().get("oldType", ""), ids);
            if (type.combiner().startsWith("STRUCT")) {
                for (DataElement part : type.parts()) {
                    refer(rank, type, part.attributes().get("id", ""), ids);
                }
            }
        }
    }

    private void refer(RankDatatypes rank, Datatype type, String id, Set<Long> ids) {
        if (id.matches("[0-9]{1,18}") && !ids.contains(Long.parseLong(id))) {
            findings.error(
                    "rank " + rank.rank() + " thread " + rank.thread(),
                    "datatype " + type.id() + " is made of datatype " + id + ", which is not there");
        }
    }
}
