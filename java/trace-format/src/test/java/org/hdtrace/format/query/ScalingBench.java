// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import java.util.Arrays;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;

/**
 * How much faster several threads read one project than one does, in the same run: passes alternate, medians are compared. With
 * one large file and an index beside it, the threads share the file.
 */
public final class ScalingBench {
    private static final int WARM_UP = 2;
    private static final int PASSES = 7;

    private ScalingBench() {}

    /** {@code PROJECT [THREADS]}; prints the medians and their ratio. */
    public static void main(String[] arguments) throws TraceFormatException {
        Query query = Query.of(Project.open(Path.of(arguments[0])))
                .statesOnly()
                .withoutData()
                .indexes(IndexStore.beside());
        int threads = arguments.length > 1
                ? Integer.parseInt(arguments[1])
                : Runtime.getRuntime().availableProcessors();
        long[] one = new long[PASSES];
        long[] several = new long[PASSES];
        long states = 0;
        for (int i = -WARM_UP; i < PASSES; i++) {
            long begin = System.nanoTime();
            states = pass(query, 1);
            long middle = System.nanoTime();
            if (pass(query, threads) != states) {
                throw new IllegalStateException("the number of threads changes the result");
            }
            if (i >= 0) {
                one[i] = middle - begin;
                several[i] = System.nanoTime() - middle;
            }
        }
        System.out.printf(
                "states               %,d in %d files%n", states, query.files().size());
        print("1 thread", states, median(one));
        print(threads + " threads", states, median(several));
        System.out.printf("ratio                %.2f%n", (double) median(one) / median(several));
    }

    private static long pass(Query query, int threads) throws TraceFormatException {
        long[] states = {0};
        query.forEachFile(
                Workers.of(threads), file -> {}, new Count(), result -> states[0] += result.valueOrFailure()[0]);
        return states[0];
    }

    private static void print(String what, long states, long nanos) {
        System.out.printf("%-20s %.3f s, %.2f M states/s%n", what, nanos / 1e9, states * 1e3 / nanos);
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** States, and their time so that it must be parsed. */
    private static final class Count implements FileFold<long[]> {
        @Override
        public long[] begin(TraceFile file) {
            return new long[2];
        }

        @Override
        public void add(long[] sum, TraceCursor state) {
            sum[0]++;
            sum[1] += state.endNanos() - state.startNanos();
        }

        @Override
        public long[] append(long[] earlier, long[] later) {
            earlier[0] += later[0];
            earlier[1] += later[1];
            return earlier;
        }
    }
}
