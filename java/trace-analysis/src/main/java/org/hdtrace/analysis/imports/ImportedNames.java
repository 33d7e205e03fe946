// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.imports;

import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.hdtrace.format.project.FileNames;

/** How names of other traces become names of a project. */
public final class ImportedNames {
    private static final Set<String> RESERVED = Set.of("Event", "Nested", "Program");
    /** What a trace says of each event or state by itself. */
    private static final Set<String> TOLD = Set.of("name", "time", "end");

    private static final int LONGEST = 100;
    private static final int LONGEST_GROUP = 19;

    /** Most of a file's name. */
    private static final int FILE_CHARACTERS = 255;
    /** Behind the path in it: group, endings, what indexes add, and numbers that tell alike names apart. */
    private static final int ENDING_CHARACTERS = 48;
    /** Characters of a node's name that are never cut: ranks have no more. */
    private static final int SHORTEST = 10;

    private ImportedNames() {}

    /** Of a state: functions of MPI are called as the tracer calls them. */
    public static String state(String value) {
        String name = element(bare(value));
        return RESERVED.contains(name) ? name + "_" : name;
    }

    /** Without the prefix of MPI. */
    static String bare(String value) {
        return value.replaceFirst("^P?MPI_(?=.)", "");
    }

    /** Of an attribute. */
    public static String attribute(String field) {
        String name = element(field);
        return TOLD.contains(name) ? name + "_" : name;
    }

    /**
     * Of a group of statistics: a name of an element and of a part of a file's name, and short.
     *
     * @param taken whether another group has a name; then the next one is tried
     */
    public static String group(String text, Predicate<String> taken) {
        String whole = element(FileNames.sanitise(text)).replace('_', 'v');
        String name = cut(whole, LONGEST_GROUP);
        for (int number = 2; taken.test(name); number++) {
            String end = "-" + number;
            name = cut(whole, LONGEST_GROUP - end.length()) + end;
        }
        return name;
    }

    /** So many characters of a text, or one less where the last would be half of one. */
    public static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        boolean halves = Character.isHighSurrogate(text.charAt(most - 1));
        return text.substring(0, halves ? most - 1 : most);
    }

    /** Characters that names of a path may have together, each with one before it, in names of a project's files. */
    public static int room(String project) {
        return FILE_CHARACTERS - ENDING_CHARACTERS - project.length();
    }

    /** For who has paths without room: what the limit is. */
    public static String tooDeep(int levels, int room) {
        return levels + " nested levels don't fit into names of files: beside the project's name there is room for "
                + room + " characters, and each level with a longer name takes " + (SHORTEST + 1);
    }

    /**
     * The most characters of a node's name with which all paths have room.
     *
     * @param longestPath characters of the longest path, where names have so many at most
     */
    public static int longestName(int room, IntUnaryOperator longestPath) {
        if (longestPath.applyAsInt(Integer.MAX_VALUE) <= room) {
            return Integer.MAX_VALUE;
        }
        int fits = SHORTEST;
        int beyond = Math.max(room, SHORTEST + 1);
        while (beyond - fits > 1) {
            int middle = (fits + beyond) / 2;
            if (longestPath.applyAsInt(middle) <= room) {
                fits = middle;
            } else {
                beyond = middle;
            }
        }
        return fits;
    }

    /** A name of an element or an attribute. */
    public static String element(String text) {
        String name = text.replaceAll("[^A-Za-z0-9_.-]", "_");
        if (name.isEmpty() || !name.substring(0, 1).matches("[A-Za-z_]")) {
            name = "_" + name;
        }
        return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    }
}
