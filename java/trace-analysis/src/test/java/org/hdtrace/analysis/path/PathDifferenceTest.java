// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.json.JsonWriter;
import org.junit.jupiter.api.Test;

class PathDifferenceTest {
    private static final CriticalPath A = new CriticalPath(
            List.of(new Segment(0, 0, 100)),
            List.of(new CriticalPath.Share("n/0/0", "Send", 70), new CriticalPath.Share("n/1/0", "Write", 30)),
            new Damages());

    /** On other nodes; the sends of two of them are one line. */
    private static final CriticalPath B = new CriticalPath(
            List.of(new Segment(0, 500, 650)),
            List.of(
                    new CriticalPath.Share("simulated/0", "Send", 40),
                    new CriticalPath.Share("simulated/1", "Send", 20),
                    new CriticalPath.Share("simulated/0", "Read", 90)),
            new Damages());

    private final PathDifference difference = PathDifference.of(A, B);

    @Test
    void eachNameTellsBothTimesTheLargestDifferenceFirst() {
        assertEquals(
                List.of(
                        new PathDifference.Line("Read", 0, 90),
                        new PathDifference.Line("Write", 30, 0),
                        new PathDifference.Line("Send", 70, 60)),
                difference.lines());
        assertEquals(50, difference.deltaNanos());
        long sum = difference.lines().stream()
                .mapToLong(PathDifference.Line::deltaNanos)
                .sum();
        assertEquals(difference.deltaNanos(), sum, "the lines explain all of it");
    }

    @Test
    void isPrintedForPrograms() {
        assertEquals(
                """
                kind,name,aNs,bNs,deltaNs
                name,Read,0,90,90
                name,Write,30,0,-30
                name,Send,70,60,-10
                path,,100,150,50
                """,
                difference.csv());
        StringBuilder text = new StringBuilder();
        difference.writeJson(new JsonWriter(text));
        assertEquals(
                "{\"aNs\":100,\"bNs\":150,\"deltaNs\":50,\"names\":["
                        + "{\"name\":\"Read\",\"aNs\":0,\"bNs\":90,\"deltaNs\":90},"
                        + "{\"name\":\"Write\",\"aNs\":30,\"bNs\":0,\"deltaNs\":-30},"
                        + "{\"name\":\"Send\",\"aNs\":70,\"bNs\":60,\"deltaNs\":-10}]}",
                text.toString().replace("\n", ""));
    }
}
