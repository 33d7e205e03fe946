// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Who is told of the changes of a {@link ViewModel}, and how many there were. Part of it, and of its thread. */
final class ViewChanges {
    private final List<Consumer<ViewChange>> listeners = new ArrayList<>();
    private long version;

    void listen(Consumer<ViewChange> listener) {
        listeners.add(listener);
    }

    long version() {
        return version;
    }

    /** Tells everybody who listens now; who begins to meanwhile is told of the next. */
    void fire(ViewChange change) {
        version++;
        List.copyOf(listeners).forEach(listener -> listener.accept(change));
    }
}
