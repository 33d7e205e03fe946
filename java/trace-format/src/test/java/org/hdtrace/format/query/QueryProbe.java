// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.SampleProject.Seen;
import org.hdtrace.format.trace.TraceCursor;

/** Asks random questions about traces of any content, damaged ones too, and answers them by hand as well. */
public final class QueryProbe {
    private static final int QUESTIONS = 3;
    private static final int OPEN_FILES = 4;
    private static final long SMALL_BUFFER = 20_000;

    private QueryProbe() {}

    /**
     * What a query finds in each trace is what a filter leaves over of everything. Where a trace is damaged, the query may come
     * further, for it does not look at what is not asked for.
     *
     * @return entries that were found
     * @throws AssertionError when a query finds anything else
     */
    public static int check(Path projectFile, long seed) throws IOException, TraceFormatException {
        int found = 0;
        try (SampleProject project = new SampleProject(Project.open(projectFile))) {
            Random random = new Random(seed);
            boolean whole = true;
            for (int i = 0; i < project.content().size(); i++) {
                whole &= project.findings(i).isEmpty();
            }
            for (int i = 0; i < QUESTIONS; i++) {
                QueryCase one = question(project, random);
                found += files(project, one);
                if (whole) {
                    streams(project, one, random);
                }
            }
        }
        return found;
    }

    private static QueryCase question(SampleProject project, Random random) {
        List<Seen> all = project.content().stream().flatMap(List::stream).toList();
        QueryCase one = QueryCase.all();
        if (!all.isEmpty() && random.nextBoolean()) {
            long a = time(all, random);
            long b = time(all, random);
            long from = Math.min(a, b);
            long to = Math.max(a, b);
            one = one.and(q -> q.between(from, to), seen -> QueryCase.touches(seen.entry(), from, to));
        }
        if (!all.isEmpty() && random.nextBoolean()) {
            String name = all.get(random.nextInt(all.size())).entry().name();
            String letter = name.isEmpty() || !Character.isLetterOrDigit(name.charAt(0)) ? "S" : name.substring(0, 1);
            one = one.and(
                    q -> q.names(letter + "*"), seen -> seen.entry().name().startsWith(letter));
        }
        if (random.nextBoolean()) {
            int least = random.nextInt(3);
            int most = least + random.nextInt(2);
            one = one.and(q -> q.depth(least, most), seen -> seen.depth() >= least && seen.depth() <= most);
        }
        return one.kinds(random.nextInt(6));
    }

    /** Often exactly when something begins or ends. */
    private static long time(List<Seen> all, Random random) {
        Seen seen = all.get(random.nextInt(all.size()));
        long time =
                random.nextBoolean() ? seen.entry().startNanos() : seen.entry().endNanos();
        return Math.max(Long.MIN_VALUE + 1, Math.min(Long.MAX_VALUE - 1, time)) + random.nextInt(3) - 1;
    }

    private static int files(SampleProject project, QueryCase one) throws TraceFormatException {
        List<List<Seen>> expected = one.perFile(project);
        List<List<Seen>> found = new ArrayList<>();
        one.query()
                .apply(Query.of(project.project()))
                .forEachFile(Workers.of(1), file -> {}, new Collecting(), result -> found.add(result.value()));
        int entries = 0;
        for (int i = 0; i < expected.size(); i++) {
            int least = expected.get(i).size();
            boolean whole = project.findings(i).isEmpty();
            List<Seen> seen = found.get(i);
            if (seen.size() < least || (whole && seen.size() > least)) {
                throw new AssertionError("file " + i + ": " + seen.size() + " entries, must be " + least);
            }
            require(expected.get(i), seen.subList(0, least), "file " + i);
            entries += seen.size();
        }
        return entries;
    }

    private static void streams(SampleProject project, QueryCase one, Random random) {
        Query query = one.query().apply(Query.of(project.project()));
        if (random.nextBoolean()) {
            query = query.openFiles(OPEN_FILES).buffer(SMALL_BUFFER);
        }
        require(one.byStart(project), read(query.byStart()), "by start");
        require(one.byEnd(project), read(query.byEnd()), "by end");
    }

    private static List<Seen> read(TraceStream stream) {
        List<Seen> found = new ArrayList<>();
        try (stream) {
            while (stream.next()) {
                found.add(new Seen(
                        stream.file(), stream.depth(), stream.isOrphan(), stream.byteOffset(), stream.entry()));
            }
        }
        return found;
    }

    private static void require(List<Seen> expected, List<Seen> found, String where) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            if (!expected.get(i).equals(found.get(i))) {
                throw new AssertionError(where + ", " + i + ": " + found.get(i) + ", must be " + expected.get(i));
            }
        }
        if (expected.size() != found.size()) {
            throw new AssertionError(where + ": " + found.size() + " entries, must be " + expected.size());
        }
    }

    private static final class Collecting implements FileFold<List<Seen>> {
        private TraceFile file;

        @Override
        public List<Seen> begin(TraceFile next) {
            file = next;
            return new ArrayList<>();
        }

        @Override
        public void add(List<Seen> seen, TraceCursor entry) {
            seen.add(new Seen(file, entry.depth(), entry.isOrphan(), entry.byteOffset(), entry.entry()));
        }

        @Override
        public List<Seen> append(List<Seen> earlier, List<Seen> later) {
            earlier.addAll(later);
            return earlier;
        }
    }
}
