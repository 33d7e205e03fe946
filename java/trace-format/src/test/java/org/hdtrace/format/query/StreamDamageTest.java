// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A merged stream tells of each file how much of it was lost, whether files stay open or not. */
class StreamDamageTest {
    private static final String STATES =
            "<Program><Send time='1' end='2'/><Send time='3' end='4'/><Send time='5' end='6'/>";

    @TempDir
    Path folder;

    private Project write() throws Exception {
        List<String> texts =
                List.of(STATES + "</Program>", STATES + "<Se", STATES + "</Nested></Program>", "nothing of a trace");
        StringBuilder nodes = new StringBuilder();
        for (int rank = 0; rank < texts.size(); rank++) {
            nodes.append("<Node name='").append(rank).append("'/>");
            Files.writeString(folder.resolve("p_" + rank + ".trc"), texts.get(rank));
        }
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Rank'/>" + nodes + "</Topology></Application>");
        return Project.open(folder);
    }

    private static Map<String, Damage.Degree> damages(Query query) {
        Map<String, Damage.Degree> found = new TreeMap<>();
        try (TraceStream stream = query.byEnd()) {
            int states = 0;
            while (stream.next()) {
                states++;
            }
            assertEquals(9, states, "all that is complete");
            stream.damages()
                    .forEach(damage -> assertEquals(
                            null,
                            found.put(damage.finding().file().getFileName().toString(), damage.degree()),
                            "each file once"));
        }
        return found;
    }

    @Test
    void saysHowBadItIs() throws Exception {
        Query query = Query.of(write());
        Map<String, Damage.Degree> expected = new TreeMap<>();
        expected.put("p_1.trc", Damage.Degree.CUT);
        expected.put("p_2.trc", Damage.Degree.BROKEN);
        expected.put("p_3.trc", Damage.Degree.REFUSED);
        assertEquals(expected, damages(query));
        assertEquals(expected, damages(query.openFiles(4).buffer(1)));
    }
}
