// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Arrays;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * How ROMIO opens a file where no handle can be broadcast, as on all file systems but PVFS: the first aggregator makes it and tells the
 * others, then each rank opens it for itself, gets the file's layout from the first aggregator, and all agree on how it went.
 *
 * <p>With {@code romio_no_indep_rw} only aggregators open it; another rank does when it first accesses the file by itself or asks for its
 * size. Before, they agree as before any opening. Source: ROMIO's {@code ad_open.c} and {@code ad_opencoll.c}.
 */
public final class GenericOpen implements Algorithm {
    private static final int CREATE = 1;
    private static final int CREATED = 2;
    private static final int OPEN = 3;
    private static final int TELL = 4;
    private static final int AGREE = 5;
    private static final int END = 6;
    /** The first of as many steps as there is to agree on before. */
    private static final int AGREEMENTS = 7;

    /** A long and three integers. */
    private static final long LAYOUT = 20;

    @Override
    public Map<String, Long> parameters() {
        return Map.of(HintValues.AGGREGATORS, 0L, HintValues.NO_INDEPENDENT, Switch.DISABLE.number());
    }

    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof Command.FileOpen open) {
            step(call, open, step);
        }
    }

    private static void step(Call call, Command.FileOpen open, int step) {
        switch (step) {
            case START -> {
                OpenAgreement.prepare(call, open);
                OpenAgreement.meet(call);
                call.next(CREATE);
            }
            case CREATE -> {
                OpenAgreement.chooseAggregators(call, open);
                agree(call, open, 0);
            }
            case CREATED -> {
                call.child(CommandType.BCAST, first(call), OpenAgreement.NUMBER);
                call.next(OPEN);
            }
            case OPEN -> open(call, open);
            case TELL -> {
                call.child(CommandType.BCAST, first(call), LAYOUT);
                call.next(AGREE);
            }
            case AGREE -> {
                call.child(CommandType.ALLREDUCE, 0, OpenAgreement.NUMBER);
                call.next(END);
            }
            case END -> {}
            default -> agree(call, open, step - AGREEMENTS);
        }
    }

    /** The next thing to agree on; then the file is made. */
    private static void agree(Call call, Command.FileOpen open, int number) {
        if (OpenAgreement.exchange(call, open, number)) {
            call.next(AGREEMENTS + number + 1);
        } else {
            create(call, open);
        }
    }

    private static void create(Call call, Command.FileOpen open) {
        if (!open.opening().creates()) {
            open(call, open);
            return;
        }
        if (call.rank() == first(call)) {
            call.files().open(call, open.file());
        }
        call.next(CREATED);
    }

    private static void open(Call call, Command.FileOpen open) {
        boolean defers = HintValues.toggle(call, open.hints(), HintValues.NO_INDEPENDENT) == Switch.ENABLE;
        boolean aggregates = Arrays.stream(OpenAgreement.aggregators(call)).anyMatch(rank -> rank == call.rank());
        if (defers && !aggregates) {
            call.files().defer(call, open.file());
        } else {
            call.files().open(call, open.file());
        }
        call.next(TELL);
    }

    private static int first(Call call) {
        return OpenAgreement.aggregators(call)[0];
    }
}
