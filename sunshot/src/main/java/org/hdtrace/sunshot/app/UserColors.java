// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The colours that the user gave to states, kept in {@code hdtrace/sunshot-colors} of the user's configuration folder, one
 * {@code #rrggbb name} a line. All other states have the colour of their name. Lines that are none are left out; a file that
 * can't be written keeps nothing. Waits for the disk.
 */
final class UserColors {
    private static final Pattern LINE = Pattern.compile("#([0-9a-fA-F]{6}) (.+)");

    private final Path file;

    UserColors(Path file) {
        this.file = file;
    }

    /** Those of the current user. */
    static UserColors ofUser() {
        return new UserColors(UserFolder.resolve("sunshot-colors"));
    }

    /** 0xRRGGBB by name. */
    Map<String, Integer> read() {
        Map<String, Integer> colors = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(file, UTF_8)) {
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches()) {
                    colors.put(matcher.group(2), Integer.parseInt(matcher.group(1), 16));
                }
            }
        } catch (IOException e) {
            System.getLogger(UserColors.class.getName()).log(System.Logger.Level.DEBUG, "no colours of the user", e);
        }
        return colors;
    }

    /** Replaces the file at once. */
    void write(Map<String, Integer> colors) {
        List<String> lines = new ArrayList<>();
        new TreeMap<>(colors).forEach((name, rgb) -> lines.add(String.format(Locale.ROOT, "#%06x %s", rgb, name)));
        try {
            Files.createDirectories(file.getParent());
            Path made = Files.createTempFile(file.getParent(), ".sunshot", ".part");
            try {
                Files.write(made, lines, UTF_8);
                Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(made);
            }
        } catch (IOException e) {
            System.getLogger(UserColors.class.getName()).log(System.Logger.Level.DEBUG, "colours were not written", e);
        }
    }
}
