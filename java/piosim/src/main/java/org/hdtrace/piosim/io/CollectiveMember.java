// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.piosim.io.CollectivePlan.Splitting;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.process.Call;

/** What a rank tells the others in the beginning of a collective access. That of rank 0 also keeps the plan of all. */
final class CollectiveMember {
    private final FileTask task;
    private final int node;
    private boolean planned;
    private CollectivePlan plan;

    CollectiveMember(FileTask task, int node) {
        this.task = task;
        this.node = node;
    }

    /** What a rank has told. */
    static CollectiveMember of(Call call, int rank) {
        return (CollectiveMember) call.gathered()[rank];
    }

    FileTask task() {
        return task;
    }

    /** The plan of all; null when each rank is to act by itself. Hints of rank 0 count, which MPI wants to be those of all. */
    CollectivePlan plan(Call call, Splitting splitting) {
        if (!planned) {
            planned = true;
            plan = make(call, splitting);
        }
        return plan;
    }

    /** Whether ranks tell each other where they begin and end, which they don't when they act by themselves anyway. */
    boolean compares(Call call) {
        return exchange(call) != Switch.DISABLE || withoutIndependent(call);
    }

    private Switch exchange(Call call) {
        return HintValues.toggle(call, task.hints(), task.writes() ? "romio_cb_write" : "romio_cb_read");
    }

    private boolean withoutIndependent(Call call) {
        return HintValues.toggle(call, task.hints(), HintValues.NO_INDEPENDENT) == Switch.ENABLE;
    }

    private CollectivePlan make(Call call, Splitting splitting) {
        List<FileRanges> ranges = new ArrayList<>();
        for (int rank = 0; rank < call.size(); rank++) {
            ranges.add(of(call, rank).task.ranges());
        }
        FileHints hints = task.hints();
        boolean always = exchange(call) == Switch.ENABLE || withoutIndependent(call);
        if (!always && (!compares(call) || !CollectivePlan.isInterleaved(ranges))) {
            return null;
        }
        long buffer = HintValues.number(call, hints, HintValues.COLLECTIVE_BUFFER);
        FileParts.Rules rules = new FileParts.Rules(
                HintValues.number(call, hints, HintValues.LEAST_PART),
                HintValues.number(call, hints, HintValues.STRIPING_UNIT));
        return new CollectivePlan(ranges, aggregators(call, hints), splitting, buffer, limit(call), rules);
    }

    /** Behind which nothing is read: ranks that tell each other nothing know the size, as in the original. */
    private long limit(Call call) {
        boolean knows = !task.writes() && Switch.of(call.parameter(HintValues.EXCHANGE_LISTS)) == Switch.DISABLE;
        return knows ? call.files().size(call.applicationNumber(), task.file()) : Long.MAX_VALUE;
    }

    private static int[] aggregators(Call call, FileHints hints) {
        String[] nodes = new String[call.size()];
        Arrays.setAll(nodes, rank -> call.files().nodeName(of(call, rank).node));
        String list = HintValues.aggregatorHosts(hints);
        return Aggregators.choose(list, HintValues.number(call, hints, HintValues.AGGREGATORS), nodes);
    }
}
