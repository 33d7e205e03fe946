// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of files of a project, told by what they hold and, where that says nothing, by their name. */
public enum FileKind {
    PROJECT,
    TRACE,
    STATISTICS,
    RELATION;

    private static final int SNIFFED_BYTES = 4096;
    // The first element after a declaration, comments and blanks.
    private static final Pattern ROOT =
            Pattern.compile("\\A\\uFEFF?\\s*(?:<\\?.*?\\?>\\s*|<!--.*?-->\\s*)*<([A-Za-z]+)", Pattern.DOTALL);
    private static final Pattern STATISTICS_HEAD = Pattern.compile("\\A\\d{1,9}\\n");

    /** The kind of a file; a file that can't be opened is judged by its name, its reader then tells why. */
    public static FileKind of(Path file) {
        String head = head(file);
        Matcher root = ROOT.matcher(head);
        String element = root.find() ? root.group(1).toLowerCase(Locale.ROOT) : "";
        return switch (element) {
            case "program" -> TRACE;
            case "relation" -> RELATION;
            case "application" -> PROJECT;
            default -> STATISTICS_HEAD.matcher(head).find() ? STATISTICS : byName(file);
        };
    }

    private static FileKind byName(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".stat")) {
            return STATISTICS;
        }
        if (name.endsWith(".rel")) {
            return RELATION;
        }
        boolean trace = name.endsWith(".trc") || name.endsWith(".trc.zst") || name.endsWith(".trc.gz");
        return trace ? TRACE : PROJECT;
    }

    private static String head(Path file) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream stream = Files.newInputStream(file)) {
            return new String(stream.readNBytes(SNIFFED_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
