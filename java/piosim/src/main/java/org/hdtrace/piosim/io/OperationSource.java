// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import org.hdtrace.piosim.model.file.ApplicationFile;

/** Where an {@link OperationSequence} gets what it does. */
interface OperationSource {
    ApplicationFile file();

    /** From the beginning. */
    Operations operations();
}
