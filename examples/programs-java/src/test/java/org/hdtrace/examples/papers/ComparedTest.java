// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparedTest {
    private static final List<Compared> ROWS = List.of(
            new Compared("run, \"whole\"", "s", 8, 9.5, 10),
            new Compared("operations", "", Compared.UNKNOWN, Compared.UNKNOWN, 4991));

    @Test
    void deviationIsOfOursFromThePapers() {
        assertEquals(0.25, ROWS.get(0).deviation());
        assertTrue(Double.isNaN(ROWS.get(1).deviation()));
    }

    @Test
    void whatNobodyTellsIsLeftOut() {
        List<String> lines = Compared.table(ROWS, Table.Form.TEXT).lines().toList();
        assertTrue(lines.get(0).matches(" +paper +by hand +ours +deviation"), lines.get(0));
        assertTrue(lines.get(1).matches("run, \"whole\" +s +8\\.000 +9\\.500 +10\\.000 +\\+25\\.0 %"), lines.get(1));
        assertTrue(lines.get(2).matches("operations +4,991 *"), lines.get(2));
    }

    @Test
    void commasAndQuotesAreQuoted() {
        assertEquals(
                """
                quantity,unit,paper,hand,ours,deviation
                "run, ""whole""\",s,8.000000,9.500000,10.000000,0.250000
                operations,,,,4991.000000,
                """,
                Compared.table(ROWS, Table.Form.CSV));
    }

    @Test
    void objectsHaveNullForWhatNobodyTells() {
        assertEquals(
                """
                [
                {"quantity":"run, \\"whole\\"","unit":"s","paper":8.000000,"hand":9.500000,"ours":10.000000,\
                "deviation":0.250000},
                {"quantity":"operations","unit":"","paper":null,"hand":null,"ours":4991.000000,"deviation":null}
                ]
                """,
                Compared.table(ROWS, Table.Form.JSON));
    }
}
