// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.statistics.StatisticsWriter;

/**
 * The load of all hosts in the project of one application. It is written at the end, for only then is it known what {@link LoadSeries}
 * keeps; files of a few hosts are made before, while the simulation runs.
 */
final class LoadFiles {
    private static final int FEW = 1024;

    private final WriterPool pool;
    private final Path folder;
    private final String project;
    private final OutputTopology topology;
    private final int[] hosts;
    /** By host; null where none is made yet. */
    private final StatisticsWriter[] writers;

    LoadFiles(WriterPool pool, Path folder, String project, OutputTopology topology, int[] hosts) throws IOException {
        this.pool = pool;
        this.folder = folder;
        this.project = project;
        this.topology = topology;
        this.hosts = hosts;
        this.writers = new StatisticsWriter[hosts.length];
        if (hosts.length <= FEW) {
            for (int i = 0; i < hosts.length; i++) {
                writers[i] = create(i);
            }
        }
    }

    void write(LoadSeries series) throws IOException {
        for (int i = 0; i < hosts.length; i++) {
            try (StatisticsWriter writer = writers[i] == null ? create(i) : writers[i]) {
                for (int sample = 0; sample < series.samples(); sample++) {
                    writer.setDouble(0, series.utilisation(sample, i));
                    writer.endRecord(series.time(sample));
                }
            }
        }
        Arrays.fill(writers, null);
    }

    private StatisticsWriter create(int host) throws IOException {
        return StatisticsFiles.load(pool, folder, project, topology.path(hosts[host]));
    }
}
