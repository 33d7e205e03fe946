// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Bytes that are needed for a while: few are on the heap, many in a mapped file of the folder for temporary files, which has lost its
 * name and ends with the last buffer of it. So what is made of a large run does not count against the heap. Thread: any.
 */
public final class ScratchBytes {
    /** So many are on the heap. */
    static final int FEW = 1 << 20;

    private ScratchBytes() {}

    /**
     * Zeros, as many as asked for; on the heap also where no file can be made, or the disk has less than twice the room.
     *
     * @param bytes how many, at most {@link Integer#MAX_VALUE}
     * @throws OutOfMemoryError if they are more
     */
    public static ByteBuffer of(long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new OutOfMemoryError("a column of " + bytes + " bytes");
        }
        if (bytes > FEW) {
            try {
                return mapped(bytes);
            } catch (IOException e) {
                System.getLogger(ScratchBytes.class.getName())
                        .log(System.Logger.Level.DEBUG, () -> "on the heap: " + e.getMessage());
            }
        }
        return ByteBuffer.allocate((int) bytes);
    }

    private static ByteBuffer mapped(long bytes) throws IOException {
        Path file = Files.createTempFile("sunshot", ".scratch");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // The file gets its blocks when it is written to, and a map of a full disk would end the program then. So
            // it is looked first, and as much is left over: other columns are filled at the same time, whose blocks
            // are still to come. It stays a guess, as others write to the disk, too; the heap has no such end.
            if (Files.getFileStore(file).getUsableSpace() < 2 * bytes) {
                throw new IOException("too little room for " + bytes + " bytes in " + file.getParent());
            }
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
