// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.nio.file.Path;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.statistics.StatisticsWriter;

/**
 * The load of all hosts in the project of one application, by the threads that write. It is written at the end, for only then is it
 * known what {@link LoadSeries} keeps; files of a few hosts are made before, while the simulation runs.
 */
final class LoadFiles {
    private static final int FEW = 1024;

    /** What a task keeps besides what all have in common. */
    private static final long TASK_BYTES = 64;

    private final OutputThreads threads;
    private final Path folder;
    private final String project;
    private final OutputTopology topology;
    private final int[] hosts;
    /** By host, of the thread that writes; null where none is made yet. */
    private final StatisticsWriter[] writers;

    LoadFiles(OutputThreads threads, Path folder, String project, OutputTopology topology, int[] hosts)
            throws IOException {
        this.threads = threads;
        this.folder = folder;
        this.project = project;
        this.topology = topology;
        this.hosts = hosts;
        this.writers = new StatisticsWriter[hosts.length];
        if (hosts.length <= FEW) {
            for (int i = 0; i < hosts.length; i++) {
                int host = i;
                threads.poolOf(i).later(TASK_BYTES, ofThread -> writers[host] = create(ofThread, host));
            }
        }
    }

    /** What the series has, which doesn't change any more. */
    void write(LoadSeries series) throws IOException {
        for (int i = 0; i < hosts.length; i++) {
            int host = i;
            threads.poolOf(i).later(TASK_BYTES, ofThread -> write(series, ofThread, host));
        }
    }

    private void write(LoadSeries series, WriterPool pool, int host) throws IOException {
        try (StatisticsWriter writer = writers[host] == null ? create(pool, host) : writers[host]) {
            for (int sample = 0; sample < series.samples(); sample++) {
                writer.setDouble(0, series.utilisation(sample, host));
                writer.endRecord(series.time(sample));
            }
        }
        writers[host] = null;
    }

    private StatisticsWriter create(WriterPool pool, int host) throws IOException {
        return StatisticsFiles.load(pool, folder, project, topology.path(hosts[host]));
    }
}
