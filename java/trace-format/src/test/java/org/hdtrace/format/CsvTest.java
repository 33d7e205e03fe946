// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class CsvTest {
    @Property
    void aLineGivesBackItsValues(@ForAll @Size(min = 1, max = 5) List<String> fields) {
        List<String> oneLine =
                fields.stream().map(field -> field.replaceAll("[\r\n]", " ")).toList();
        assertEquals(oneLine, Csv.split(Csv.join(oneLine)));
    }

    @Example
    void quotesWhereItHasTo() {
        assertEquals("a,b c,1,\n", Csv.lineOf("a", "b c", 1, ""));
        assertEquals(
                "\"a,b\",\"\"\"\",\"\"\"\"\"\",\"\"\"quoted\"\"\"",
                Csv.join(List.of("a,b", "\"", "\"\"", "\"quoted\"")));
        assertEquals("\"two\nlines\"", Csv.join(List.of("two\nlines")));
    }

    @Example
    void readsWhatQuotesMake() {
        for (List<String> fields :
                List.of(List.of(""), List.of("", ""), List.of(",\",", "x\"y", ""), List.of("", "\"quoted\"", ""))) {
            assertEquals(fields, Csv.split(Csv.join(fields)));
        }
    }
}
