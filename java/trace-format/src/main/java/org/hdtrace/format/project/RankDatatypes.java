// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;

/** Datatypes of one rank and thread in the order of the file. */
public record RankDatatypes(int rank, int thread, List<Datatype> types) {
    public RankDatatypes {
        types = List.copyOf(types);
    }
}
