// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The file views that a trace sets, through which offsets of {@code *_at} calls become places of the file where the trace does not
 * tell them, as traces of the original don't (FORMATS B 3.3; MPI 4.0, section 14.3). Not safe for several threads.
 */
final class FileViews {
    private static final String SET = "File_set_view";

    private final List<View> views = new ArrayList<>();

    /** Since when a view of a file holds; one without types is that of a file that was just opened. */
    private record View(long file, long sinceNanos, long displacement, long elementary, long type) {}

    /** Takes a state of a file, if it begins a view. */
    void add(TraceCursor state, long file) {
        if (state.name().equals(SET)) {
            views.add(new View(
                    file,
                    state.endNanos(),
                    state.attributeLong("offset", 0),
                    state.attributeLong("etid", -1),
                    state.attributeLong("filetid", -1)));
        } else if (state.name().equals("File_open")) {
            views.add(new View(file, state.endNanos(), -1, -1, -1));
        }
    }

    void append(FileViews later) {
        views.addAll(later.views);
    }

    boolean isEmpty() {
        return views.isEmpty();
    }

    /** Whether the offset of the current state counts elementary types inside of a view. */
    static boolean isRelative(TraceCursor state) {
        return Transfer.isMpi(state.name()) && state.name().contains("_at") && state.attributeLong("absOffset", -1) < 0;
    }

    /** The views in the order of time, ready to be asked. */
    Places places(Map<Long, DatatypeLayout> types) {
        Map<Long, List<View>> byFile = new HashMap<>();
        views.stream().sorted(Comparator.comparingLong(View::sinceNanos)).forEach(view -> byFile.computeIfAbsent(
                        view.file(), unused -> new ArrayList<>())
                .add(view));
        return new Places(byFile, types);
    }

    /** Where offsets of views lie in their files. */
    static final class Places {
        private final Map<Long, List<View>> byFile;
        private final Map<Long, DatatypeLayout> types;

        private Places(Map<Long, List<View>> byFile, Map<Long, DatatypeLayout> types) {
            this.byFile = byFile;
            this.types = types;
        }

        /** Byte of the file at an offset of the view that holds at a time; -1 if a type of it is unknown. */
        long of(long file, long nanos, long offset) {
            View view = at(byFile.getOrDefault(file, List.of()), nanos);
            if (offset < 0 || view == null || view.displacement() < 0) {
                return offset;
            }
            DatatypeLayout elementary = types.get(view.elementary());
            DatatypeLayout type = types.get(view.type());
            if (elementary == null || type == null || type.size() <= 0) {
                return -1;
            }
            try {
                long data = Math.multiplyExact(offset, elementary.size());
                long tile = Math.multiplyExact(data / type.size(), type.extent());
                BlockIterator blocks = type.blocksAfter(data % type.size());
                return blocks.next() ? Math.addExact(Math.addExact(view.displacement(), tile), blocks.offset()) : -1;
            } catch (ArithmeticException e) {
                return -1;
            }
        }

        private static View at(List<View> views, long nanos) {
            int low = 0;
            int high = views.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (views.get(middle).sinceNanos() <= nanos) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low == 0 ? null : views.get(low - 1);
        }
    }
}
