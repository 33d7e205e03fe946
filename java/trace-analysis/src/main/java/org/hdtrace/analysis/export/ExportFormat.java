// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What other viewers read. */
public enum ExportFormat {
    /** Text of Paje, for ViTE and Paje. */
    PAJE,
    /** The JSON that Perfetto reads, and chrome://tracing. */
    PERFETTO,
    /** A folder with an archive of OTF2, for Vampir; written by {@link org.hdtrace.analysis.otf2.Otf2Exporter}. */
    OTF2,
    /** A table with a line for each state, event and message. */
    CSV;

    /**
     * The format of a name.
     *
     * @throws IllegalArgumentException if there is none of that name; says which there are
     */
    public static ExportFormat of(String name) {
        for (ExportFormat format : values()) {
            if (format.title().equals(name)) {
                return format;
            }
        }
        throw new IllegalArgumentException("'" + name + "' is none of " + titles());
    }

    /** As people write it. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All of them, for messages. */
    public static String titles() {
        return Arrays.stream(values()).map(ExportFormat::title).collect(Collectors.joining(", "));
    }
}
