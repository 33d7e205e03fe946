// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * How ROMIO opens a file of PVFS: ranks agree, the first aggregator opens it and broadcasts its handle, and all agree on how it went.
 * Without the parameter {@code agree} all wait for each other and the handle is all that is sent, as in the original; so it is for one
 * rank by itself. Source: ROMIO's {@code ad_open.c}, {@code ad_pvfs2_open.c} and {@code ad_opencoll_scalable.c}; MODEL B2.4.
 */
public final class BroadcastOpen implements Algorithm {
    private static final String AGREE = "agree";

    private static final int HANDLE_BYTES = 32;
    private static final int MET = 1;
    private static final int BROADCAST = 2;
    private static final int RESULT = 3;
    private static final int HANDLE_ALONE = 4;
    /** The first of as many steps as there is to agree on. */
    private static final int AGREEMENTS = 5;

    @Override
    public Map<String, Long> parameters() {
        return Map.of(HintValues.AGGREGATORS, 0L, AGREE, Switch.ENABLE.number());
    }

    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof Command.FileOpen open) {
            step(call, open, step);
        }
    }

    private static void step(Call call, Command.FileOpen open, int step) {
        switch (step) {
            case START -> begin(call, open);
            case MET -> {
                OpenAgreement.chooseAggregators(call, open);
                agree(call, open, 0);
            }
            case BROADCAST -> {
                call.child(CommandType.BCAST, OpenAgreement.aggregators(call)[0], HANDLE_BYTES);
                call.next(RESULT);
            }
            case RESULT -> call.child(CommandType.ALLREDUCE, 0, OpenAgreement.NUMBER);
            case HANDLE_ALONE -> call.child(CommandType.BCAST, 0, HANDLE_BYTES);
            default -> agree(call, open, step - AGREEMENTS);
        }
    }

    private static void begin(Call call, Command.FileOpen open) {
        OpenAgreement.prepare(call, open);
        if (call.size() > 1 && Switch.of(call.parameter(AGREE)) != Switch.DISABLE) {
            OpenAgreement.meet(call);
            call.next(MET);
            return;
        }
        if (call.rank() == 0) {
            call.files().open(call, open.file());
        }
        call.synchronize();
        call.next(HANDLE_ALONE);
    }

    private static void agree(Call call, Command.FileOpen open, int number) {
        if (OpenAgreement.exchange(call, open, number)) {
            call.next(AGREEMENTS + number + 1);
            return;
        }
        if (call.rank() == OpenAgreement.aggregators(call)[0]) {
            call.files().open(call, open.file());
        }
        call.next(BROADCAST);
    }
}
