// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.report;

import java.util.Objects;
import org.hdtrace.power.series.Sum;

/** Energy and time of something that ranks did. Thread: one at a time. */
public final class Activity {
    private final String name;
    private final Sum joules = new Sum();
    private final Sum seconds = new Sum();
    private long count;

    Activity(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    void add(long times, double moreJoules, double moreSeconds) {
        count += times;
        joules.add(moreJoules);
        seconds.add(moreSeconds);
    }

    public String name() {
        return name;
    }

    /** How often it was begun. */
    public long count() {
        return count;
    }

    public double joules() {
        return joules.value();
    }

    /** Sum over ranks. */
    public double seconds() {
        return seconds.value();
    }
}
