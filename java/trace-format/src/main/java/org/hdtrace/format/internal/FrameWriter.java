// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Writes text as zstd frames of 1 MiB with checksums, and the seek table behind them.
 *
 * <p>Thread: one thread at a time. C twin: mpi-wrapper/tools/frame_file.c. Source: FORMATS A4.
 */
public final class FrameWriter implements AutoCloseable {
    /** Text of one frame; the last one may be shorter. */
    public static final int FRAME_BYTES = 1 << 20;

    private final FileChannel file;
    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private final ByteBuffer text = ByteBuffer.allocateDirect(FRAME_BYTES);
    private final ByteBuffer frame = ByteBuffer.allocateDirect((int) Zstd.compressBound(FRAME_BYTES));
    private final SeekTable.Builder table = new SeekTable.Builder();

    /**
     * Writes from the position of the file on.
     *
     * @param level of zstd, 1 (fast) to 19 (small)
     */
    public FrameWriter(FileChannel file, int level) {
        this.file = file;
        context.setLevel(level).setChecksum(true);
    }

    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int step = Math.min(length - done, text.remaining());
            text.put(bytes, from + done, step);
            done += step;
            if (!text.hasRemaining()) {
                writeFrame();
            }
        }
    }

    /** Write what is left and the seek table; nothing may be written afterwards. */
    public void finish() throws IOException {
        if (text.position() > 0) {
            writeFrame();
        }
        writeFully(file, table.frame());
    }

    /** Give the buffers back; the file stays open. */
    @Override
    public void close() {
        context.close();
    }

    /** Write all of a buffer. */
    public static void writeFully(FileChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    private void writeFrame() throws IOException {
        text.flip();
        frame.clear();
        int textBytes = text.remaining();
        try {
            int frameBytes = context.compressDirectByteBuffer(frame, 0, frame.capacity(), text, 0, textBytes);
            frame.limit(frameBytes);
            table.add(frameBytes, textBytes);
        } catch (ZstdException e) {
            throw new IOException("compression failed: " + e.getMessage(), e);
        }
        writeFully(file, frame);
        text.clear();
    }
}
