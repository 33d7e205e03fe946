// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.model.CategoryGroup;
import org.hdtrace.sunshot.query.TimeTicks;

/** Name, place, times and attributes. */
public final class StateSection implements DetailSection {
    @Override
    public String title() {
        return "State";
    }

    @Override
    public int order() {
        return 100;
    }

    @Override
    public List<Block> describe(EntryDetails entry) {
        List<Block.Field> fields = new ArrayList<>();
        String name = entry.entry().name();
        fields.add(new Block.Field(
                entry.event() ? "Event" : "Name",
                name + "  (" + CategoryGroup.of(name).title() + ")"));
        fields.add(new Block.Field("Row", String.join("/", entry.file().node().path())));
        long start = entry.entry().startNanos() - entry.originNanos();
        long end = entry.entry().endNanos() - entry.originNanos();
        fields.add(new Block.Field(entry.event() ? "Time" : "Start", TimeTicks.instant(start)));
        if (!entry.event()) {
            fields.add(new Block.Field("End", TimeTicks.instant(end)));
            fields.add(new Block.Field("Duration", TimeTicks.duration(end - start)));
        }
        if (entry.depth() > 0) {
            fields.add(new Block.Field("Depth", String.valueOf(entry.depth())));
        }
        entry.entry().attributes().forEach((key, value) -> fields.add(new Block.Field(key, value)));
        return List.of(new Block.Fields(fields));
    }
}
