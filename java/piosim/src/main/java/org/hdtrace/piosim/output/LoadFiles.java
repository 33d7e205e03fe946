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

    /** Hosts whose files are written side by side: what a sample says of so many stands in one or two lines of the cache. */
    private static final int GROUP = 8;

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
                poolOf(i).later(TASK_BYTES, ofThread -> writers[host] = create(ofThread, host));
            }
        }
    }

    /** What the series has, which doesn't change any more. */
    void write(LoadSeries series) throws IOException {
        for (int i = 0; i < hosts.length; i += GROUP) {
            int first = i;
            int end = Math.min(hosts.length, i + GROUP);
            poolOf(i).later((end - first) * TASK_BYTES, ofThread -> write(series, ofThread, first, end));
        }
    }

    /** Of a host the same as of all in its group. */
    private WriterPool poolOf(int host) {
        return threads.poolOf(host / GROUP);
    }

    private void write(LoadSeries series, WriterPool pool, int first, int end) throws IOException {
        for (int host = first; host < end; host++) {
            if (writers[host] == null) {
                writers[host] = create(pool, host);
            }
        }
        for (int sample = 0; sample < series.samples(); sample++) {
            long time = series.time(sample);
            for (int host = first; host < end; host++) {
                writers[host].setDouble(0, series.utilisation(sample, host));
                writers[host].endRecord(time);
            }
        }
        for (int host = first; host < end; host++) {
            writers[host].close();
            writers[host] = null;
        }
    }

    private StatisticsWriter create(WriterPool pool, int host) throws IOException {
        return StatisticsFiles.load(pool, folder, project, topology.path(hosts[host]));
    }
}
