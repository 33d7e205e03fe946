// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a function of POSIX or stdio does to a file, by the name of its state (format.md, section 10). */
final class PosixCall {
    /** The event that tells of a file which was open before. */
    static final String OPENED = "opened";

    private static final Map<String, Transfer> BY_NAME = byName();

    private PosixCall() {}

    private static Map<String, Transfer> byName() {
        Map<String, Transfer> all = new LinkedHashMap<>();
        put(all, Transfer.OPEN, "open", "openat", "creat", "mkstemp", "fopen", "freopen");
        put(all, Transfer.READ, "read", "pread", "readv", "preadv", "preadv2", "fread", "fgets", "fgetc", "getc");
        put(all, Transfer.READ, "getchar", "getline", "getdelim", "fscanf", "scanf");
        put(all, Transfer.WRITE, "write", "pwrite", "writev", "pwritev", "pwritev2", "fwrite", "fputs", "puts");
        put(all, Transfer.WRITE, "fputc", "putc", "putchar", "fprintf", "vfprintf", "printf", "vprintf");
        put(all, Transfer.WRITE, "dprintf", "vdprintf");
        put(all, Transfer.COPY, "copy_file_range", "sendfile", "splice");
        return Map.copyOf(all);
    }

    private static void put(Map<String, Transfer> all, Transfer kind, String... names) {
        List.of(names).forEach(name -> all.put(name, kind));
    }

    /** NONE for what is no such function, or moves nothing. */
    static Transfer of(String name) {
        return BY_NAME.getOrDefault(name, Transfer.NONE);
    }

    /** Names of all states that count, and of the event. */
    static List<String> names() {
        return Stream.concat(BY_NAME.keySet().stream(), Stream.of(OPENED))
                .sorted()
                .toList();
    }
}
