// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.SampleProject.Seen;
import org.hdtrace.format.trace.TraceCursor;

/** Collects what is delivered of a file, in its order, also from pieces. */
final class SeenFold implements FileFold<SeenFold.Sum> {
    record Sum(TraceFile file, List<Seen> seen) {}

    @Override
    public Sum begin(TraceFile file) {
        return new Sum(file, new ArrayList<>());
    }

    @Override
    public void add(Sum sum, TraceCursor entry) {
        sum.seen.add(new Seen(sum.file, entry.depth(), entry.isOrphan(), entry.byteOffset(), entry.entry()));
    }

    @Override
    public Sum append(Sum earlier, Sum later) {
        earlier.seen.addAll(later.seen);
        return earlier;
    }
}
