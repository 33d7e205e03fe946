// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CategoryColorsTest {
    private static final List<String> COMMON = List.of(
            "Send",
            "Recv",
            "Sendrecv",
            "Isend",
            "Irecv",
            "Wait",
            "Waitall",
            "Barrier",
            "Bcast",
            "Reduce",
            "Allreduce",
            "Gather",
            "Allgather",
            "Scatter",
            "Alltoall",
            "File_open",
            "File_close",
            "File_read",
            "File_write",
            "File_read_at",
            "File_write_at",
            "File_write_all",
            "File_read_all",
            "File_set_view",
            "Init",
            "Finalize");

    @Test
    void functionsMetOftenHaveDifferentColors() {
        Map<Integer, String> seen = new HashMap<>();
        for (String name : COMMON) {
            String other = seen.put(CategoryColors.colorOf(name), name);
            assertEquals(null, other, name + " looks like " + other);
        }
    }

    @Test
    void theColorDependsOnTheNameAloneWithOrWithoutPrefix() {
        assertEquals(CategoryColors.colorOf("Send"), CategoryColors.colorOf("MPI_Send"));
        assertEquals(CategoryColors.colorOf("my_phase"), CategoryColors.colorOf("my_phase"));
        assertNotEquals(CategoryColors.colorOf("phase1"), CategoryColors.colorOf("phase2"));
    }

    @Test
    void familiesAreRecognised() {
        assertEquals(CategoryGroup.POINT_TO_POINT, CategoryGroup.of("Sendrecv_replace"));
        assertEquals(CategoryGroup.COLLECTIVE, CategoryGroup.of("Iallreduce"));
        assertEquals(CategoryGroup.SYNCHRONISATION, CategoryGroup.of("Barrier"));
        assertEquals(CategoryGroup.FILE_WRITE, CategoryGroup.of("File_iwrite_at"));
        assertEquals(CategoryGroup.FILE_OTHER, CategoryGroup.of("File_set_view"));
        assertEquals(CategoryGroup.WAIT, CategoryGroup.of("Testsome"));
        assertEquals(CategoryGroup.OTHER, CategoryGroup.of("Initial"), "not MPI_Init");
        assertTrue(CategoryGroup.of("Init_thread") == CategoryGroup.ADMINISTRATION);
    }
}
