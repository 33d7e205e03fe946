// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexProbe;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.QueryProbe;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.TraceCursor;

/** What is under test: reads a file to its end and tells what it delivered. */
enum Target {
    TRACE(".trc", true) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            try (TraceCursor cursor = TraceCursor.open(file)) {
                while (cursor.next()) {
                    // Whether the parent is missing depends on what comes later.
                    to.add(31 * cursor.depth() + cursor.entry().hashCode());
                }
            }
        }
    },
    STATISTICS(".stat", true) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                to.add(reader.group().hashCode());
                if (reader.findings().stream().anyMatch(one -> one.text().equals(BY_LENGTH))) {
                    to.doubt();
                }
                while (reader.next()) {
                    int hash = Long.hashCode(reader.timeNanos());
                    for (int i = 0; i < reader.group().values().size(); i++) {
                        hash = 31 * hash + reader.stringValue(i).hashCode();
                    }
                    to.add(hash);
                }
            }
        }
    },
    RELATION(".rel", true) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            try (RelationReader reader = RelationReader.open(file)) {
                for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                    to.add(event.hashCode());
                }
            }
        }
    },
    PROJECT(".proj", false) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            Project project = Project.open(file);
            to.add(project.content().hashCode());
            to.add(project.findings().size());
        }
    },
    /** Random questions about a project of which one trace is the input, with indexes made before that was damaged. */
    QUERY(".trc", false) {
        private static final String PROJECT =
                "<Application name='app'><Topology><Level type='Rank'><Level type='Thread'>"
                        + "</Level></Level><Node name='0'><Node name='0'/><Node name='1'/></Node></Topology></Application>";

        @Override
        void prepare(Seeds.Seed seed, Path folder) throws IOException {
            Files.writeString(folder.resolve("app.proj"), PROJECT);
            Path whole = Files.write(folder.resolve("app_0_1.trc"), seed.bytes());
            try {
                Path index = IndexStore.beside().build(whole, () -> false);
                Files.copy(index, folder.resolve("app_0_0.trc.idx"), StandardCopyOption.REPLACE_EXISTING);
            } catch (TraceFormatException e) {
                // Not every trace can have one.
                return;
            }
        }

        @Override
        Path input(Seeds.Seed seed, Path folder) {
            return folder.resolve("app_0_0.trc");
        }

        @Override
        void read(Path file, Delivery to) throws IOException, TraceFormatException {
            Path project = file.resolveSibling("app.proj");
            to.add(QueryProbe.check(project, Arrays.hashCode(Files.readAllBytes(file))));
            to.add(0);
        }
    },
    /** Random places of compressed text. */
    PLACES(".trc.zst", false) {
        @Override
        void read(Path file, Delivery to) throws IOException, TraceFormatException {
            PlaceProbe.check(file, Arrays.hashCode(Files.readAllBytes(file)), to);
        }
    },
    /** The index of an undamaged trace, which the seed's name tells. */
    INDEX(".trc.idx", false) {
        @Override
        void prepare(Seeds.Seed seed, Path folder) throws IOException {
            Seeds.indexed(seed.name(), folder.resolve("input.trc"));
        }

        @Override
        void read(Path file, Delivery to) throws IOException, TraceFormatException {
            IndexProbe probe = IndexProbe.of(file.resolveSibling("input.trc"));
            to.add(probe.ask(Files.readAllBytes(file)));
            to.add(0);
        }
    };

    private static final String BY_LENGTH = "only the file's length tells whether it has a start stamp";

    private final String ending;
    private final boolean stream;

    Target(String ending, boolean stream) {
        this.ending = ending;
        this.stream = stream;
    }

    /** Read all of a file. */
    abstract void read(Path file, Delivery to) throws IOException, TraceFormatException;

    /** Lay down what is beside the inputs made of a seed; it stays for all of them. */
    void prepare(Seeds.Seed seed, Path folder) throws IOException {
        // Most files are read alone.
    }

    /** Where an input is written to. */
    Path input(Seeds.Seed seed, Path folder) {
        return folder.resolve("input" + ending);
    }

    /** Ending of the names of its files. */
    String ending() {
        return ending;
    }

    /** Whether it delivers piece by piece, so that damage spares what comes before it. */
    boolean isStream() {
        return stream;
    }
}
