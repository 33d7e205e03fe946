// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import java.io.IOException;

/** Where the bytes of many files go. What can't be written is a {@link java.nio.file.FileSystemException} of that file. */
interface FileSink extends AutoCloseable {
    /**
     * Append bytes to a file, which is made or emptied when it hasn't been written to.
     *
     * @param bytes belong to the sink from now on
     * @return an array of the same length that the caller may use instead, or null when there is none
     */
    byte[] append(FileState file, byte[] bytes, int length) throws IOException;

    /** Nothing more comes for a file; it is made when nothing has come. */
    void end(FileState file) throws IOException;

    /** The file shall not be there. */
    void discard(FileState file) throws IOException;

    /** Come back when all is in the files. */
    void await() throws IOException;

    /** Close what is open, after all is in the files. */
    @Override
    void close() throws IOException;
}
