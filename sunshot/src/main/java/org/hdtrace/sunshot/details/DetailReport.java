// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * All sections that have something to tell about an entry, in order.
 *
 * @param sections none is empty
 */
public record DetailReport(List<Section> sections) {
    /** A heading and what stands below it. */
    public record Section(String title, List<Block> blocks) {
        public Section {
            blocks = List.copyOf(blocks);
        }
    }

    public DetailReport {
        sections = List.copyOf(sections);
    }

    /** Asks all sections that the class path offers. */
    public static DetailReport of(EntryDetails entry) {
        List<DetailSection> known = new ArrayList<>();
        ServiceLoader.load(DetailSection.class, DetailSection.class.getClassLoader())
                .forEach(known::add);
        known.sort(Comparator.comparingInt(DetailSection::order).thenComparing(DetailSection::title));
        List<Section> sections = new ArrayList<>();
        for (DetailSection section : known) {
            List<Block> blocks = section.describe(entry);
            if (!blocks.isEmpty()) {
                sections.add(new Section(section.title(), blocks));
            }
        }
        return new DetailReport(sections);
    }
}
