// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;

/**
 * A file of SLOG-2, version 2.0.6. At its begin are the version and where the other parts are: categories (what kinds of entries there
 * are), maps of lines (which line belongs to which rank and thread), and a directory of the nodes of a tree. A node holds the entries
 * that fit into its time and into that of no node below it, and previews of those below it, which are not needed here.
 *
 * <p>What is read at once is checked to lie in the file. Thread: one thread at a time. Source: the format as MPE2's SLOG-2 SDK
 * writes it.
 */
final class Slog2File implements AutoCloseable {
    /** How the version of any file begins. */
    private static final String MAGIC = "SLOG 2";

    private static final String VERSION = "SLOG 2.0.6";
    /** More than the version of any file takes. */
    private static final int LONGEST_VERSION = 64;
    /** More than the version and seven places take. */
    private static final int HEAD = 256;
    /** Bytes of a place: where it is and how long. */
    private static final int PLACE = 12;

    private final Path path;
    private final SeekableByteChannel channel;
    private final long length;
    private final Map<Integer, Slog2Category> categories = new HashMap<>();
    private final List<Slog2LineMap> lineMaps = new ArrayList<>();
    private final List<Slog2NodePlace> nodes = new ArrayList<>();

    /** Where a part of the file is. */
    private record Place(long at, int size) {
        boolean isNone() {
            return at == 0 || size <= 0;
        }
    }

    private Slog2File(Path path, SeekableByteChannel channel, long length) {
        this.path = path;
        this.channel = channel;
        this.length = length;
    }

    /**
     * Opens a file and reads everything but the nodes.
     *
     * @throws TraceFormatException if it is none, or damaged; names file, place and cause
     */
    static Slog2File open(Path path) throws TraceFormatException {
        if (Files.isDirectory(path)) {
            throw TraceFormatException.atByte(path, 0, "is a folder, no file of SLOG-2");
        }
        try {
            return open(path, Files.newByteChannel(path));
        } catch (NoSuchFileException e) {
            throw TraceFormatException.atByte(path, 0, "can't be opened: no such file");
        } catch (IOException e) {
            throw TraceFormatException.atByte(path, 0, "can't be opened: " + e.getMessage());
        }
    }

    /** The same of a channel, which is closed with the file, or at once if that can't be read. */
    static Slog2File open(Path path, SeekableByteChannel channel) throws TraceFormatException, IOException {
        boolean opened = false;
        try {
            Slog2File file = new Slog2File(path, channel, channel.size());
            file.readHead();
            opened = true;
            return file;
        } finally {
            if (!opened) {
                close(path, channel);
            }
        }
    }

    private void readHead() throws TraceFormatException {
        Slog2Block head = new Slog2Block(path, 0, bytes(0, (int) Math.min(HEAD, length)), "the head");
        int letters = head.remaining() < 2 ? 0 : head.getShort();
        if (letters < MAGIC.length() || letters > Math.min(LONGEST_VERSION, head.remaining())) {
            throw head.error(0, "this is no file of SLOG-2");
        }
        String version = new String(head.getBytes(letters), StandardCharsets.ISO_8859_1);
        if (!version.startsWith(MAGIC)) {
            throw head.error(0, "this is no file of SLOG-2");
        }
        if (!version.equals(VERSION)) {
            throw head.error(2, "version '" + version + "' is not known, only '" + VERSION + "'");
        }
        // Children of a node, size of a leaf, depth of the tree, size of the largest part.
        head.skip(2 + 4 + 2 + 4);
        Place categoriesAt = place(head);
        head.skip(PLACE);
        Place mapsAt = place(head);
        head.skip(PLACE);
        Place directoryAt = place(head);
        if (directoryAt.isNone()) {
            throw head.error("tells of no directory of the tree: whoever wrote the file has not closed it");
        }
        readDirectory(block(directoryAt, "the directory of the tree"));
        readCategories(block(categoriesAt, "the categories"));
        if (!mapsAt.isNone()) {
            readMaps(block(mapsAt, "the maps of lines"));
        }
    }

    private static Place place(Slog2Block block) throws TraceFormatException {
        return new Place(block.getLong(), block.getInt());
    }

    private Slog2Block block(Place place, String what) throws TraceFormatException {
        if (place.isNone()) {
            throw TraceFormatException.atByte(path, 0, "the head: tells of no place of " + what);
        }
        if (place.at() < 0 || place.at() > length - place.size()) {
            throw TraceFormatException.atByte(
                    path,
                    Math.max(0, Math.min(place.at(), length)),
                    what + ": " + place.size() + " bytes at byte " + place.at() + " are beyond the end of the file at "
                            + length);
        }
        return new Slog2Block(path, place.at(), bytes(place.at(), place.size()), what);
    }

    private ByteBuffer bytes(long at, int size) throws TraceFormatException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        try {
            channel.position(at);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Some at a time.
            }
        } catch (IOException e) {
            throw TraceFormatException.atByte(path, at, "can't be read: " + e.getMessage());
        }
        return bytes.flip();
    }

    private void readDirectory(Slog2Block block) throws TraceFormatException {
        int count = block.getMany("nodes", Slog2NodePlace.BYTES);
        for (int i = 0; i < count; i++) {
            nodes.add(Slog2NodePlace.read(block));
        }
        Slog2NodePlace.checkApart(block, nodes);
    }

    private void readCategories(Slog2Block block) throws TraceFormatException {
        int count = block.getMany("categories", Slog2Category.LEAST_BYTES);
        for (int i = 0; i < count; i++) {
            Slog2Category category = Slog2Category.read(block);
            categories.put(category.number(), category);
        }
    }

    private void readMaps(Slog2Block block) throws TraceFormatException {
        int count = block.getMany("maps", Slog2LineMap.LEAST_BYTES);
        for (int i = 0; i < count; i++) {
            lineMaps.add(Slog2LineMap.read(block));
        }
    }

    /** Which line belongs to what, in the ways that the file tells. */
    List<Slog2LineMap> lineMaps() {
        return lineMaps;
    }

    /** All nodes, in no order that matters. */
    List<Slog2NodePlace> nodes() {
        return nodes;
    }

    /** Reads a node. */
    List<Slog2Primitive> read(Slog2NodePlace node) throws TraceFormatException {
        Slog2Block block = block(new Place(node.at(), node.size()), "a node of the tree");
        node.checkHead(block);
        return Slog2Node.read(block, categories);
    }

    @Override
    public void close() {
        close(path, channel);
    }

    private static void close(Path path, SeekableByteChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It was only read.
            System.getLogger(Slog2File.class.getName()).log(System.Logger.Level.DEBUG, path.toString(), e);
        }
    }
}
