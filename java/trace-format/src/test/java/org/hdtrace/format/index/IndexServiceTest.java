// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexServiceTest {
    private static final IndexStore STORE = IndexStore.beside();

    @TempDir
    Path folder;

    private Path trace;

    @BeforeEach
    void write() throws IOException {
        trace = folder.resolve("a.trc");
        NestedTraces.write(trace, 21, 40, 20_000, "", "</Program>\n");
    }

    @Test
    void makesWhatIsMissing() throws Exception {
        try (IndexService service = new IndexService(STORE, 1)) {
            assertTrue(service.openOrBuild(trace).isEmpty());
            assertEquals(folder.resolve("a.trc.idx"), service.build(trace).get());
            try (TraceIndex index = service.openOrBuild(trace).orElseThrow()) {
                assertTrue(index.isWhole());
            }
        }
    }

    @Test
    void tellsWhyThereIsNone() throws Exception {
        Files.writeString(trace, "<Program timeAdjustment='5'>\n<A>\n</Program>\n");
        try (IndexService service = new IndexService(STORE, 1)) {
            ExecutionException failure = assertThrows(
                    ExecutionException.class, () -> service.build(trace).get());
            assertTrue(failure.getCause() instanceof TraceFormatException, String.valueOf(failure.getCause()));
        }
    }

    @Test
    void makesNothingMoreWhenClosed() throws Exception {
        IndexService service = new IndexService(STORE, 1);
        service.close();
        CompletableFuture<Path> index = service.build(trace);
        assertThrows(CancellationException.class, index::get);
        assertEquals(List.of("a.trc"), names());
    }

    @Test
    void letsManyBuildAndReadAtOnce() throws Exception {
        byte[] wanted = Files.readAllBytes(STORE.build(trace, () -> false));
        ExecutorService pool = Executors.newFixedThreadPool(6);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            boolean builds = i % 2 == 0;
            all.add(pool.submit(() -> builds ? STORE.build(trace, () -> false) : coveredBytes()));
        }
        for (Future<?> one : all) {
            Object result = one.get();
            assertTrue(result instanceof Path || result.equals(Files.size(trace)), String.valueOf(result));
        }
        pool.shutdown();
        assertArrayEquals(wanted, Files.readAllBytes(folder.resolve("a.trc.idx")));
        assertEquals(List.of("a.trc", "a.trc.idx"), names());
    }

    private Long coveredBytes() throws IOException {
        try (TraceIndex index = STORE.open(trace).orElseThrow()) {
            assertTrue(index.blocks().size() > 2);
            return index.coveredBytes();
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
