// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * One more file beside the store of a project, with what takes long to find in its traces. It is recognised by the traces as a store
 * is, and compared as a whole when it is read: where anything differs there is none. Big endian: {@code HDSC}, int32 version, int32
 * CRC-32C of what follows, the number of traces and their marks, then the content.
 *
 * <p>Immutable; any thread.
 */
public final class TraceCache {
    private static final int MAGIC = 0x48445343;
    private static final int VERSION = 1;
    private static final int HEAD_BYTES = 3 * Integer.BYTES;
    /** What is longer is not kept. */
    private static final long MOST_BYTES = 1L << 30;

    private final List<Path> places;
    private final List<Path> traces;
    private final List<SourceMark> marks;

    private TraceCache(List<Path> places, List<Path> traces, List<SourceMark> marks) {
        this.places = places;
        this.traces = traces;
        this.marks = marks;
    }

    /**
     * The file of a project.
     *
     * @param ending of its name instead of that of the store
     * @return empty where reading the traces again takes less than a look whether they are the same
     * @throws IOException if a trace can't be read
     */
    public static Optional<TraceCache> of(StoreFolder folder, Path project, String ending, List<Path> traces)
            throws IOException {
        if (StoreFolder.isSmall(traces)) {
            return Optional.empty();
        }
        List<Path> places = folder.places(project).stream()
                .map(place ->
                        place.resolveSibling(place.getFileName().toString().replaceFirst("[.][^.]*$", ending)))
                .toList();
        return Optional.of(new TraceCache(places, traces, SourceMark.of(traces)));
    }

    /** What is kept; empty if there is nothing, or it is of other traces, or damaged. */
    public Optional<ByteBuffer> read() {
        List<Path> newest = new ArrayList<>(places);
        Collections.reverse(newest);
        for (Path place : newest) {
            try (FileChannel file = FileChannel.open(place, StandardOpenOption.READ)) {
                Optional<ByteBuffer> content = content(file);
                if (content.isPresent()) {
                    return content;
                }
            } catch (IOException e) {
                System.getLogger(TraceCache.class.getName())
                        .log(System.Logger.Level.DEBUG, () -> "not used: " + place + ": " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    private Optional<ByteBuffer> content(FileChannel file) throws IOException {
        ByteBuffer marksNow = marks();
        if (file.size() < HEAD_BYTES + marksNow.remaining() || file.size() > MOST_BYTES) {
            return Optional.empty();
        }
        ByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
        if (bytes.getInt() != MAGIC || bytes.getInt() != VERSION || bytes.getInt() != checksum(bytes.slice())) {
            return Optional.empty();
        }
        ByteBuffer marksThen = bytes.slice(bytes.position(), marksNow.remaining());
        return marksThen.equals(marksNow)
                ? Optional.of(bytes.slice(
                        HEAD_BYTES + marksNow.remaining(), bytes.limit() - HEAD_BYTES - marksNow.remaining()))
                : Optional.empty();
    }

    /** Names count only by their checksum: they are those of the project anyway. */
    private ByteBuffer marks() {
        ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + traces.size() * (SourceMark.BYTES + Integer.BYTES));
        all.putInt(traces.size());
        for (int i = 0; i < traces.size(); i++) {
            all.putInt(traces.get(i).getFileName().toString().hashCode());
            marks.get(i).write(all);
        }
        return all.flip();
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return (int) sum.getValue();
    }

    /** Keeps a content, in pieces. Where it can't be written, or is very long, there is none. */
    public void write(List<ByteBuffer> pieces) {
        for (Path place : places) {
            try {
                Path draft = StoreFolder.draft(place);
                try {
                    write(draft, pieces);
                    StoreFolder.commit(draft, place);
                    return;
                } finally {
                    Files.deleteIfExists(draft);
                }
            } catch (IOException e) {
                System.getLogger(TraceCache.class.getName())
                        .log(System.Logger.Level.DEBUG, () -> "not kept: " + place + ": " + e.getMessage());
            }
        }
    }

    private void write(Path draft, List<ByteBuffer> pieces) throws IOException {
        List<ByteBuffer> all = new ArrayList<>(List.of(marks()));
        pieces.forEach(piece -> all.add(piece.duplicate()));
        CRC32C sum = new CRC32C();
        long length = HEAD_BYTES;
        for (ByteBuffer piece : all) {
            length += piece.remaining();
            sum.update(piece.duplicate());
        }
        if (length > MOST_BYTES) {
            throw new IOException("longer than " + MOST_BYTES + " bytes");
        }
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        all.add(
                0,
                head.putInt(MAGIC).putInt(VERSION).putInt((int) sum.getValue()).flip());
        try (FileChannel file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            for (ByteBuffer piece : all) {
                while (piece.hasRemaining()) {
                    file.write(piece);
                }
            }
        }
    }
}
