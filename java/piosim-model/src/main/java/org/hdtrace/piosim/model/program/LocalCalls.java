// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Set;

/**
 * Calls that concern one process or cost next to nothing, so that their recorded duration is all there is to them. Why those
 * are local that MPI doesn't define so is told in {@code mapping.md}.
 */
final class LocalCalls {
    private static final Set<String> NAMES = Set.of(
            "Abort",
            "Address",
            "Aint_add",
            "Aint_diff",
            "Alloc_mem",
            "Buffer_attach",
            "Buffer_detach",
            "Cancel",
            "Cart_coords",
            "Cart_get",
            "Cart_map",
            "Cart_rank",
            "Cart_shift",
            "Cartdim_get",
            "Comm_call_errhandler",
            "Comm_compare",
            "Comm_create_errhandler",
            "Comm_create_keyval",
            "Comm_delete_attr",
            "Comm_free",
            "Comm_free_keyval",
            "Comm_group",
            "Comm_rank",
            "Comm_remote_group",
            "Comm_remote_size",
            "Comm_size",
            "Comm_test_inter",
            "Compute",
            "Dims_create",
            "Dist_graph_neighbors",
            "Dist_graph_neighbors_count",
            "File_call_errhandler",
            "File_create_errhandler",
            "File_seek",
            "File_seek_shared",
            "Finalized",
            "Free_mem",
            "Get_address",
            "Get_count",
            "Get_elements",
            "Get_elements_x",
            "Get_library_version",
            "Get_processor_name",
            "Get_version",
            "Graph_get",
            "Graph_map",
            "Graph_neighbors",
            "Graph_neighbors_count",
            "Graphdims_get",
            "Initialized",
            "Is_thread_main",
            "Pack",
            "Pack_external",
            "Pack_external_size",
            "Pack_size",
            "Pcontrol",
            "Query_thread",
            "Reduce_local",
            "Register_datarep",
            "Test_cancelled",
            "Topo_test",
            "Unpack",
            "Unpack_external",
            "Win_attach",
            "Win_call_errhandler",
            "Win_create_errhandler",
            "Win_create_keyval",
            "Win_delete_attr",
            "Win_detach",
            "Win_free_keyval",
            "Win_shared_query",
            "Win_sync",
            "Wtick",
            "Wtime");

    private static final List<String> PREFIXES = List.of(
            "Add_error_",
            "Attr_",
            "Comm_get_",
            "Comm_set_",
            "Errhandler_",
            "Error_",
            "File_get_",
            "File_set_atomicity",
            "File_set_errhandler",
            "File_set_info",
            "Grequest_",
            "Group_",
            "Info_",
            "Keyval_",
            "Op_",
            "Session_",
            "Status_set_",
            "Type_",
            "Win_get_",
            "Win_set_");

    private LocalCalls() {}

    static boolean contains(String name) {
        return NAMES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }
}
