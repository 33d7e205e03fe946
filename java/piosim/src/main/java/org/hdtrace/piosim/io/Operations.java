// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.List;
import org.hdtrace.piosim.model.file.Piece;

/** Requests that a client sends to the file system one after the other, each when the one before is done. */
interface Operations {
    /** Step to the next; false when there is none. */
    boolean next();

    /** Whether it reads; otherwise it writes. */
    boolean isRead();

    /** The ranges that go with one request, at least one. */
    List<Piece> pieces();

    /** Bytes of the datatype by which the request describes its ranges, 0 where it describes each by itself. */
    default int typeBytes() {
        return 0;
    }
}
