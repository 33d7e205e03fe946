// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.List;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.model.program.Window;

/**
 * What commands of one-sided communication ask of windows. Ranks are ranks in WORLD. Operations that take time are parts of the
 * call's step, see {@link Call#await}.
 */
public interface WindowService {
    /** What a rank tells another about an epoch that both take part in. */
    enum Signal {
        /** The other may access its memory. */
        POSTED,
        /** It has done so. */
        COMPLETED
    }

    /** Begin a transfer. The step of a call with a request lasts until the origin's memory can be used again. */
    void transfer(Call call, OneSided.Transfer transfer);

    /**
     * Make the step last until the caller's transfers to a target are complete.
     *
     * @param target or {@link OneSided#EVERYBODY}
     * @param atTarget whether they are to be complete there, too, and not only let the origin's memory be used again
     */
    void awaitTransfers(Call call, Window window, int target, boolean atTarget);

    /**
     * Remember with whom the caller begins an epoch.
     *
     * @param exposure whether they access its memory, and not it theirs
     */
    void beginEpoch(Call call, Window window, boolean exposure, List<Integer> ranks);

    /** With whom it began the last one; nobody when there is none. */
    List<Integer> epoch(Call call, Window window, boolean exposure);

    /** Tell another rank. */
    void tell(Call call, Window window, Signal signal, int target);

    /** Make the step last until another rank has told. */
    void awaitSignal(Call call, Window window, Signal signal, int source);

    /** Ask a target for its lock, and wait until it is granted. */
    void lock(Call call, Window window, int target, boolean exclusive);

    /** Act from now on as if the lock of a target or of {@link OneSided#EVERYBODY} were there. */
    void assumeLocked(Call call, Window window, int target);

    /** End what {@link #assumeLocked} began; false when it didn't. */
    boolean forgetAssumed(Call call, Window window, int target);

    /** Give a lock back, and wait until the target has it. */
    void unlock(Call call, Window window, int target);

    /** The calls that wait for something that another rank has to do, in the order of windows and ranks' first use. */
    List<Blocked> blocked();
}
