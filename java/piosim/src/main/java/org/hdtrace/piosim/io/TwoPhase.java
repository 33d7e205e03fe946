// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Map;
import org.hdtrace.piosim.io.CollectivePlan.Phase;
import org.hdtrace.piosim.io.CollectivePlan.Splitting;
import org.hdtrace.piosim.io.CollectivePlan.Transfer;
import org.hdtrace.piosim.io.WindowSweep.Share;
import org.hdtrace.piosim.io.WindowSweep.Window;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Collective access in phases: to write, ranks send aggregators what these write then; to read, aggregators read and send ranks
 * theirs. Each rank by itself where {@code romio_cb_*} is disabled or, unless it is enabled, nothing is interleaved.
 *
 * <p>What is written is what ranks wrote and no other byte: a window with gaps takes list I/O, unless {@code romio_ds_write} is
 * enabled, which has it read and written whole. Reads include gaps, unless {@code romio_ds_read} is disabled.
 *
 * <p>Source: Thakur, Gropp, Lusk: Data Sieving and Collective I/O in ROMIO (1999), section 4; MODEL B2.4, B5. Deviation: ranks learn
 * for nothing what the others access, as in the original.
 */
public final class TwoPhase implements Algorithm {
    private static final int DECIDE = 1;
    private static final int PHASE = 2;
    private static final int WRITE = 3;
    private static final int SEND = 4;
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
            case DECIDE -> decide(call);
            case PHASE -> nextPhase(call);
            case WRITE -> {
                call.child(ACCESS);
                call.next(PHASE);
            }
            default -> {
                sendRead(call);
                call.next(PHASE);
            }
        }
    }

    private void decide(Call call) {
        CollectiveMember own = (CollectiveMember) call.work();
        CollectivePlan plan = CollectiveMember.of(call, 0).plan(call, splitting);
        if (plan == null) {
            call.work(own.task());
            call.child(ACCESS);
        } else {
            call.work(new CollectiveProgress(own.task(), plan));
            nextPhase(call);
        }
    }

    /** Go on to the next phase in which this rank has anything to do. */
    private static void nextPhase(Call call) {
        CollectiveProgress progress = (CollectiveProgress) call.work();
        while (progress.advance(call.rank())) {
            boolean writes = progress.task().writes();
            Window window = progress.window();
            if (!writes && window != null) {
                call.child(ACCESS);
                call.next(SEND);
                return;
            }
            if (writes) {
                sendWritten(call, progress.phase(), window);
                call.next(window == null ? PHASE : WRITE);
                return;
            }
            if (!progress.phase().of(call.rank()).isEmpty()) {
                sendRead(call);
                call.next(PHASE);
                return;
            }
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
