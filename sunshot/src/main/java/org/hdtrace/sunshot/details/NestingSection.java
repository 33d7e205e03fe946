// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.sunshot.query.TimeTicks;

/** The states around an entry and inside of it. */
public final class NestingSection implements DetailSection {
    private static final int MOST = 30;

    @Override
    public String title() {
        return "Nesting";
    }

    @Override
    public int order() {
        return 200;
    }

    @Override
    public List<Block> describe(EntryDetails entry) {
        List<Block.Field> fields = new ArrayList<>();
        entry.around().forEach(outer -> fields.add(new Block.Field("inside of", words(entry, outer))));
        entry.nested().stream().limit(MOST).forEach(inner -> fields.add(new Block.Field("holds", words(entry, inner))));
        if (entry.nestedCount() > MOST) {
            fields.add(new Block.Field("", "and " + (entry.nestedCount() - MOST) + " more"));
        }
        return fields.isEmpty() ? List.of() : List.of(new Block.Fields(fields));
    }

    private static String words(EntryDetails entry, TraceEntry other) {
        return other.name() + "  " + TimeTicks.duration(other.endNanos() - other.startNanos()) + "  at "
                + TimeTicks.instant(other.startNanos() - entry.originNanos());
    }
}
