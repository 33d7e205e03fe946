// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A finished store: the rows of all traces of a project in one file. Big endian; it begins with {@code HDSV}, int32
 * version, int64 place and int32 length of the foot, int32 CRC-32C of the foot; the foot ends the file. Immutable; any
 * thread.
 */
public final class StoreFile {
    static final int HEAD_BYTES = 24;
    private static final int MAGIC = 0x48445356;
    private static final int VERSION = 3;
    private static final int MOST_NOTES = 1000;

    private final Space space;
    private final List<String> categories;
    private final List<StoredTrace> traces;

    private StoreFile(Space space, List<String> categories, List<StoredTrace> traces) {
        this.space = space;
        this.categories = categories;
        this.traces = traces;
    }

    /** A store that is nowhere but in a space. */
    static StoreFile inSpace(Space space, List<String> categories, List<StoredTrace> traces) {
        return new StoreFile(space, List.copyOf(categories), List.copyOf(traces));
    }

    public Space space() {
        return space;
    }

    /** Who is told once, by any thread, when what is read turns out to be damaged. */
    public void onDamage(Consumer<DamagedStore> listener) {
        if (space instanceof MappedSpace mapped) {
            mapped.onDamage(listener);
        }
    }

    /** Names by the numbers that rows use. */
    public List<String> categories() {
        return categories;
    }

    /** In the order of the traces it was made of. */
    public List<StoredTrace> traces() {
        return traces;
    }

    /**
     * Opens a store of some traces.
     *
     * @throws IOException if there is none, it is damaged, or it was made of other traces; what it says tells which
     */
    static StoreFile open(Path file, List<Path> sources) throws IOException {
        // There may be 10^5 traces, which are not looked at for nothing.
        if (!Files.isRegularFile(file)) {
            throw new IOException("is not there");
        }
        return open(file, file, sources, SourceMark.of(sources));
    }

    /**
     * As {@link #open(Path, List)} where it is known what the traces are recognised by.
     *
     * @param place where the file will be
     */
    static StoreFile open(Path file, Path place, List<Path> sources, List<SourceMark> marks) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long length = channel.size();
            ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
            if (length < HEAD_BYTES || channel.read(head, 0) < HEAD_BYTES) {
                throw new IOException("is too short");
            }
            head.flip();
            if (head.getInt() != MAGIC) {
                throw new IOException("is no store");
            }
            int version = head.getInt();
            if (version != VERSION) {
                throw new IOException(
                        "is of version " + version + ", not " + VERSION + ": it is made anew of the traces");
            }
            long footPlace = head.getLong();
            int bytes = head.getInt();
            if (footPlace < HEAD_BYTES || bytes < 0 || footPlace + bytes != length) {
                throw new IOException("has a wrong length");
            }
            ByteBuffer foot = ByteBuffer.allocate(bytes);
            while (foot.hasRemaining() && channel.read(foot, footPlace + foot.position()) >= 0) {
                // Until all is read.
            }
            if (checksum(foot.flip()) != head.getInt()) {
                throw new IOException("has a damaged foot");
            }
            MappedSpace space = new MappedSpace(place, DamagedStore.keyOf(file), channel, length);
            return read(space, foot, footPlace, sources, marks);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("has a foot that makes no sense", e);
        }
    }

    private static StoreFile read(
            MappedSpace space, ByteBuffer foot, long place, List<Path> sources, List<SourceMark> marks)
            throws IOException {
        int count = foot.getInt();
        if (count != sources.size()) {
            throw new IOException("is of other traces");
        }
        List<StoredTrace> traces = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String name = text(foot);
            SourceMark mark = SourceMark.read(foot);
            if (!name.equals(sources.get(i).getFileName().toString()) || !mark.equals(marks.get(i))) {
                throw new IOException("is of other traces");
            }
            traces.add(new StoredTrace(
                    foot.getLong(), foot.getLong(), foot.getLong(), foot.getLong(), foot.get() != 0, texts(foot)));
        }
        List<String> categories = texts(foot);
        int[] checksums = new int[foot.getInt()];
        for (int i = 0; i < checksums.length; i++) {
            checksums[i] = foot.getInt();
        }
        space.setChecksums(checksums, place);
        return inSpace(space, categories, traces);
    }

    /** Writes foot and head; the space is complete before. */
    static void finish(
            FileSpace space,
            List<Path> sources,
            List<SourceMark> marks,
            List<String> categories,
            List<StoredTrace> traces)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream foot = new DataOutputStream(bytes);
        foot.writeInt(sources.size());
        for (int i = 0; i < sources.size(); i++) {
            writeText(foot, sources.get(i).getFileName().toString());
            ByteBuffer mark = ByteBuffer.allocate(SourceMark.BYTES);
            marks.get(i).write(mark);
            foot.write(mark.array());
            StoredTrace trace = traces.get(i);
            foot.writeLong(trace.place());
            foot.writeLong(trace.states());
            foot.writeLong(trace.earliestNanos());
            foot.writeLong(trace.latestNanos());
            foot.writeBoolean(trace.complete());
            writeTexts(
                    foot,
                    trace.notes().subList(0, Math.min(MOST_NOTES, trace.notes().size())));
        }
        writeTexts(foot, categories);
        // The head says where the foot is, so it is not among what the foot's checksums are of.
        long place = space.usedBytes();
        ByteBuffer head =
                ByteBuffer.allocate(HEAD_BYTES).putInt(MAGIC).putInt(VERSION).putLong(place);
        int chunks = (int) ((place + (1 << Space.CHUNK_SHIFT) - 1) >>> Space.CHUNK_SHIFT);
        int length = bytes.size() + Integer.BYTES + chunks * Integer.BYTES;
        head.putInt(length);
        writeFoot(space, place, head, bytes, foot, length);
    }

    private static void writeFoot(
            FileSpace space,
            long place,
            ByteBuffer head,
            ByteArrayOutputStream bytes,
            DataOutputStream foot,
            int length)
            throws IOException {
        int[] sums = MappedSpace.checksums(space, place);
        foot.writeInt(sums.length);
        for (int sum : sums) {
            foot.writeInt(sum);
        }
        if (bytes.size() != length) {
            throw new IllegalStateException("foot of " + bytes.size() + " bytes instead of " + length);
        }
        ByteBuffer whole = ByteBuffer.wrap(bytes.toByteArray());
        head.putInt(checksum(whole));
        space.writeEnd(place, whole);
        space.write(0, head.flip());
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes.duplicate());
        return (int) sum.getValue();
    }

    private static void writeTexts(DataOutputStream target, List<String> texts) throws IOException {
        target.writeInt(texts.size());
        for (String text : texts) {
            writeText(target, text);
        }
    }

    private static void writeText(DataOutputStream target, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        target.writeInt(bytes.length);
        target.write(bytes);
    }

    private static List<String> texts(ByteBuffer source) throws IOException {
        int count = source.getInt();
        if (count < 0 || count > source.remaining()) {
            throw new IOException("has a foot that makes no sense");
        }
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(text(source));
        }
        return texts;
    }

    private static String text(ByteBuffer source) throws IOException {
        int length = source.getInt();
        if (length < 0 || length > source.remaining()) {
            throw new IOException("has a foot that makes no sense");
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
