// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** How names of projects, nodes and groups become names of files (FORMATS A1, B 1.1). */
public final class FileNames {
    private static final Pattern NOT_WRITTEN = Pattern.compile("[^A-Za-z0-9.-]");
    private static final Pattern NOT_LOOKED_FOR = Pattern.compile("[^A-Za-z0-9. -]");
    private static final Pattern NOT_FOLDED = Pattern.compile("[^a-z0-9.-]");

    private FileNames() {}

    /** A component as this project writes it: what is not in {@code [A-Za-z0-9.-]} becomes '-'. */
    public static String sanitise(String component) {
        // Nearly all of them, and a project has 10^5.
        return isPlain(component) ? component : NOT_WRITTEN.matcher(component).replaceAll("-");
    }

    /** A component as the original's reader looks for it. */
    static String strip(String component) {
        return isPlain(component)
                ? component
                : NOT_LOOKED_FOR.matcher(component).replaceAll("");
    }

    /** Whether no rule changes it. */
    static boolean isPlain(String component) {
        for (int i = 0; i < component.length(); i++) {
            char c = component.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && c != '.' && c != '-') {
                return false;
            }
        }
        return true;
    }

    /** A component as hand-made files of 2009 spell it. */
    static String fold(String component) {
        return NOT_FOLDED.matcher(component.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    /** "PROJECT_L1_..._Ln.trc": components must have been sanitised. */
    public static String trace(String project, List<String> path) {
        return join(project, path) + ".trc";
    }

    public static String relation(String project, List<String> path) {
        return join(project, path) + ".rel";
    }

    public static String statistics(String project, List<String> path, String group) {
        return join(project, path) + "_" + group + ".stat";
    }

    static String join(String project, List<String> path) {
        return path.isEmpty() ? project : project + "_" + String.join("_", path);
    }
}
