// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
    @ParameterizedTest
    @CsvSource({
        "0,'0 ns'",
        "999,'999 ns'",
        "1000,'1.000 µs'",
        "999999,'999.999 µs'",
        "999999999,'1.000 s '",
        "1500000,'1.500 ms'",
        "46800000000,'46.800 s '",
        "-2500,'-2.500 µs'",
        "9223372036854775807,'9223372036.855 s '"
    })
    void timesTakeTheUnitThatKeepsThemShort(long nanos, String text) {
        assertEquals(text, Units.time(nanos));
    }

    @ParameterizedTest
    @CsvSource({"0,'0 B  '", "1023,'1023 B  '", "1024,'1.0 KiB'", "1048575,'1.0 MiB'", "65536,'64.0 KiB'"})
    void sizesTakeBinaryUnits(long bytes, String text) {
        assertEquals(text, Units.bytes(bytes));
    }

    @Test
    void differencesCarryTheirSign() {
        assertEquals("+1.000 µs", Units.signedTime(1000));
        assertEquals("-1.000 µs", Units.signedTime(-1000));
        assertEquals("0 ns", Units.signedTime(0));
        assertEquals("1,234,567", Units.count(1_234_567));
    }

    @Test
    void tableAlignsEachColumnOnItsSide() {
        Table table = new Table("<name", ">count");
        table.row("Send", "1");
        table.row("File_write_at", "12,000");
        table.rule();
        table.row("ä", "");
        assertEquals(
                """
                name            count
                ---------------------
                Send                1
                File_write_at  12,000
                ---------------------
                ä
                """,
                table.toString());
    }

    @Test
    void tableRefusesRowsOfAnotherLength() {
        Table table = new Table("<a");
        assertThrows(IllegalArgumentException.class, () -> table.row("x", "y"));
        assertThrows(IllegalArgumentException.class, () -> new Table("a"));
    }
}
