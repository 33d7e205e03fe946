// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

/** Something would happen beyond {@link EventQueue#MAX_TIME}, 73 years after the beginning of the run. */
public final class EndOfTimeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Name the cause.
     *
     * @param what as "a computation": it would end too late
     */
    public EndOfTimeException(String what) {
        super(what + " would end beyond the end of virtual time, " + EventQueue.MAX_TIME / 1_000_000_000 + " s");
    }
}
