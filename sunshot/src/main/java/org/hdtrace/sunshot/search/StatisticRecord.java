// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.search;

import java.util.Optional;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;

/** What a search found in a statistic, in words. */
public final class StatisticRecord {
    private StatisticRecord() {}

    /** Value and duration of the record; empty if the row is none of a statistic. */
    public static Optional<String> describe(Run run, Occurrence found) {
        StatisticSeries[] series = new StatisticSeries[1];
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Statistic statistic && row.path().equals(found.path())) {
                        series[0] = statistic.series();
                    }
                }));
        int record = series[0] == null ? -1 : series[0].at(found.time().startNanos());
        return record < 0
                ? Optional.empty()
                : Optional.of(ValueText.of(series[0].value(record), series[0].unit()) + " for "
                        + TimeTicks.duration(found.time().durationNanos()));
    }
}
