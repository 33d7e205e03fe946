// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.Saturated;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.FileFold;
import org.hdtrace.format.query.FileResult;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Sums up the messages and the file accesses of a project's traces. Memory: one entry for each pair of ranks that talk and for
 * each rank and file, however long the traces are.
 *
 * <p>Thread: any; one call uses the threads that it is given.
 */
public final class TrafficReader {
    private static final String[] NAMES = Stream.concat(
                    Stream.of("*Send*", "*send*", "Start*", "File_*"), PosixCall.names().stream())
            .toArray(String[]::new);

    /** By rank; -1 for traces without one. */
    private final Map<Integer, RankTraffic> ranks = new TreeMap<>();

    private final Project project;
    private final Damages damages = new Damages();

    private TrafficReader(Project project) {
        this.project = project;
    }

    /**
     * Read the selected part of a project; the same for any number of threads.
     *
     * @param progress is told each trace before it is read, by one thread at a time
     */
    public static TrafficReader read(Project project, Selection selection, Workers workers, Consumer<Path> progress) {
        TrafficReader reader = new TrafficReader(project);
        Query states = Query.of(project).ranks(selection.ranks()).names(NAMES);
        try {
            states.forEachFile(workers, progress, new Sums(selection), reader::take);
        } catch (TraceFormatException e) {
            throw new IllegalStateException("damage of one trace ended the work on all", e);
        }
        reader.ranks.values().forEach(RankTraffic::finish);
        if (reader.isAtEnd()) {
            reader.damages.addBeyondRange(project.file());
        }
        return reader;
    }

    private record Sums(Selection selection) implements FileFold<RankTraffic> {
        @Override
        public RankTraffic begin(TraceFile file) {
            return new RankTraffic(selection);
        }

        @Override
        public void add(RankTraffic sum, TraceCursor state) throws TraceFormatException {
            sum.add(state);
        }

        @Override
        public RankTraffic append(RankTraffic earlier, RankTraffic later) {
            earlier.append(later);
            return earlier;
        }
    }

    private void take(FileResult<RankTraffic> result) {
        damages.add(result.damage());
        ranks.merge(result.file().rank(), result.value(), (earlier, later) -> {
            earlier.join(later);
            return earlier;
        });
    }

    /** By rank and over the ranks that used a file: whether a sum is larger than can be told. */
    private boolean isAtEnd() {
        return ranks.values().stream().anyMatch(RankTraffic::isAtEnd)
                || usesByName().values().stream().anyMatch(FileUse::isAtEnd);
    }

    /** Of the traces that were read; what is complete before the damage counts. */
    public Damages damages() {
        return damages;
    }

    /** Who sent what to whom, and which rank moved what to and from which file. */
    public MessageMatrix matrix() {
        List<MessageMatrix.Cell> cells = new ArrayList<>();
        List<MessageMatrix.RankOnFile> files = new ArrayList<>();
        Set<String> usesOfMpi = new HashSet<>();
        ranks.values()
                .forEach(rank -> rank.files.forEach((id, use) -> {
                    if (use.isMpi) {
                        usesOfMpi.add(nameOf(id, use));
                    }
                }));
        int count = rankCount();
        for (Map.Entry<Integer, RankTraffic> entry : ranks.entrySet()) {
            int rank = entry.getKey();
            for (Map.Entry<Integer, Tally> message : new TreeMap<>(entry.getValue().messages).entrySet()) {
                Tally tally = message.getValue();
                if (rank >= 0) {
                    cells.add(new MessageMatrix.Cell(rank, message.getKey(), tally.count(), tally.bytes()));
                }
                count = Math.max(count, message.getKey() + 1);
            }
            entry.getValue().files.forEach((id, use) -> {
                // What both layers moved is the same data.
                if (!use.isIdle() && (use.isMpi || !usesOfMpi.contains(nameOf(id, use)))) {
                    files.add(new MessageMatrix.RankOnFile(
                            nameOf(id, use), rank, use.reads.calls.bytes(), use.writes.calls.bytes()));
                }
            });
        }
        return new MessageMatrix(count, cells, mergedByName(files));
    }

    /** A program may give one file several ids. */
    private static List<MessageMatrix.RankOnFile> mergedByName(List<MessageMatrix.RankOnFile> files) {
        Map<String, Map<Integer, MessageMatrix.RankOnFile>> byName = new TreeMap<>();
        for (MessageMatrix.RankOnFile file : files) {
            byName.computeIfAbsent(file.file(), unused -> new TreeMap<>()).merge(file.rank(), file, TrafficReader::sum);
        }
        return byName.values().stream().flatMap(rows -> rows.values().stream()).toList();
    }

    private static MessageMatrix.RankOnFile sum(MessageMatrix.RankOnFile a, MessageMatrix.RankOnFile b) {
        return new MessageMatrix.RankOnFile(
                a.file(),
                a.rank(),
                Saturated.add(a.bytesRead(), b.bytesRead()),
                Saturated.add(a.bytesWritten(), b.bytesWritten()));
    }

    /** One row for each file, by name. */
    public List<FileTraffic> files() {
        List<FileTraffic> rows = new ArrayList<>();
        usesByName().forEach((file, use) -> {
            if (!use.isIdle()) {
                rows.add(use.traffic(file.name()));
            }
        });
        return rows;
    }

    /** A file as one layer knows it; that of MPI comes first. */
    private record Layered(String name, boolean isMpi) implements Comparable<Layered> {
        @Override
        public int compareTo(Layered other) {
            int names = name.compareTo(other.name);
            return names != 0 ? names : Boolean.compare(other.isMpi, isMpi);
        }
    }

    private Map<Layered, FileUse> usesByName() {
        Map<Layered, FileUse> byName = new TreeMap<>();
        ranks.values()
                .forEach(rank -> rank.files.forEach((id, use) -> byName.computeIfAbsent(
                                new Layered(nameOf(id, use), use.isMpi), unused -> new FileUse())
                        .addSums(use)));
        return byName;
    }

    private static String nameOf(long id, FileUse use) {
        return use.name.isEmpty() ? "fid " + id : use.name;
    }

    /** The ranks that have a trace, or of the largest communicator that the project knows. */
    private int rankCount() {
        int traced = project.traces().stream().mapToInt(TraceFile::rank).max().orElse(-1) + 1;
        int known = project.communicators().stream()
                .map(Communicator::members)
                .flatMap(List::stream)
                .mapToInt(Member::global)
                .max()
                .orElse(-1);
        return Math.max(traced, known + 1);
    }
}
