// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.List;

/** The entry as it stands in the trace. */
public final class XmlSection implements DetailSection {
    @Override
    public String title() {
        return "In the trace";
    }

    @Override
    public int order() {
        return 900;
    }

    @Override
    public List<Block> describe(EntryDetails entry) {
        return List.of(new Block.Xml(entry.xml()));
    }
}
