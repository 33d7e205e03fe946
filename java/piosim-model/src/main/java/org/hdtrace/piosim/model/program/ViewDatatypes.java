// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.project.RankDatatypes;

/** The datatypes of a program that is being written, the same for all ranks. */
final class ViewDatatypes {
    private final List<Datatype> types = new ArrayList<>();

    long add(LongFunction<Datatype> type) {
        int number = types.size();
        Datatype added = type.apply(number);
        if (added.id() != number || types.size() != number) {
            throw new IllegalArgumentException("datatype=" + added.id() + ": must be " + types.size());
        }
        types.add(added);
        return number;
    }

    DatatypeLayout layout(long number) {
        return DatatypeLayout.of(types.stream().collect(Collectors.toMap(Datatype::id, Function.identity())), number)
                .orElseThrow(() -> new IllegalArgumentException("datatype=" + number + ": is none or can't be used"));
    }

    /** As a project tells them. */
    List<RankDatatypes> ofRanks(int ranks) {
        return types.isEmpty()
                ? List.of()
                : IntStream.range(0, ranks)
                        .mapToObj(rank -> new RankDatatypes(rank, 0, types))
                        .toList();
    }
}
