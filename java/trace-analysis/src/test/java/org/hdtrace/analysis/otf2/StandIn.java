// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Programs in the place of hdtrace-otf2. */
public final class StandIn {
    private static final String KEEPS =
            """
            #!/bin/sh
            words='otf2|clock|property|node|group|location|about|region|attribute|ranks|comm|member|class|instance'
            tab=$(printf '\\t')
            case $1 in
            write)
                cat >"$2/traces.otf2"
                tail -n 1 "$2/traces.otf2" | grep -qx whole || { echo "stdin: is not whole" >&2; exit 2; }
                ;;
            read)
                grep -q '^bad' "$2" && { echo "$2: is bad" >&2; exit 2; }
                grep -E "^($words)$tab" "$2" | sed -E "s/^(member.*)/\\\\1${tab}last${tab}10${tab}0/; s/^(location.*)/\\\\1${tab}9/"
                grep -vE "^($words)$tab" "$2" | sed -E 's/^end$/end\t0/'
                ;;
            esac
            """;

    private StandIn() {}

    /** One that keeps the text as it is, and tells it as the real one does, definitions first. */
    public static void put(Path folder) throws IOException {
        put(folder, KEEPS);
    }

    static void put(Path folder, String script) throws IOException {
        Path program = folder.resolve("hdtrace-otf2");
        Files.writeString(program, script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        System.setProperty("hdtrace.programs", folder.toString());
    }

    public static void forget() {
        System.clearProperty("hdtrace.programs");
    }
}
