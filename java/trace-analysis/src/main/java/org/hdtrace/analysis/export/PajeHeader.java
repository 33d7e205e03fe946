// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.util.Locale;

/** What stands at the top of a file of Paje: the events that follow and their fields. */
final class PajeHeader {
    static final String TEXT = definition("PajeDefineContainerType", 0, "Alias string", "Type string", "Name string")
            + definition("PajeDefineStateType", 1, "Alias string", "Type string", "Name string")
            + definition(
                    "PajeDefineLinkType",
                    2,
                    "Alias string",
                    "Type string",
                    "StartContainerType string",
                    "EndContainerType string",
                    "Name string")
            + definition("PajeDefineEntityValue", 3, "Alias string", "Type string", "Name string", "Color color")
            + definition(
                    "PajeCreateContainer",
                    4,
                    "Time date",
                    "Alias string",
                    "Type string",
                    "Container string",
                    "Name string")
            + definition("PajeDestroyContainer", 5, "Time date", "Name string", "Type string")
            + definition("PajePushState", 6, "Time date", "Type string", "Container string", "Value string")
            + definition("PajePopState", 7, "Time date", "Type string", "Container string")
            + definition(
                    "PajeStartLink",
                    8,
                    "Time date",
                    "Type string",
                    "Container string",
                    "Value string",
                    "StartContainer string",
                    "Key string")
            + definition(
                    "PajeEndLink",
                    9,
                    "Time date",
                    "Type string",
                    "Container string",
                    "Value string",
                    "EndContainer string",
                    "Key string")
            + definition("PajeDefineEventType", 10, "Alias string", "Type string", "Name string")
            + definition("PajeNewEvent", 11, "Time date", "Type string", "Container string", "Value string");

    private PajeHeader() {}

    private static String definition(String name, int number, String... fields) {
        StringBuilder text = new StringBuilder("%EventDef " + name + " " + number + "\n");
        for (String field : fields) {
            text.append("% ").append(field).append('\n');
        }
        return text.append("%EndEventDef\n").toString();
    }

    /** The colour of a name, the same in each file: shares of red, green and blue. */
    static String color(String name) {
        int hash = name.hashCode() * 0x9E3779B9;
        return String.format(
                Locale.ROOT,
                "%.2f %.2f %.2f",
                0.2 + (hash >>> 24) / 364.0,
                0.2 + (hash >>> 16 & 255) / 364.0,
                0.2 + (hash >>> 8 & 255) / 364.0);
    }
}
