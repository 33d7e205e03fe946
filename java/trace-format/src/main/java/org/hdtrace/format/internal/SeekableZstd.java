// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The text of the zstd frames of a file (FORMATS A4). {@link #skip} goes to the frame that holds the target, by the seek table or
 * else from frame to frame by their heads, and decompresses that one only. A frame's text is handed on when all of it was
 * decompressed and its checksum is right, unless the frame is very large; so what a damaged frame holds is never handed on.
 *
 * <p>Where the file ends within a frame, the text is handed on as far as it goes, and then {@link EOFException} is thrown; when the
 * file has grown by the next call, reading goes on.
 *
 * <p>Thread: one thread at a time.
 */
final class SeekableZstd extends InputStream {
    private static final int INPUT_BYTES = 1 << 18;
    /** Room for a frame whose length is not known. */
    private static final int OUTPUT_BYTES = 1 << 20;
    /** Frames with a longer text are handed on piece by piece. */
    private static final int MOST_OUTPUT_BYTES = 8 << 20;
    /** Behind the text of a frame: so that decompression comes to the frame's end. */
    private static final int SPARE_BYTES = 64;

    private final FileInputStream stream;
    private final FileChannel file;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final ByteBuffer input;
    private ByteBuffer output = ByteBuffer.allocateDirect(0);
    /** Offset in the file of what comes behind the input. */
    private long inputEnd;
    /** Offset in the text of the first byte of the output. */
    private long handed;
    /** Whether a frame has begun and not ended. */
    private boolean inFrame;
    /** Whether text of it was decompressed that did not fit the output. */
    private boolean pending;
    /** Where that frame, or the next one, begins in the file and in the text. */
    private long frameOffset;

    private long frameText;
    private boolean tableWanted = true;
    private SeekTable table;
    /** Frames whose heads were compared with the table. */
    private int seen;

    private IOException failure;

