// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

/** Start and end of every command of one program in order, as differences: a few bytes for each. */
final class TimeLog {
    private final NumberLog differences = new NumberLog();
    private long last;

    /** Append; times never run backwards. */
    void add(long start, long end) {
        differences.add(start - last);
        differences.add(end - start);
        last = end;
    }

    /** A cursor at the beginning. */
    Cursor read() {
        return new Cursor();
    }

    /** Steps through a log. */
    final class Cursor {
        private final NumberLog.Cursor numbers = differences.read();
        private long start;
        private long end;

        boolean next() {
            if (!numbers.hasNext()) {
                return false;
            }
            start = end + numbers.next();
            end = start + numbers.next();
            return true;
        }

        long start() {
            return start;
        }

        long end() {
            return end;
        }
    }
}
