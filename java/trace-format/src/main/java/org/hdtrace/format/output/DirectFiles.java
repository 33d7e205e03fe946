// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes at once, with a bounded number of open files; those that were used least recently are closed, and opened again. */
final class DirectFiles implements FileSink {
    private static final OpenOption[] MAKE = {
        StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
    };
    private static final OpenOption[] GO_ON = {StandardOpenOption.APPEND};

    private final int most;
    /** The least recently used one first. */
    private final Map<FileState, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

    DirectFiles(int most) {
        this.most = most;
    }

    @Override
    public byte[] append(FileState file, byte[] bytes, int length) throws IOException {
        try {
            FileChannel channel = channel(file);
            ByteBuffer left = ByteBuffer.wrap(bytes, 0, length);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            return bytes;
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw named(file, e);
        }
    }

    @Override
    public void end(FileState file) throws IOException {
        FileChannel channel = file.made ? open.remove(file) : channel(file);
        open.remove(file);
        if (channel != null) {
            close(file, channel);
        }
    }

    @Override
    public void discard(FileState file) throws IOException {
        FileChannel channel = open.remove(file);
        if (channel != null) {
            close(file, channel);
        }
        Files.deleteIfExists(file.path);
    }

    @Override
    public void await() {}

    @Override
    public void close() throws IOException {
        closeOldest(0);
    }

    private FileChannel channel(FileState file) throws IOException {
        FileChannel channel = open.get(file);
        if (channel == null) {
            closeOldest(most - 1);
            channel = FileChannel.open(file.path, file.made ? GO_ON : MAKE);
            file.made = true;
            open.put(file, channel);
        }
        return channel;
    }

    private void closeOldest(int left) throws IOException {
        Iterator<Map.Entry<FileState, FileChannel>> oldest = open.entrySet().iterator();
        while (open.size() > left) {
            Map.Entry<FileState, FileChannel> next = oldest.next();
            oldest.remove();
            close(next.getKey(), next.getValue());
        }
    }

    /** A file system may tell only now that it is full. */
    private static void close(FileState file, FileChannel channel) throws IOException {
        try {
            channel.close();
        } catch (IOException e) {
            throw named(file, e);
        }
    }

    private static FileSystemException named(FileState file, IOException e) {
        FileSystemException named = new FileSystemException(file.path.toString(), null, e.getMessage());
        named.initCause(e);
        return named;
    }
}
