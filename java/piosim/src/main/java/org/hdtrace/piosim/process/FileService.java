// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.List;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;

/**
 * What the file commands ask the file system for. Operations are parts of the call's step, see {@link Call#await}; when the last one
 * is done nothing here uses the call any more, which may be another one then.
 */
public interface FileService {
    /** Name of the node with a number. */
    String nodeName(int node);

    /** Empty a file. */
    void truncate(int application, ApplicationFile file);

    /** Bytes of a file, as far as they have been written. */
    long size(int application, ApplicationFile file);

    /** Ask the server that keeps what is known about a file, and wait for the answer. */
    void inquire(Call call, ApplicationFile file);

    /** Have all servers make a file that long, and wait until they have. */
    void resize(Call call, ApplicationFile file, long size);

    /** Ask a server to open a file and wait for its answer, where servers take time for that. */
    void open(Call call, ApplicationFile file);

    /** The calling rank opens a file when it needs to, see {@link #openDeferred}. */
    void defer(Call call, ApplicationFile file);

    /** Open a file for the calling rank if it hasn't yet; whether it has to wait for that. */
    boolean openDeferred(Call call, ApplicationFile file);

    /**
     * Request data from the servers and wait for what exists of it.
     *
     * @param typeBytes of the datatype by which requests describe the pieces, 0 where each is described by itself
     */
    void read(Call call, ApplicationFile file, List<Piece> pieces, int typeBytes);

    /** A write whose requests are sent. */
    interface Write {}

    /** Send the requests of a write, with pieces as above; the step ends when they are on their way. */
    Write requestWrite(Call call, ApplicationFile file, List<Piece> pieces, int typeBytes);

    /** Send the data of a write that the call has requested, and wait for the acknowledgements. */
    void sendData(Call call, Write write);

    /** Ask all servers to write out what they hold of a file, and wait until they have. */
    void flush(Call call, ApplicationFile file);
}
