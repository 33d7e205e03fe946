// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

/** Makes the command of a recorded call. */
@FunctionalInterface
interface Mapping {
    /**
     * The command; null when the call concerns its thread only, so that its recorded duration is all there is to it.
     *
     * @throws NotExecutable when what was recorded doesn't tell enough, or no command does it
     */
    Command map(RecordedCall call) throws NotExecutable;
}
