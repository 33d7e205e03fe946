// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.Optional;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.store.DamagedStore;
import org.hdtrace.sunshot.store.StoreBuilder;
import org.hdtrace.sunshot.store.StoreFile;

/** Watches a project being read, and may stop it. Called by one thread at a time, not always the same. */
public interface LoadMonitor {
    /**
     * Tells how far the reading is.
     *
     * @param share 0 to 1
     * @param what file being read
     */
    void progress(double share, String what);

    /**
     * All traces of a project are about to be read, which takes a while. Who wants something to look at meanwhile may read samples of
     * them first, see {@link RoughLoader}; reading goes on when this returns.
     */
    default void beforeReadingAll(Project project) {}

    /** Asked behind {@link #beforeReadingAll}: who sees what is read of all traces, if anybody. See {@link GrowingRun}. */
    default Optional<StoreBuilder.Watcher> watcher() {
        return Optional.empty();
    }

    /**
     * What passes a filter is about to be taken from the store of a project, which takes a while for a large one. Who wants to see some of
     * it may look first, see {@link SeenStates}; the rest is taken when this returns. The store may be damaged, which is dealt with when
     * the rest is taken.
     */
    default void beforeSifting(Project project, StoreFile whole) {}

    /**
     * The store of a project that was read turned out to be damaged: who reads more of the run fails. Called at any time later, by any
     * thread, once.
     */
    default void damaged(DamagedStore damage) {}

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
