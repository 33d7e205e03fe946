// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The results of a sweep on disk. Beside {@code results.csv} lies {@code results.csv.sweep}, which says what was asked
 * for and stays, and, until all points are done, a {@code results.csv.part-RANK-of-SIZE} of each process. Every process
 * reads all parts at its beginning, so the next run goes on where one was ended, with any number of processes.
 *
 * <p>The results come into being at once and complete, by renaming. {@link #add} may be called by any thread.
 */
public final class ResultStore implements AutoCloseable {
    /** Begins the line of a description that says which version of the simulator makes the results. */
    public static final String VERSION = "version ";

    private final Path results;
    private final String header;
    private final int points;
    private final FileChannel descriptionFile;
    private SweepLock lock;
    private PartFile part;
    private final BitSet done = new BitSet();

    private ResultStore(Path results, String header, int points, FileChannel descriptionFile) {
        this.results = results;
        this.header = header;
        this.points = points;
        this.descriptionFile = descriptionFile;
    }

    /**
     * Begin, or go on with, a sweep.
     *
     * @param description lines that are equal only for sweeps with equal results
     * @param header first line of the results
     * @throws SweepException when the results are those of another sweep, or one is at work on them
     */
    public static ResultStore open(Path results, String description, String header, int points, Share share)
            throws IOException, SweepException {
        Path descriptionPath = sibling(results, ".sweep");
        if (Files.exists(results) && !Files.exists(descriptionPath)) {
            throw new SweepException(results + ": exists, and " + descriptionPath.getFileName()
                    + " doesn't, which would tell of what sweep it is; remove it or choose another file");
        }
        FileChannel file = FileChannel.open(
                descriptionPath, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        ResultStore store = new ResultStore(results, header, points, file);
        try {
            store.begin(description, share);
            return store;
        } catch (IOException | SweepException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Which points need not be simulated any more. */
    public BitSet done() {
        return (BitSet) done.clone();
    }

    /** Keep the row of a point. */
    public synchronized void add(int point, String row) throws IOException {
        part.add(point, row);
    }

    /**
     * Put the parts together if no point is missing in them.
     *
     * @return whether the results are complete now
     */
    public boolean merge() throws IOException {
        if (part != null) {
            part.close();
            part = null;
        }
        FileLock alone = lock.alone();
        try {
            if (Files.exists(results)) {
                return true;
            }
            String[] rows = new String[points];
            int count = 0;
            for (Path file : parts()) {
                PartFile.read(file, (point, row) -> rows[point] = row);
            }
            for (String row : rows) {
                count += row == null ? 0 : 1;
            }
            if (count < points) {
                return false;
            }
            write(rows);
            removeParts();
            return true;
        } finally {
            alone.release();
        }
    }

    /** The complete results: the header and the rows. */
    public List<String> rows() throws IOException {
        return Files.readAllLines(results);
    }

    @Override
    public void close() throws IOException {
        try (descriptionFile) {
            if (part != null) {
                part.close();
            }
        }
    }

    private void begin(String description, Share share) throws IOException, SweepException {
        lock = SweepLock.take(descriptionFile, share);
        if (lock == null) {
            throw new SweepException(results + ": another sweep is at work on it");
        }
        FileLock alone = lock.alone();
        try {
            describe(description);
            if (Files.exists(results)) {
                removeParts();
                done.set(0, points);
                return;
            }
        } finally {
            alone.release();
        }
        for (Path file : parts()) {
            PartFile.read(file, (point, row) -> done.set(point));
        }
        part = PartFile.append(sibling(results, ".part-" + share.rank() + "-of-" + share.size()));
    }

    /** Write the description, or compare it with that of earlier processes. */
    private void describe(String description) throws IOException, SweepException {
        String whole = description + "end\n";
        ByteBuffer read = ByteBuffer.allocate((int) descriptionFile.size());
        while (read.hasRemaining() && descriptionFile.read(read, read.position()) >= 0) {
            // until everything is read
        }
        String earlier = new String(read.array(), 0, read.position(), StandardCharsets.UTF_8);
        if (earlier.equals(whole)) {
            return;
        }
        if (earlier.endsWith("\nend\n") || !parts().isEmpty() || Files.exists(results)) {
            throw new SweepException(results + ": " + refusal(earlier, whole)
                    + " choose another file, or remove it with all " + results.getFileName() + ".*");
        }
        ByteBuffer text = StandardCharsets.UTF_8.encode(whole);
        descriptionFile.truncate(0);
        while (text.hasRemaining()) {
            descriptionFile.write(text, text.position());
        }
        descriptionFile.force(true);
    }

    private static String refusal(String earlier, String now) {
        String before = version(earlier);
        if (!earlier.endsWith("\nend\n") || before.equals(version(now))) {
            return "belongs to another sweep, with " + difference(earlier, now) + ";";
        }
        String other = before.isEmpty() ? "an earlier version" : VERSION + before;
        return "was begun by " + other + " of the simulator, this is " + VERSION + version(now)
                + ", whose results may differ;" + " go on with " + (before.isEmpty() ? "that" : VERSION + before) + ",";
    }

    /** Empty where none is told. */
    private static String version(String description) {
        return description
                .lines()
                .filter(line -> line.startsWith(VERSION))
                .map(line -> line.substring(VERSION.length()))
                .findFirst()
                .orElse("");
    }

    private static String difference(String earlier, String now) {
        List<String> other = earlier.lines().toList();
        List<String> own = now.lines().toList();
        int line = 0;
        while (line < Math.min(other.size(), own.size()) && other.get(line).equals(own.get(line))) {
            line++;
        }
        return "'" + (line < other.size() ? other.get(line) : "") + "' instead of '"
                + (line < own.size() ? own.get(line) : "") + "'";
    }

    private void write(String[] rows) throws IOException {
        Path complete = sibling(results, ".tmp");
        try (FileChannel channel = FileChannel.open(
                        complete,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
                BufferedWriter writer = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8))) {
            writer.write(header + "\n");
            for (String row : rows) {
                writer.write(row + "\n");
            }
            writer.flush();
            channel.force(true);
        }
        Files.move(complete, results, StandardCopyOption.ATOMIC_MOVE);
    }

    private void removeParts() throws IOException {
        for (Path file : parts()) {
            Files.delete(file);
        }
        Files.deleteIfExists(sibling(results, ".tmp"));
    }

    private List<Path> parts() throws IOException {
        List<Path> parts = new ArrayList<>();
        String start = results.getFileName() + ".part-";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                results.toAbsolutePath().getParent(),
                file -> file.getFileName().toString().startsWith(start))) {
            files.forEach(parts::add);
        }
        return parts;
    }

    private static Path sibling(Path results, String ending) {
        return results.resolveSibling(results.getFileName() + ending);
    }
}