    /** Takes the stream and reads its file from the beginning. */
    SeekableZstd(FileInputStream stream) throws IOException {
        this.stream = stream;
        this.file = stream.getChannel();
        this.input = ByteBuffer.allocateDirect((int) Math.max(ZstdFrame.MOST_HEAD_BYTES, Math.min(INPUT_BYTES, size())))
                .limit(0);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!output.hasRemaining() && !decode()) {
            return -1;
        }
        int count = Math.min(length, output.remaining());
        output.get(target, from, count);
        handed += count;
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long from = handed;
        long target = handed + Math.max(0, Math.min(count, Long.MAX_VALUE - handed));
        if (target - handed > output.remaining()) {
            jump(target);
        }
        while (handed < target && (output.hasRemaining() || decode())) {
            int step = (int) Math.min(target - handed, output.remaining());
            output.position(output.position() + step);
            handed += step;
        }
        return handed - from;
    }

    /** Length of the text by the table of a file that ends with one, else -1. */
    long textLength() throws IOException {
        SeekTable written = SeekTable.read(file);
        return written == null ? -1 : written.textBytes();
    }

    /** Offset in the text of the next byte. */
    long offset() {
        return handed;
    }

    /** After the file ended within a frame: how much of the file is that frame's, and what it gave. */
    String cutText() throws IOException {
        return "the compressed file ends within a frame: of its last " + (file.size() - frameOffset)
                + " bytes, from byte " + frameOffset + " on, only " + (handed - frameText)
                + " bytes of text could be made";
    }

    @Override
    public void close() throws IOException {
        context.close();
        stream.close();
    }

    /** A growing file needs a full buffer although it is still short. */
    private long size() throws IOException {
        long size = file.size();
        return size == 0 ? INPUT_BYTES : size;
    }

    // --- decompression ---

    /** Decompress a frame, or what fits of a large one; false at the end. */
    private boolean decode() throws IOException {
        if (failure != null) {
            throw failure;
        }
        output.clear();
        boolean ended = beginFrame();
        while (!ended && output.hasRemaining()) {
            int given = input.remaining();
            int made = output.position();
            if ((pending || given > 0) && step()) {
                ended = output.position() > 0 || beginFrame();
            } else if (given == input.remaining() && made == output.position() && !refill()) {
                ended = true;
            }
        }
        output.flip();
        if (!output.hasRemaining() && inFrame) {
            throw new EOFException("Truncated frame at byte " + frameOffset + " of the compressed file");
        }
        return output.hasRemaining();
    }

    /** Between frames: note where the next one begins and make room for it; true when there is none. */
    private boolean beginFrame() throws IOException {
        if (inFrame) {
            return false;
        }
        if (input.remaining() < input.capacity() / 2) {
            refill();
        }
        frameOffset = inputEnd - input.remaining();
        frameText = handed;
        ZstdFrame frame = ZstdFrame.parse(input);
        long text = frame == null ? 0 : frame.textBytes();
        boolean fits = frame != null && text >= 0 && text <= MOST_OUTPUT_BYTES;
        int room = (fits ? (int) text : OUTPUT_BYTES) + SPARE_BYTES;
        if (output.capacity() < room) {
            output = ByteBuffer.allocateDirect(room);
        }
        return !input.hasRemaining();
    }

    /** Decompress what is there; true when a frame has ended. */
    private boolean step() throws IOException {
        try {
            boolean ended = context.decompressDirectByteBufferStream(output, input);
            inFrame = !ended;
            pending = inFrame && !output.hasRemaining();
            return ended;
        } catch (ZstdException e) {
            // The exception's own text is that of the number without sign, which stands for no error.
            String cause = Zstd.getErrorName(-e.getErrorCode());
            String place = "frame at byte " + frameOffset + " of the compressed file";
            failure = new IOException(place + " is damaged: " + cause, e);
            output.limit(0);
            throw failure;
        }
    }

    /** Append to the input; false when there is nothing more. */
    private boolean refill() throws IOException {
        input.compact();
        int count = ZstdFrame.readFully(file, input, inputEnd);
        inputEnd += count;
        input.flip();
        return count > 0;
    }

    // --- going elsewhere ---

    /** Go to the beginning of the frame that holds the target, when that is further on than what is decompressed. */
    private void jump(long target) throws IOException {
        if (tableWanted) {
            tableWanted = false;
            table = SeekTable.read(file);
        }
        if (table == null || !jumpByTable(target)) {
            table = null;
            jumpByHeads(target);
        }
    }

    /** False when the table is wrong: one length ahead of the target would be enough to come to another text. */
    private boolean jumpByTable(long target) throws IOException {
        int number = table.find(target);
        for (; seen < Math.min(number + 1, table.count()); seen++) {
            ZstdFrame frame = ZstdFrame.read(file, table.frame(seen));
            boolean like = frame != null
                    && (frame.textBytes() == ZstdFrame.UNKNOWN
                            || frame.textBytes() == table.text(seen + 1) - table.text(seen));
            if (!like && (seen == number || isWhole(frame))) {
                return false;
            }
        }
        goTo(table.frame(number), table.text(number));
        return true;
    }

    /** Whether a frame is as long as the table says; one that is damaged ahead of the target says nothing against the table. */
    private boolean isWhole(ZstdFrame frame) throws IOException {
        long begin = table.frame(seen);
        return frame != null && frame.frameBytes(file, begin) == table.frame(seen + 1) - begin;
    }

    private void jumpByHeads(long target) throws IOException {
        long offset = frameOffset;
        long text = frameText;
        ZstdFrame frame = ZstdFrame.read(file, offset);
        while (frame != null && frame.textBytes() >= 0 && frame.textBytes() <= target - text) {
            long bytes = frame.frameBytes(file, offset);
            if (bytes < 0) {
                break;
            }
            offset += bytes;
            text += frame.textBytes();
            frame = ZstdFrame.read(file, offset);
        }
        goTo(offset, text);
    }

    private void goTo(long offset, long text) {
        if (text >= handed + output.remaining() && offset > frameOffset) {
            context.reset();
            inFrame = false;
            pending = false;
            failure = null;
            input.limit(0);
            inputEnd = offset;
            output.limit(0);
            handed = text;
            frameOffset = offset;
            frameText = text;
        }
    }
}
