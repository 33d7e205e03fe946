// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.hdtrace.format.output.WriterPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each file has a pool, all are complete after waiting, and one that can't be written doesn't keep others from being closed. */
class OutputThreadsTest {
    private static final int FILES = 200;
    /** Of what each would have if all had as many. */
    private static final int LEAST_PERCENT = 80;

    @TempDir
    Path folder;

    @Test
    void filesOfAllThreadsAreCompleteAfterWaiting() throws IOException {
        try (OutputThreads threads = new OutputThreads()) {
            for (int i = 0; i < FILES; i++) {
                int number = i;
                threads.poolOf(i).later(1, pool -> write(pool, folder.resolve("f" + number), number));
            }
            threads.await();
            for (int i = 0; i < FILES; i++) {
                assertArrayEquals(new byte[] {(byte) i}, Files.readAllBytes(folder.resolve("f" + i)));
            }
        }
    }

    @Test
    void oneFailureIsToldAndTheOthersAreClosed() throws IOException {
        OutputThreads threads = new OutputThreads();
        for (int i = 0; i < FILES; i++) {
            int number = i;
            threads.poolOf(i).later(1, pool -> write(pool, folder.resolve("f" + number), number));
        }
        Path nowhere = folder.resolve("missing").resolve("f");
        threads.poolOf(0).later(1, pool -> write(pool, nowhere, 0));
        FileSystemException failure = assertThrows(FileSystemException.class, threads::close);
        assertEquals(nowhere.toString(), failure.getFile());
        for (int i = 0; i < FILES; i++) {
            assertArrayEquals(new byte[] {(byte) i}, Files.readAllBytes(folder.resolve("f" + i)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void othersAreClosedWhenOneFailsOtherwise(int number) throws IOException {
        OutputThreads threads = new OutputThreads();
        for (int i = 0; i < threads.count(); i++) {
            Path file = folder.resolve("f" + i);
            threads.pool(i).later(1, pool -> write(pool, file, 7));
        }
        threads.pool(number % threads.count()).later(1, pool -> {
            throw new IllegalArgumentException("no such number");
        });
        IllegalStateException failure = assertThrows(IllegalStateException.class, threads::close);
        assertEquals("no such number", failure.getCause().getMessage());
        for (int i = 0; i < threads.count(); i++) {
            assertArrayEquals(new byte[] {7}, Files.readAllBytes(folder.resolve("f" + i)));
        }
    }

    /** As where every third component of a star is the cable to a switch. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 100})
    void allPoolsHaveComponentsAtOneDistance(int distance) throws IOException {
        try (OutputThreads threads = new OutputThreads()) {
            for (int first = 0; first < distance; first++) {
                int from = first;
                for (int pool = 0; pool < threads.count(); pool++) {
                    int wanted = pool;
                    long own = IntStream.range(0, FILES)
                            .filter(i -> threads.poolNumber(from + i * distance) == wanted)
                            .count();
                    assertTrue(
                            100 * own * threads.count() >= LEAST_PERCENT * FILES,
                            own + " of " + FILES + " from " + first);
                }
            }
        }
    }

    private static void write(WriterPool pool, Path file, int content) throws IOException {
        try (OutputStream stream = pool.create(file)) {
            stream.write(content);
        }
    }
}
