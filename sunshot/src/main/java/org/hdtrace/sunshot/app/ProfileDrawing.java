// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.ProfilePicture;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowPairs;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * Profiles as a picture, for the command and for the panel. Immutable; any thread.
 *
 * @param content title, legend, and what is hidden
 * @param scope what a bar stands for
 * @param pairs who sends messages to whom, if that is to be seen
 */
record ProfileDrawing(
        Picture.Content content, RowProfile.Scope scope, RowProfile.Metric metric, Optional<RowPairs> pairs) {
    /**
     * A bar for each profile.
     *
     * @param width pixels
     */
    ProfilePicture of(List<RowProfile> profiles, List<Run> runs, Theme theme, int width) {
        List<String> titles = titles(profiles, runs);
        List<ProfilePicture.Bar> bars = new ArrayList<>();
        for (int i = 0; i < profiles.size(); i++) {
            bars.add(bar(profiles.get(i), titles.get(i)));
        }
        Scene.Options options = content.options().withHidden(absent(profiles));
        String arcs = pairs.map(all -> "  ·  arcs: " + BarArcs.note(all)).orElse("");
        String subtitle = metric + "  ·  " + content.subtitle() + arcs;
        ProfilePicture picture = new ProfilePicture(content.withOptions(options), subtitle, bars, theme, width);
        return pairs.map(all -> picture.withArcs(BarArcs.arcs(all, profiles))).orElse(picture);
    }

    /** What no bar has a part of, so that the legend does not name it. */
    private BitSet absent(List<RowProfile> profiles) {
        BitSet absent = new BitSet();
        absent.set(0, content.categories().size());
        for (RowProfile profile : profiles) {
            for (int category : profile.usage().ranking()) {
                if (profile.value(category, metric) > 0) {
                    absent.clear(category);
                }
            }
        }
        absent.or(content.options().hidden());
        return absent;
    }

    /** Those of the rows, their paths where several rows of a run have the same, and the run if there are two. */
    private List<String> titles(List<RowProfile> profiles, List<Run> runs) {
        List<String> own = profiles.stream()
                .map(profile -> profile.row().run() + ":" + profile.row().title())
                .toList();
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < profiles.size(); i++) {
            VisibleRow row = profiles.get(i).row();
            String title =
                    Collections.frequency(own, own.get(i)) > 1 ? row.row().path() : row.title();
            boolean named = runs.size() > 1 && scope == RowProfile.Scope.ROWS;
            titles.add(named ? title + " · " + Run.shortTitles(runs).get(row.run()) : title);
        }
        return titles;
    }

    private ProfilePicture.Bar bar(RowProfile profile, String title) {
        List<ProfilePicture.Part> parts = new ArrayList<>();
        for (int category : profile.usage().ranking()) {
            if (!content.options().hidden().get(category)) {
                double value = Math.max(0, profile.value(category, metric));
                parts.add(new ProfilePicture.Part(
                        content.categories().get(category).rgb(), value));
            }
        }
        return new ProfilePicture.Bar(title, parts, amount(metric, profile.total(metric)));
    }

    static String amount(RowProfile.Metric metric, double value) {
        long whole = Math.round(value);
        return metric == RowProfile.Metric.COUNT ? ValueText.count(whole) : TimeTicks.duration(whole);
    }
}
