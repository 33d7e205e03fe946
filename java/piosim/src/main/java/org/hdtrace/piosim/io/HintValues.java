// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.file.HintDefaults;
import org.hdtrace.piosim.process.Call;

/**
 * What holds for an access: what the program said, else what the model says to the method, else a default. Source of the names
 * and of what wins: ROMIO's users guide, section "Hints", where a hint of the program comes before one of the system.
 */
final class HintValues {
    static final String AGGREGATORS = "cb_nodes";
    static final String COLLECTIVE_BUFFER = "cb_buffer_size";
    static final String STRIPING_UNIT = "striping_unit";
    static final String LEAST_PART = "romio_min_fdomain_size";
    static final String READ_BUFFER = "ind_rd_buffer_size";
    static final String WRITE_BUFFER = "ind_wr_buffer_size";
    static final String NO_INDEPENDENT = "romio_no_indep_rw";
    /** No hint of ROMIO, where it is a constant. */
    static final String LIST_PIECES = "listPieces";
    /** No hint of ROMIO; disabled, ranks know for nothing what the others access, as in the original. */
    static final String EXCHANGE_LISTS = "exchangeLists";
    /** No hint of ROMIO, where the file system's driver follows from the file system. */
    static final String GENERIC = "romio_generic";

    private static final long AUTOMATIC = Switch.AUTOMATIC.number();
    private static final long DISABLED = Switch.DISABLE.number();

    /** Of accesses of one rank. */
    static final Map<String, Long> INDEPENDENT = independent();

    /** Of accesses of all ranks together; 0 aggregators stand for as many as {@code cb_config_list} gives. */
    static final Map<String, Long> COLLECTIVE = collective();

    private HintValues() {}

    private static Map<String, Long> independent() {
        Map<String, Long> all = new HashMap<>();
        all.put(LIST_PIECES, HintDefaults.LIST_PIECES);
        all.put(READ_BUFFER, HintDefaults.READ_BUFFER);
        all.put(WRITE_BUFFER, HintDefaults.WRITE_BUFFER);
        all.put(GENERIC, DISABLED);
        for (String direction : List.of("read", "write")) {
            all.put("romio_ds_" + direction, AUTOMATIC);
            all.put("romio_pvfs2_dtype_" + direction, DISABLED);
            all.put("romio_pvfs2_listio_" + direction, DISABLED);
            all.put("romio_pvfs2_posix_" + direction, DISABLED);
        }
        return Map.copyOf(all);
    }

    private static Map<String, Long> collective() {
        Map<String, Long> all = new HashMap<>(INDEPENDENT);
        all.put(AGGREGATORS, 0L);
        all.put(STRIPING_UNIT, 0L);
        all.put(LEAST_PART, 0L);
        all.put(COLLECTIVE_BUFFER, HintDefaults.COLLECTIVE_BUFFER);
        all.put("romio_cb_read", AUTOMATIC);
        all.put("romio_cb_write", AUTOMATIC);
        all.put(NO_INDEPENDENT, DISABLED);
        all.put(EXCHANGE_LISTS, Switch.ENABLE.number());
        return Map.copyOf(all);
    }

    /** Which nodes have aggregators. */
    static String aggregatorHosts(FileHints hints) {
        return hints.text("cb_config_list").orElse(HintDefaults.AGGREGATOR_HOSTS);
    }

    /** What holds for an amount; where the model states one below 1, the default, as for hints of programs. */
    static long number(Call call, FileHints hints, String name) {
        return hints.number(name).orElseGet(() -> {
            long stated = call.parameter(name);
            return stated > 0 ? stated : COLLECTIVE.get(name);
        });
    }

    static Switch toggle(Call call, FileHints hints, String name) {
        return hints.toggle(name).orElseGet(() -> Switch.of(call.parameter(name)));
    }
}
