// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.sunshot.query.TimeTicks;

/** Name of the file, how it was opened, and its hints. */
public final class FileSection implements DetailSection {
    @Override
    public String title() {
        return "File";
    }

    @Override
    public int order() {
        return 400;
    }

    @Override
    public List<Block> describe(EntryDetails entry) {
        TraceEntry opened = entry.opened().orElse(null);
        if (opened == null) {
            String number = entry.entry().attributes().get("fid");
            return number == null
                    ? List.of()
                    : List.of(Block.Fields.of("Name", "unknown: no File_open with fid " + number + " before"));
        }
        List<Block.Field> fields = new ArrayList<>();
        fields.add(new Block.Field("Name", opened.attributes().get("name", "")));
        String mode = opened.attributes().get("amode", opened.attributes().get("flags", ""));
        if (!mode.isEmpty()) {
            fields.add(new Block.Field("Mode", mode));
        }
        fields.add(new Block.Field("Opened at", TimeTicks.instant(opened.startNanos() - entry.originNanos())));
        // The hints are many; they are told with the call that reports them.
        for (DataElement data : entry.entry().data()) {
            if (data.name().equals("Info")) {
                fields.add(new Block.Field(
                        data.attributes().get("key", ""), data.attributes().get("value", "")));
            }
        }
        return List.of(new Block.Fields(fields));
    }
}
