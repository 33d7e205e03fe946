// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Set;

/**
 * Calls that concern one process or cost next to nothing, so that their recorded duration is all there is to them.
 *
 * <p>Those that make communicators or types synchronise at most a little; what they make is in the project file.
 */
final class LocalCalls {
    private static final Set<String> NAMES = Set.of(
            "Abort",
            "Address",
            "Alloc_mem",
            "Buffer_attach",
            "Buffer_detach",
            "Compute",
            "Dims_create",
            "File_call_errhandler",
            "File_create_errhandler",
            "File_seek",
            "File_set_atomicity",
            "File_set_errhandler",
            "File_set_info",
            "Finalized",
            "Free_mem",
            "Initialized",
            "Is_thread_main",
            "Pack",
            "Pack_external",
            "Pack_external_size",
            "Pack_size",
            "Pcontrol",
            "Query_thread",
            "Register_datarep",
            "Topo_test",
            "Unpack",
            "Unpack_external",
            "Wtick",
            "Wtime",
            "Intercomm_create",
            "Intercomm_merge");

    private static final List<String> PREFIXES = List.of(
            "Type_",
            "Info_",
            "Group_",
            "Op_",
            "Attr_",
            "Keyval_",
            "Errhandler_",
            "Error_",
            "Add_error_",
            "Get_",
            "Cart_",
            "Graph_",
            "Dist_graph_",
            "File_get_",
            "Comm_");

    /** Begin like local calls, but start or meet other processes. */
    private static final List<String> EXCEPTIONS = List.of(
            "Comm_accept", "Comm_connect", "Comm_disconnect", "Comm_idup", "Comm_join", "Comm_spawn", "Get_accumulate");

    private LocalCalls() {}

    static boolean contains(String name) {
        return NAMES.contains(name)
                || (PREFIXES.stream().anyMatch(name::startsWith)
                        && EXCEPTIONS.stream().noneMatch(name::startsWith));
    }
}
