// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/** The MPI datatypes that an entry names, each with a picture of its bytes. */
public final class DatatypeSection implements DetailSection {
    private static final int MOST = 8;

    @Override
    public String title() {
        return "Datatypes in memory";
    }

    @Override
    public int order() {
        return 500;
    }

    @Override
    public List<Block> describe(EntryDetails entry) {
        Set<Long> ids = new LinkedHashSet<>();
        boolean view = entry.entry().name().equals("File_set_view");
        if (!view) {
            collect(entry.entry().attributes(), ids);
            for (DataElement data : entry.entry().data()) {
                collect(data.attributes(), ids);
            }
        }
        TypeBoxes types = new TypeBoxes(
                entry.project().datatypes(entry.file().rank(), entry.file().thread()));
        List<Block> blocks = new ArrayList<>();
        ids.stream().limit(MOST).forEach(id -> {
            blocks.add(Block.Fields.of("Type", types.nameOf(id), "Made as", types.construction(id)));
            types.picture(id).ifPresent(blocks::add);
        });
        return blocks;
    }

    /** tid, sendTid, recvtid, newTid and their like. */
    private static void collect(Attributes attributes, Set<Long> ids) {
        attributes.forEach((name, value) -> {
            long id = attributes.getLong(name, -1);
            if (name.toLowerCase(Locale.ROOT).endsWith("tid") && id >= 0) {
                ids.add(id);
            }
        });
    }
}
