// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.Locale;
import java.util.Set;

/** Families of states; each family owns a range of hues, so that kinds of work are told apart at a glance. */
public enum CategoryGroup {
    POINT_TO_POINT("point to point"),
    WAIT("waiting"),
    COLLECTIVE("collective"),
    SYNCHRONISATION("synchronisation"),
    FILE_READ("file read"),
    FILE_WRITE("file write"),
    FILE_OTHER("file, other"),
    ADMINISTRATION("administration"),
    COMPUTE("computation"),
    OTHER("other"),
    DIFFERENCE("difference between two runs");

    private static final Set<String> COLLECTIVES = Set.of(
            "bcast",
            "gather",
            "gatherv",
            "scatter",
            "scatterv",
            "allgather",
            "allgatherv",
            "alltoall",
            "alltoallv",
            "alltoallw",
            "reduce",
            "allreduce",
            "reduce_scatter",
            "reduce_scatter_block",
            "scan",
            "exscan");
    private static final Set<String> POINT = Set.of(
            "send",
            "recv",
            "bsend",
            "ssend",
            "rsend",
            "isend",
            "ibsend",
            "issend",
            "irsend",
            "irecv",
            "sendrecv",
            "sendrecv_replace",
            "iprobe",
            "probe",
            "mprobe",
            "improbe",
            "mrecv",
            "imrecv",
            "start",
            "startall");

    private final String title;

    CategoryGroup(String title) {
        this.title = title;
    }

    /** Words for the legend. */
    public String title() {
        return title;
    }

    /** The family of a state name; names are those of FORMATS B 3.2, an optional {@code MPI_} in front is ignored. */
    public static CategoryGroup of(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        if (DifferenceShade.named(name).isPresent()) {
            return DIFFERENCE;
        }
        if (key.startsWith("mpi_")) {
            key = key.substring(4);
        }
        if (key.startsWith("file")) {
            return fileGroup(key);
        }
        if (POINT.contains(key)) {
            return POINT_TO_POINT;
        }
        if (key.startsWith("wait") || key.startsWith("test")) {
            return WAIT;
        }
        if (key.equals("barrier") || key.equals("ibarrier") || key.startsWith("win_")) {
            return SYNCHRONISATION;
        }
        if (COLLECTIVES.contains(key) || (key.startsWith("i") && COLLECTIVES.contains(key.substring(1)))) {
            return COLLECTIVE;
        }
        if (key.equals("compute") || key.equals("computation")) {
            return COMPUTE;
        }
        return administrative(key) ? ADMINISTRATION : OTHER;
    }

    private static CategoryGroup fileGroup(String key) {
        if (key.contains("read")) {
            return FILE_READ;
        }
        return key.contains("write") ? FILE_WRITE : FILE_OTHER;
    }

    private static boolean administrative(String key) {
        return key.equals("init")
                || key.startsWith("init_")
                || key.startsWith("comm_")
                || key.startsWith("type_")
                || key.endsWith("_init")
                || Set.of("finalize", "abort", "pcontrol", "cancel").contains(key);
    }
}
