// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * Rows of finished points in the order in which they finished: a line {@code CHECKSUM POINT ROW} for each, in one write.
 * A line that was cut or damaged is as if it weren't there. One writer, any number of readers.
 */
final class PartFile implements AutoCloseable {
    /** Is told of each row. */
    @FunctionalInterface
    interface Rows {
        void row(int point, String text);
    }

    private static final int CHECKSUM_DIGITS = 8;

    private final FileChannel channel;

    private PartFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Open a file to add rows; a cut line at its end is removed. */
    static PartFile append(Path file) throws IOException {
        long whole = Files.exists(file) ? endOfLastLine(Files.readAllBytes(file)) : 0;
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(whole);
        channel.position(whole);
        return new PartFile(channel);
    }

    /** Read the rows that are whole. */
    static void read(Path file, Rows target) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, 0, endOfLastLine(bytes), StandardCharsets.UTF_8);
        text.lines().forEach(line -> {
            int space = line.indexOf(' ', CHECKSUM_DIGITS + 1);
            if (space > 0 && line.startsWith(checksum(line.substring(CHECKSUM_DIGITS + 1)) + " ")) {
                target.row(Integer.parseInt(line.substring(CHECKSUM_DIGITS + 1, space)), line.substring(space + 1));
            }
        });
    }

    void add(int point, String row) throws IOException {
        String content = point + " " + row;
        ByteBuffer line = StandardCharsets.UTF_8.encode(checksum(content) + " " + content + "\n");
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }

    /** Writes everything through to the disk first. */
    @Override
    public void close() throws IOException {
        try (channel) {
            channel.force(false);
        }
    }

    private static int endOfLastLine(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static String checksum(String content) {
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", crc.getValue());
    }
}
