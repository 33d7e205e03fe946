// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.Map;

/**
 * What holds in ROMIO when nobody says anything. Read in MPICH 4.0.2 ({@code ad_hints.c}, {@code adioi.h}, {@code
 * ad_pvfs2_hints.c}) and printed by it with {@code ROMIO_PRINT_HINTS=1}; sizes in bytes.
 */
public final class HintDefaults {
    /** Buffer of each aggregator in a collective access. */
    public static final long COLLECTIVE_BUFFER = 16_777_216;
    /** Buffer of data sieving to read. */
    public static final long READ_BUFFER = 4_194_304;
    /** Buffer of data sieving to write. */
    public static final long WRITE_BUFFER = 524_288;
    /** Ranges of a file or pieces of memory in one request to PVFS. */
    public static final long LIST_PIECES = 64;
    /** One aggregator on each node. */
    public static final String AGGREGATOR_HOSTS = "*:1";

    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("cb_buffer_size", Long.toString(COLLECTIVE_BUFFER)),
            Map.entry("ind_rd_buffer_size", Long.toString(READ_BUFFER)),
            Map.entry("ind_wr_buffer_size", Long.toString(WRITE_BUFFER)),
            Map.entry("cb_config_list", AGGREGATOR_HOSTS),
            Map.entry("romio_cb_read", "automatic"),
            Map.entry("romio_cb_write", "automatic"),
            Map.entry("romio_ds_read", "automatic"),
            Map.entry("romio_ds_write", "automatic"),
            Map.entry("romio_no_indep_rw", "false"),
            Map.entry("romio_pvfs2_listio_read", "disable"),
            Map.entry("romio_pvfs2_listio_write", "disable"),
            Map.entry("romio_pvfs2_dtype_read", "disable"),
            Map.entry("romio_pvfs2_dtype_write", "disable"),
            Map.entry("romio_pvfs2_posix_read", "disable"),
            Map.entry("romio_pvfs2_posix_write", "disable"),
            Map.entry("romio_min_fdomain_size", "0"),
            Map.entry("striping_unit", "0"),
            Map.entry("striping_factor", "0"));

    private HintDefaults() {}

    /**
     * Whether a value that a library reports was somebody's choice. What depends on the machine, as {@code cb_nodes}, isn't known
     * to be.
     */
    static boolean isChosen(String key, String value) {
        String usual = VALUES.get(key);
        return usual != null && !usual.equalsIgnoreCase(value.strip());
    }
}
