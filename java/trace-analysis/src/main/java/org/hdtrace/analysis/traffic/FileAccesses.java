// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.FileFold;
import org.hdtrace.format.query.FileResult;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The reads and writes of a project's files one by one, as {@link TrafficReader} counts them. Memory: about 70 bytes for each, at most
 * {@link #MOST} of each trace are kept. Immutable; any thread. Source: SUNSHOT V-19.
 */
public final class FileAccesses {
    /** Of each trace, from its begin. */
    public static final int MOST = 1_000_000;

    private static final String[] NAMES =
            Stream.concat(Stream.of("File_*"), PosixCall.names().stream()).toArray(String[]::new);

    /** Behind the names of files that POSIX and stdio use. */
    private static final String POSIX = " (POSIX)";

    private final List<String> files;
    private final List<Access> accesses;
    private final List<Origin> origins;
    private final boolean cut;
    private final Damages damages;

    /**
     * A read or write.
     *
     * @param trace number of its trace in the project's list
     * @param file number of the file's name
     * @param startNanos ns since the epoch
     * @param endNanos ns since the epoch
     * @param offset of its first byte from the begin of the file, through the file view where the trace tells no more; -1 if unknown
     * @param bytes really moved where the trace tells, else asked for
     * @param blocking whether the call returns when its data have moved
     */
    public record Access(
            int trace,
            int file,
            boolean write,
            long startNanos,
            long endNanos,
            long offset,
            long bytes,
            boolean blocking) {}

    /** Where a trace is from. */
    private record Origin(String path, String rank) {}

    private FileAccesses(
            List<String> files, List<Access> accesses, List<Origin> origins, boolean cut, Damages damages) {
        this.files = List.copyOf(files);
        this.accesses = List.copyOf(accesses);
        this.origins = List.copyOf(origins);
        this.cut = cut;
        this.damages = damages;
    }

    /** Nothing. */
    public static FileAccesses none() {
        return new FileAccesses(List.of(), List.of(), List.of(), false, new Damages());
    }

    /**
     * Read the traces of a project.
     *
     * @param progress is told each trace before it is read, by one thread at a time
     */
    public static FileAccesses read(Project project, Workers workers, Consumer<Path> progress) {
        Reader reader = new Reader(project);
        try {
            Query.of(project).names(NAMES).forEachFile(workers, progress, new Lists(), reader::take);
        } catch (TraceFormatException e) {
            throw new IllegalStateException("damage of one trace ended the work on all", e);
        }
        return reader.result();
    }

    /** What one trace tells, with the numbers of open files instead of names. */
    private static final class OfTrace {
        private final Map<Long, String> names = new HashMap<>();
        private final List<Access> accesses = new ArrayList<>();
        private final List<Long> ids = new ArrayList<>();
        private final FileViews views = new FileViews();
        /** Accesses whose offset counts inside of a view. */
        private final BitSet relative = new BitSet();

        private boolean cut;
    }

    private record Lists() implements FileFold<OfTrace> {
        @Override
        public OfTrace begin(TraceFile file) {
            return new OfTrace();
        }

        @Override
        public void add(OfTrace all, TraceCursor state) {
            Transfer kind = state.isEvent() ? Transfer.OPEN : Transfer.of(state.name());
            long id = state.attributeLong("fid", -1);
            if (!state.isEvent()) {
                all.views.add(state, id);
            }
            switch (kind) {
                case OPEN -> name(all, id, state);
                case READ, WRITE -> access(all, id, kind == Transfer.WRITE, Transfer.accessOffset(state), state);
                case COPY -> {
                    access(all, id, false, Transfer.accessOffset(state), state);
                    access(all, state.attributeLong("toFid", -1), true, state.attributeLong("toOffset", -1), state);
                }
                case MESSAGE, PERSISTENT, START, NONE -> {}
            }
        }

        /** A file that MPI and POSIX use has one entry for each. */
        private static void name(OfTrace all, long id, TraceCursor state) {
            String name = state.attribute(state.isEvent() ? "path" : "name");
            if (name != null) {
                boolean isMpi = !state.isEvent() && Transfer.isMpi(state.name());
                all.names.putIfAbsent(id, isMpi ? name : name + POSIX);
            }
        }

        private static void access(OfTrace all, long id, boolean write, long offset, TraceCursor state) {
            all.cut |= all.accesses.size() == MOST;
            if (!all.cut) {
                all.relative.set(all.accesses.size(), FileViews.isRelative(state));
                all.ids.add(id);
                all.accesses.add(new Access(
                        -1,
                        -1,
                        write,
                        state.startNanos(),
                        state.endNanos(),
                        offset,
                        Transfer.accessBytes(state),
                        !Transfer.isDeferred(state.name())));
            }
        }

        @Override
        public OfTrace append(OfTrace earlier, OfTrace later) {
            later.names.forEach(earlier.names::putIfAbsent);
            for (int i = later.relative.nextSetBit(0); i >= 0; i = later.relative.nextSetBit(i + 1)) {
                earlier.relative.set(earlier.accesses.size() + i);
            }
            earlier.views.append(later.views);
            int room = Math.min(later.accesses.size(), MOST - earlier.accesses.size());
            earlier.cut |= later.cut || room < later.accesses.size();
            earlier.accesses.addAll(later.accesses.subList(0, room));
            earlier.ids.addAll(later.ids.subList(0, room));
            return earlier;
        }
    }

    /** Gives files their names, which any thread of a rank may have opened. */
    private static final class Reader {
        private final Project project;
        private final Map<Integer, OfTrace> traces = new TreeMap<>();
        private final Damages damages = new Damages();

        Reader(Project project) {
            this.project = project;
        }

        void take(FileResult<OfTrace> result) {
            damages.add(result.damage());
            traces.put(project.traces().indexOf(result.file()), result.value());
        }

        FileAccesses result() {
            Map<Integer, Map<Long, String>> names = new HashMap<>();
            List<Origin> origins = project.traces().stream()
                    .map(file -> new Origin(String.join("/", file.node().path()), String.valueOf(file.rank())))
                    .toList();
            traces.forEach((trace, own) -> {
                Map<Long, String> ofRank = names.computeIfAbsent(rank(trace), unused -> new HashMap<>());
                own.names.forEach(ofRank::putIfAbsent);
            });
            Map<String, Integer> files = new LinkedHashMap<>();
            List<Access> all = new ArrayList<>();
            boolean[] cut = new boolean[1];
            traces.forEach((trace, own) -> {
                cut[0] |= own.cut;
                FileViews.Places places = places(trace, own);
                for (int i = 0; i < own.accesses.size(); i++) {
                    long id = own.ids.get(i);
                    String name = names.get(rank(trace)).getOrDefault(id, "fid " + id);
                    int file = files.computeIfAbsent(name, unused -> files.size());
                    Access access = own.accesses.get(i);
                    all.add(new Access(
                            trace,
                            file,
                            access.write(),
                            access.startNanos(),
                            access.endNanos(),
                            own.relative.get(i) ? places.of(id, access.startNanos(), access.offset()) : access.offset(),
                            access.bytes(),
                            access.blocking()));
                }
                own.accesses.clear();
            });
            all.sort(Comparator.comparingLong(Access::startNanos));
            return new FileAccesses(List.copyOf(files.keySet()), all, origins, cut[0], damages);
        }

        /** Types are only looked at where a view was set. */
        private FileViews.Places places(int trace, OfTrace own) {
            TraceFile file = project.traces().get(trace);
            boolean needed = !own.views.isEmpty() && !own.relative.isEmpty();
            Map<Long, Datatype> types = needed ? project.datatypes(file.rank(), file.thread()) : Map.of();
            return own.views.places(DatatypeLayout.all(List.copyOf(types.values())));
        }

        private int rank(int trace) {
            return project.traces().get(trace).rank();
        }
    }

    /** Names as the programs gave them, {@code "fid N"} where no trace tells one. */
    public List<String> files() {
        return files;
    }

    /** By their start. */
    public List<Access> accesses() {
        return accesses;
    }

    /** Path of the node whose trace an access is from. */
    public String pathOf(Access access) {
        return origins.get(access.trace()).path();
    }

    /** Whether a trace has more than are kept. */
    public boolean isCut() {
        return cut;
    }

    /** Of the traces; what is complete before the damage is there. */
    public Damages damages() {
        return damages;
    }

    /** Which rank moved how much to or from which file, over the accesses that touch an interval. */
    public PairSums pairsIn(Interval interval) {
        return pairsIn(trace -> interval);
    }

    /** The same, with an interval for each trace by its number, as of ranks whose clocks are laid over others. */
    public PairSums pairsIn(IntFunction<Interval> ofTrace) {
        List<String> from = origins.stream()
                .map(Origin::rank)
                .distinct()
                .sorted(Comparator.comparingInt(Integer::parseInt))
                .toList();
        Map<String, Integer> places = new HashMap<>();
        from.forEach(rank -> places.put(rank, places.size()));
        PairSums.Builder sums = new PairSums.Builder(PairValues.Subject.ACCESSES, from, files);
        for (Access access : accesses) {
            if (ofTrace.apply(access.trace()).touches(access.startNanos(), access.endNanos())) {
                int rank = places.get(origins.get(access.trace()).rank());
                sums.add(rank, access.file(), access.bytes(), access.startNanos(), access.endNanos());
            }
        }
        return sums.build(damages);
    }

    /** How each file was used by the accesses that touch an interval, by name; opens are not counted. */
    public List<FileTraffic> files(Interval interval) {
        Map<List<Integer>, FileUse> uses = new LinkedHashMap<>();
        for (Access access : accesses) {
            if (interval.touches(access.startNanos(), access.endNanos())) {
                FileUse use = uses.computeIfAbsent(List.of(access.file(), access.trace()), unused -> new FileUse());
                use.isMpi = !files.get(access.file()).endsWith(POSIX);
                FileUse.Direction direction = access.write() ? use.writes : use.reads;
                direction.add(access.bytes());
                if (access.blocking()) {
                    direction.addTime(access.bytes(), access.endNanos() - access.startNanos());
                }
                if (access.offset() >= 0) {
                    use.place(access.offset(), access.bytes());
                }
            }
        }
        Map<String, FileUse> byName = new TreeMap<>();
        uses.forEach((key, use) -> byName.computeIfAbsent(files.get(key.get(0)), unused -> new FileUse())
                .addSums(use));
        return byName.entrySet().stream()
                .map(use -> use.getValue().traffic(use.getKey()))
                .toList();
    }

    /**
     * How far accesses begin from where the one before them of the same process in the same file ended; classes without one are not in
     * the maps.
     */
    public record Seeks(Map<SeekDistance, Long> reads, Map<SeekDistance, Long> writes) {}

    /**
     * The seeks of the accesses that touch an interval.
     *
     * @param file number of a file, or -1 for all
     */
    public Seeks seeks(Interval interval, int file) {
        Seeks counts = new Seeks(new EnumMap<>(SeekDistance.class), new EnumMap<>(SeekDistance.class));
        Map<List<Integer>, Long> ends = new HashMap<>();
        for (Access access : accesses) {
            boolean wanted = file < 0 || access.file() == file;
            if (wanted && access.offset() >= 0) {
                Long before = ends.put(List.of(access.file(), access.trace()), access.offset() + access.bytes());
                if (before != null && interval.touches(access.startNanos(), access.endNanos())) {
                    SeekDistance distance = SeekDistance.of(access.offset() - before);
                    (access.write() ? counts.writes() : counts.reads()).merge(distance, 1L, Long::sum);
                }
            }
        }
        return counts;
    }
}
