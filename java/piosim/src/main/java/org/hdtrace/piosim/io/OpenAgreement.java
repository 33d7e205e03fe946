// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Arrays;
import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Opening;
import org.hdtrace.piosim.process.Call;

/**
 * What ranks agree on before a file is opened, whatever file system it is on: the mode, the kind of file system and whether hints of the
 * system are known, each hint that is given, and the number and the list of aggregators. Source: ROMIO's {@code open.c}, {@code
 * ad_fstype.c}, {@code hint_fns.c} and {@code cb_config_list.c}. Deviation: what a process or communicator does once only, as to read a
 * file of hints and to gather names of nodes, is left out.
 */
final class OpenAgreement {
    /** Of an error, too. */
    static final long NUMBER = 4;

    private static final int MODE = 0;
    private static final int KIND = 1;
    private static final int SYSTEM_HINTS = 2;
    /** As many exchanges as there are besides those of hints. */
    private static final int FIXED = 5;

    private static final List<String> HINTS = List.of("cb_", "ind_", "romio_", "striping_");

    private OpenAgreement() {}

    /** What holds before any server is asked: the calling rank has a new shared pointer, and the file is empty if that was asked for. */
    static void prepare(Call call, Command.FileOpen open) {
        Opening how = open.opening();
        if (call.rank() == 0 && how.truncates()) {
            call.files().truncate(call.applicationNumber(), open.file());
        }
        long end = how.appends() ? call.files().size(call.applicationNumber(), open.file()) : 0;
        call.pointers().begin(call, open.file(), open.communicator(), how.number(), end);
    }

    /** Wait for all ranks, which tell their nodes. */
    static void meet(Call call) {
        call.synchronize(call.files().nodeName(call.client().node()));
    }

    /** Keep who the aggregators are, after the ranks have met. */
    static void chooseAggregators(Call call, Command.FileOpen open) {
        String[] nodes = new String[call.size()];
        Arrays.setAll(nodes, rank -> (String) call.gathered()[rank]);
        long most = HintValues.number(call, open.hints(), HintValues.AGGREGATORS);
        call.work(Aggregators.choose(HintValues.aggregatorHosts(open.hints()), most, nodes));
    }

    /** The ranks of the aggregators. */
    static int[] aggregators(Call call) {
        return (int[]) call.work();
    }

    /** Exchange something as part of the call's step, from number 0 on; false when all has been agreed on. */
    static boolean exchange(Call call, Command.FileOpen open, int number) {
        int list = hints(open) + FIXED - 1;
        if (number > list) {
            return false;
        }
        switch (number) {
            case MODE, SYSTEM_HINTS -> call.child(CommandType.ALLREDUCE, 0, NUMBER);
            case KIND -> call.child(CommandType.BCAST, 0, 2 * NUMBER);
            default -> call.child(CommandType.BCAST, 0, number == list ? NUMBER * aggregators(call).length : NUMBER);
        }
        return true;
    }

    /** How many hints are given that ROMIO knows. */
    private static int hints(Command.FileOpen open) {
        return (int) open.hints().values().keySet().stream()
                .filter(key -> HINTS.stream().anyMatch(key::startsWith))
                .count();
    }
}
