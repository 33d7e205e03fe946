// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

/** A recorded call that can't become a command. Never leaves the package. */
final class NotExecutable extends Exception {
    private static final long serialVersionUID = 1L;

    /** The message is what the call is counted under. */
    NotExecutable(String countedAs) {
        super(countedAs, null, false, false);
    }
}
