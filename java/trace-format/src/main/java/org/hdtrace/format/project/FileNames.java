// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.List;

/** How names of projects, nodes and groups become names of files (FORMATS A1, B 1.1). */
public final class FileNames {
    private FileNames() {}

    /** A component as this project writes it: what is not in {@code [A-Za-z0-9.-]} becomes '-'. */
    public static String sanitise(String component) {
        return component.replaceAll("[^A-Za-z0-9.-]", "-");
    }

    /** A component as the original's reader looks for it. */
    static String strip(String component) {
        return component.replaceAll("[^A-Za-z0-9. -]", "");
    }

    /** A component as hand-made files of 2009 spell it. */
    static String fold(String component) {
        return component.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9.-]", "");
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
