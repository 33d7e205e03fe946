// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Map;
import org.hdtrace.piosim.io.CollectivePlan.Phase;
import org.hdtrace.piosim.io.CollectivePlan.Splitting;
import org.hdtrace.piosim.io.CollectivePlan.Transfer;
import org.hdtrace.piosim.io.WindowSweep.Share;
import org.hdtrace.piosim.io.WindowSweep.Window;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Collective access in phases: to write, ranks send aggregators what these write then; to read, aggregators read and send ranks
 * theirs. Each rank by itself where {@code romio_cb_*} is disabled or, unless it is enabled, nothing is interleaved.
 *
 * <p>What is written is what ranks wrote and no other byte: a window with gaps takes list I/O, unless {@code romio_ds_write} or
 * the generic driver has it read and written whole, as ROMIO always does. Reads include gaps, unless {@code romio_ds_read} is disabled,
 * and go on behind the end of the file, which nobody knows unless {@code exchangeLists} is disabled. See doc/hints.md.
 *
 * <p>Before, ranks tell each other where they begin and end, then aggregators how many pieces they have in their parts of the file and
 * which, 16 bytes each, and agree on the number of rounds; in each round all tell all how much there is, and in the end of writing
 * whether it went well. With the parameter {@code exchangeLists} disabled none of these messages is sent, as in the original.
 *
 * <p>Source: Thakur, Gropp, Lusk: Data Sieving and Collective I/O in ROMIO (1999), section 4; ROMIO's {@code ad_write_coll.c}, {@code
 * ad_read_coll.c} and {@code ad_aggregate.c} for the messages; MODEL B2.4, B5.
 */
public final class TwoPhase implements Algorithm {
    private static final int DECIDE = 1;
    private static final int ENDS = 2;
    private static final int CHOOSE = 3;
    private static final int LISTS = 4;
    private static final int ROUNDS = 5;
    private static final int PHASE = 6;
    private static final int MOVE = 7;
    private static final int WRITE = 8;
    private static final int SIZES = 9;
    private static final int END = 10;
    private static final long OFFSET = 8;
    private static final long NUMBER = 4;
    private static final long PIECE = 2 * OFFSET;
    private static final Algorithm ACCESS = new OperationSequence();

    private final Splitting splitting;

    private TwoPhase(Splitting splitting) {
        this.splitting = splitting;
    }

    /** Each aggregator has a contiguous part of the file: the original's {@code TwoPhase}. */
    public static TwoPhase parts() {
        return new TwoPhase(Splitting.PARTS);
    }

    /** In each phase aggregators have neighbouring buffers: the original's {@code ContiguousTwoPhase}. */
    public static TwoPhase roundRobin() {
        return new TwoPhase(Splitting.ROUND_ROBIN);
    }

    @Override
    public Map<String, Long> parameters() {
        return HintValues.COLLECTIVE;
    }

    @Override
    public void step(Call call, int step) {
        switch (step) {
            case START -> {
                CollectiveMember member =
                        new CollectiveMember(FileTask.begin(call), call.client().node());
                call.work(member);
                call.synchronize(member);
                call.next(DECIDE);
            }
            case DECIDE -> {
                if (CollectiveMember.of(call, 0).compares(call) && tells(call)) {
                    call.child(CommandType.ALLGATHER, 0, OFFSET);
                    call.next(ENDS);
                } else {
                    choose(call);
                }
            }
            case ENDS -> {
                call.child(CommandType.ALLGATHER, 0, OFFSET);
                call.next(CHOOSE);
            }
            case CHOOSE -> choose(call);
            case LISTS -> {
                exchangeLists(call, progress(call).plan().lists());
                call.next(ROUNDS);
            }
            case ROUNDS -> {
                call.child(CommandType.ALLREDUCE, 0, NUMBER);
                call.next(PHASE);
            }
            case PHASE -> nextPhase(call);
            case SIZES -> {
                tellSizes(call);
                call.next(MOVE);
            }
            case MOVE -> move(call);
            case WRITE -> {
                call.childAlone(ACCESS);
                call.next(PHASE);
            }
            default -> {}
        }
    }

    private static CollectiveProgress progress(Call call) {
        return (CollectiveProgress) call.work();
    }

    private static boolean tells(Call call) {
        return Switch.of(call.parameter(HintValues.EXCHANGE_LISTS)) != Switch.DISABLE;
    }

    private void choose(Call call) {
        CollectiveMember own = (CollectiveMember) call.work();
        CollectivePlan plan = CollectiveMember.of(call, 0).plan(call, splitting);
        if (plan == null) {
            call.work(own.task());
            call.childAlone(ACCESS);
            return;
        }
        call.work(new CollectiveProgress(own.task(), plan));
        if (tells(call)) {
            call.child(CommandType.ALLTOALL, 0, NUMBER);
            call.next(LISTS);
        } else {
            nextPhase(call);
        }
    }

    private static void exchangeLists(Call call, AccessLists lists) {
        for (AccessLists.Entry entry : lists.sentBy(call.rank())) {
            if (entry.rank() != call.rank()) {
                call.sendData(entry.rank(), PIECE * entry.pieces());
            }
        }
        for (AccessLists.Entry entry : lists.receivedBy(call.rank())) {
            if (entry.rank() != call.rank()) {
                call.receive(entry.rank());
            }
        }
    }

    /** Go on to the next phase, where nobody tells anything only to one in which this rank has anything to do. */
    private static void nextPhase(Call call) {
        CollectiveProgress progress = progress(call);
        boolean tells = tells(call);
        if (!progress.advance(call.rank(), tells)) {
            if (tells && progress.task().writes()) {
                tellEnd(call, progress.plan().onlyAggregator());
            }
            return;
        }
        if (!progress.task().writes() && progress.window() != null) {
            call.childAlone(ACCESS);
            call.next(tells ? SIZES : MOVE);
        } else if (tells) {
            tellSizes(call);
            call.next(MOVE);
        } else {
            move(call);
        }
    }

    private static void tellSizes(Call call) {
        call.child(CommandType.ALLTOALL, 0, NUMBER);
    }

    private static void tellEnd(Call call, int onlyAggregator) {
        if (onlyAggregator >= 0) {
            call.child(CommandType.BCAST, onlyAggregator, NUMBER);
        } else {
            call.child(CommandType.ALLREDUCE, 0, NUMBER);
        }
        call.next(END);
    }

    private static void move(Call call) {
        CollectiveProgress progress = progress(call);
        if (progress.task().writes()) {
            sendWritten(call, progress.phase(), progress.window());
            call.next(progress.window() == null ? PHASE : WRITE);
        } else {
            sendRead(call);
            call.next(PHASE);
        }
    }

    private static void sendWritten(Call call, Phase phase, Window window) {
        for (Transfer transfer : phase.of(call.rank())) {
            if (transfer.aggregator() != call.rank()) {
                call.sendData(transfer.aggregator(), transfer.bytes());
            }
        }
        if (window != null) {
            for (Share share : window.shares()) {
                if (share.rank() != call.rank()) {
                    call.receive(share.rank());
                }
            }
        }
    }

    private static void sendRead(Call call) {
        CollectiveProgress progress = (CollectiveProgress) call.work();
        if (progress.window() != null) {
            for (Share share : progress.window().shares()) {
                if (share.rank() != call.rank()) {
                    call.sendData(share.rank(), share.bytes());
                }
            }
        }
        for (Transfer transfer : progress.phase().of(call.rank())) {
            if (transfer.aggregator() != call.rank()) {
                call.receive(transfer.aggregator());
            }
        }
    }
}
