// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.FileNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes to the thread that writes becomes the same files as when it is done at once, however many parts it takes. */
class ComponentLogTest {
    private static final int COMPONENTS = 5;
    /** Numbers of some ten parts. */
    private static final int CALLS = 30_000;

    /** Now and then numbers are too large for a short call. */
    private static final int RARELY = 300;

    private static final long LONG_BREAK = 1L << 41;
    private static final long LONG_SERVICE = 1L << 33;

    /** One call about a component: which one of both kinds of receivers it is for, and its numbers. */
    private record Call(int component, int kind, long time, long until, long size) {
        static List<Call> random(long seed) {
            Random random = new Random(seed);
            List<Call> calls = new ArrayList<>();
            long[] ends = new long[COMPONENTS];
            long now = 0;
            for (int i = 0; i < CALLS; i++) {
                int component = random.nextInt(COMPONENTS);
                now = Math.max(now + (rarely(random) ? LONG_BREAK : random.nextInt(3)), ends[component]);
                ends[component] = now + (rarely(random) ? LONG_SERVICE : random.nextInt(4));
                long size = rarely(random) ? LONG_SERVICE : random.nextInt(1000);
                calls.add(new Call(component, random.nextInt(6), now, ends[component], size));
            }
            return calls;
        }

        private static boolean rarely(Random random) {
            return random.nextInt(RARELY) == 0;
        }

        void tell(StepSeries series) throws IOException {
            switch (kind) {
                case 0 -> series.queued(time);
                case 1 -> series.served(time, until, size);
                case 2 -> series.changeQueue(time, (int) size - 500);
                case 3 -> series.serve(time, until, size);
                case 4 -> series.occupy(time, (int) size % 5, 4);
                default -> series.pass(time, size);
            }
        }

        void tell(ComponentLog.Component log) throws IOException {
            switch (kind) {
                case 0 -> log.queued(time);
                case 1 -> log.served(time, until, size);
                case 2 -> log.changeQueue(time, (int) size - 500);
                case 3 -> log.serve(time, until, size);
                case 4 -> log.occupy(time, (int) size % 5, 4);
                default -> log.pass(time, size);
            }
        }
    }

    @TempDir
    Path folder;

    @Test
    void makesTheSameFilesAsSeriesWithoutIt() throws IOException {
        List<Call> calls = Call.random(1);
        long end = calls.get(CALLS - 1).until();
        try (WriterPool pool = new WriterPool()) {
            List<StepSeries> series = new ArrayList<>();
            for (int i = 0; i < COMPONENTS; i++) {
                series.add(series(pool, "direct", i));
            }
            for (Call call : calls) {
                call.tell(series.get(call.component()));
            }
            for (StepSeries one : series) {
                one.close(end);
            }
        }
        try (WriterPool pool = WriterPool.inBackground(16, 1 << 20)) {
            log(pool, "logged", calls, end);
        }
        for (int i = 0; i < COMPONENTS; i++) {
            byte[] expected = Files.readAllBytes(file("direct", i));
            assertTrue(expected.length > CALLS, "only " + expected.length + " B");
            assertArrayEquals(expected, Files.readAllBytes(file("logged", i)));
        }
    }

    @Test
    void namesTheFileThatCannotBeWritten() throws IOException {
        List<Call> calls = Call.random(2);
        WriterPool pool = WriterPool.inBackground(16, 1 << 20);
        FileSystemException thrown = assertThrows(FileSystemException.class, () -> {
            log(pool, "missing/folder", calls, Long.MAX_VALUE);
            pool.await();
        });
        assertThrows(FileSystemException.class, pool::close);
        assertTrue(thrown.getFile().startsWith(folder.resolve("missing").toString()), thrown.getFile());
    }

    private void log(WriterPool pool, String project, List<Call> calls, long end) throws IOException {
        ComponentLog log = new ComponentLog(pool);
        List<ComponentLog.Component> components = new ArrayList<>();
        for (int i = 0; i < COMPONENTS; i++) {
            int number = i;
            components.add(log.add(ofThread -> series(ofThread, project, number)));
        }
        for (Call call : calls) {
            call.tell(components.get(call.component()));
        }
        log.close(end);
    }

    private StepSeries series(WriterPool pool, String project, int number) throws IOException {
        return StatisticsFiles.component(pool, folder, project, List.of("c" + number), ProjectOutput.STEPS);
    }

    private Path file(String project, int number) {
        return folder.resolve(FileNames.statistics(project, List.of("c" + number), StatisticsFiles.COMPONENT));
    }
}
