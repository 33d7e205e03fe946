// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Six ranks, in turn on three nodes but for the last two: a b c a a c. */
class AggregatorsTest {
    @ParameterizedTest
    @CsvSource({
        "*:1, 0, 0 1 2",
        "*:1, 2, 0 1",
        "*:1, 6, 0 1 2",
        "*, 0, 0 1 2",
        "*:2, 0, 0 3 1 2 5",
        "*:2, 3, 0 3 1",
        "*:*, 0, 0 1 2 3 4 5",
        "*:3, 0, 0 3 4 1 2 5",
        "c:1, 0, 2",
        "c, 0, 2",
        "'c:2, a:1', 0, 2 5 0",
        "'b:1,*:1', 0, 1 0 2",
        "'a:0,*:1', 0, 1 2",
        "'a:3,a:3', 0, 0 3 4",
        "'*:1,a:3', 0, 0 1 2",
        "elsewhere:4, 0, 0 1 2",
        "a:many, 0, 0"
    })
    void areTheRanksThatTheListGives(String list, long most, String ranks) {
        int[] chosen = Aggregators.choose(list, most, new String[] {"a", "b", "c", "a", "a", "c"});
        assertEquals("[" + ranks.replace(" ", ", ") + "]", Arrays.toString(chosen));
    }
}
