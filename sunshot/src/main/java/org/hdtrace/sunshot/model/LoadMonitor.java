// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

/** Watches a project being read, and may stop it. Called by one thread at a time, not always the same. */
public interface LoadMonitor {
    /**
     * Tells how far the reading is.
     *
     * @param share 0 to 1
     * @param what file being read
     */
    void progress(double share, String what);

    /** Whether to stop; asked often. */
    boolean isCancelled();

    /** A monitor for those who wait anyway. */
    static LoadMonitor silent() {
        return new LoadMonitor() {
            @Override
            public void progress(double share, String what) {}

            @Override
            public boolean isCancelled() {
                return false;
            }
        };
    }
}
