// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.sunshot.model.CategoryTable;

/**
 * The colours and names that the user gave to states, kept in {@code hdtrace/sunshot-colors} of the user's configuration folder, one a
 * line: a colour as {@code #rrggbb name}, a name as the one that was recorded, a tab and the one that is shown. All other states are
 * shown by their name and have its colour. Lines that are none are left out; a file that can't be written keeps nothing. Waits for the
 * disk.
 */
final class UserCategories {
    private static final Pattern COLOR = Pattern.compile("#([0-9a-fA-F]{6}) (.+)");
    private static final Pattern TITLE = Pattern.compile("([^#\t][^\t]*)\t(.*\\S.*)");

    private final Path file;

    UserCategories(Path file) {
        this.file = file;
    }

    /** Those of the current user. */
    static UserCategories ofUser() {
        return new UserCategories(UserFolder.resolve("sunshot-colors"));
    }

    /** A table without categories, in which they will look as the user wants. */
    CategoryTable read() {
        Map<String, Integer> colors = new HashMap<>();
        Map<String, String> titles = new HashMap<>();
        try {
            for (String line : Files.readAllLines(file, UTF_8)) {
                Matcher color = COLOR.matcher(line);
                Matcher title = TITLE.matcher(line);
                if (color.matches()) {
                    colors.put(color.group(2), Integer.parseInt(color.group(1), 16));
                } else if (title.matches()) {
                    titles.put(title.group(1), title.group(2));
                }
            }
        } catch (IOException e) {
            System.getLogger(UserCategories.class.getName())
                    .log(System.Logger.Level.DEBUG, "no colours of the user", e);
        }
        return new CategoryTable(colors, titles);
    }

    /** Replaces the file at once. */
    void write(CategoryTable categories) {
        List<String> lines = new ArrayList<>();
        new TreeMap<>(categories.changedColors())
                .forEach((name, rgb) -> lines.add(String.format(Locale.ROOT, "#%06x %s", rgb, name)));
        new TreeMap<>(categories.changedTitles()).forEach((name, title) -> lines.add(name + "\t" + title));
        try {
            Files.createDirectories(file.getParent());
            WholeFile.replace(file, lines);
        } catch (IOException e) {
            System.getLogger(UserCategories.class.getName())
                    .log(System.Logger.Level.DEBUG, "colours were not written", e);
        }
    }
}
