// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScratchBytesTest {
    @Test
    void fewAreOnTheHeap() {
        ByteBuffer few = ScratchBytes.of(ScratchBytes.FEW);
        assertFalse(few.isDirect());
        assertEquals(ScratchBytes.FEW, few.capacity());
    }

    @Test
    void manyAreOutsideOfTheHeapAndLeaveNoFile() throws Exception {
        Set<Path> before = files();
        ByteBuffer many = ScratchBytes.of(ScratchBytes.FEW + 8);
        Set<Path> left = files();
        left.removeAll(before);
        assertTrue(many.isDirect());
        assertEquals(ScratchBytes.FEW + 8, many.capacity());
        assertEquals(0, many.getLong(ScratchBytes.FEW));
        many.putLong(ScratchBytes.FEW, 42);
        assertEquals(42, many.getLong(ScratchBytes.FEW));
        // Another program may make one at the same time, which is gone when it is looked for.
        assertTrue(left.stream().noneMatch(Files::exists), left.toString());
    }

    private static Set<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.toString().endsWith(".scratch")).collect(Collectors.toSet());
        }
    }

    @Test
    void moreThanABufferHoldsIsTooMuch() {
        assertThrows(OutOfMemoryError.class, () -> ScratchBytes.of(1L << 31));
    }
}
