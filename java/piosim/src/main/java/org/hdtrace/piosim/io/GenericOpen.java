// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Opening;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * How ROMIO opens a file where no handle can be broadcast, as on all file systems but PVFS: the first aggregator makes it and tells the
 * others, then each rank opens it for itself, gets the file's layout from the first aggregator, and all agree on how it went.
 *
 * <p>With {@code romio_no_indep_rw} only aggregators open it; another rank does when it first accesses the file by itself or asks for its
 * size. Before, all agree on the mode, the kind of file system and whether hints of the system are known, on each hint that is given,
 * and on the number and the list of aggregators. Source: ROMIO's {@code open.c}, {@code ad_fstype.c}, {@code ad_open.c}, {@code
 * hint_fns.c}, {@code cb_config_list.c} and {@code ad_opencoll.c}. Deviation: what a process or communicator does once only, as to read a
 * file of hints and to gather names of nodes, is left out.
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

    private static final List<String> HINTS = List.of("cb_", "ind_", "romio_", "striping_");
    private static final long NUMBER = 4;
    private static final long ERROR = 4;
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
                prepare(call, open);
                call.synchronize(call.files().nodeName(call.client().node()));
                call.next(CREATE);
            }
            case CREATE -> {
                String[] nodes = new String[call.size()];
                Arrays.setAll(nodes, rank -> (String) call.gathered()[rank]);
                long most = HintValues.number(call, open.hints(), HintValues.AGGREGATORS);
                call.work(Aggregators.choose(HintValues.aggregatorHosts(open.hints()), most, nodes));
                agree(call, open, 0);
            }
            case CREATED -> {
                call.child(CommandType.BCAST, first(call), ERROR);
                call.next(OPEN);
            }
            case OPEN -> open(call, open);
            case TELL -> {
                call.child(CommandType.BCAST, first(call), LAYOUT);
                call.next(AGREE);
            }
            case AGREE -> {
                call.child(CommandType.ALLREDUCE, 0, ERROR);
                call.next(END);
            }
            case END -> {}
            default -> agree(call, open, step - AGREEMENTS);
        }
    }

    /** The next thing to agree on: three as a rule, hints one by one, then aggregators; then the file is made. */
    private static void agree(Call call, Command.FileOpen open, int number) {
        int hints = hints(open);
        switch (number) {
            case 0, 2 -> call.child(CommandType.ALLREDUCE, 0, NUMBER);
            case 1 -> call.child(CommandType.BCAST, 0, 2 * NUMBER);
            default -> {
                if (number == hints + 5) {
                    create(call, open);
                    return;
                }
                boolean isList = number == hints + 4;
                call.child(CommandType.BCAST, 0, isList ? NUMBER * ((int[]) call.work()).length : NUMBER);
            }
        }
        call.next(AGREEMENTS + number + 1);
    }

    /** How many hints are given that ROMIO knows. */
    private static int hints(Command.FileOpen open) {
        return (int) open.hints().values().keySet().stream()
                .filter(key -> HINTS.stream().anyMatch(key::startsWith))
                .count();
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

    /** What holds before any server is asked: the calling rank has a new shared pointer, and the file is empty if that was asked for. */
    public static void prepare(Call call, Command.FileOpen open) {
        Opening how = open.opening();
        if (call.rank() == 0 && how.truncates()) {
            call.files().truncate(call.applicationNumber(), open.file());
        }
        long end = how.appends() ? call.files().size(call.applicationNumber(), open.file()) : 0;
        call.pointers().begin(call, open.file(), open.communicator(), how.number(), end);
    }

    private static void open(Call call, Command.FileOpen open) {
        boolean defers = HintValues.toggle(call, open.hints(), HintValues.NO_INDEPENDENT) == Switch.ENABLE;
        boolean aggregates = Arrays.stream((int[]) call.work()).anyMatch(rank -> rank == call.rank());
        if (defers && !aggregates) {
            call.files().defer(call, open.file());
        } else {
            call.files().open(call, open.file());
        }
        call.next(TELL);
    }

    private static int first(Call call) {
        return ((int[]) call.work())[0];
    }
}
