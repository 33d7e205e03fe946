// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
    /** Runs of the name "run", each in one of these folders. */
    private static List<Run> runs(String... folders) {
        return Arrays.stream(folders)
                .map(folder -> new Run(
                        "run",
                        Path.of("/" + folder + "/run.proj"),
                        new Interval(0, 1),
                        List.of(),
                        List.of(),
                        List.of()))
                .toList();
    }

    @Test
    void theNameIsEnoughForOneRun() {
        assertEquals(List.of("run"), Run.titles(runs("a")));
        assertEquals(List.of("a"), Run.shortTitles(runs("a")));
    }

    @Test
    void foldersTellRunsOfOneNameApart() {
        assertEquals(List.of("run (a)", "run (b)"), Run.titles(runs("a", "b")));
        assertEquals(List.of("a", "b"), Run.shortTitles(runs("a", "b")));
    }

    @Test
    void numbersTellAProjectFromItself() {
        List<String> expected = List.of("run (a)", "run (a) #2", "run (b)", "run (a) #3");
        assertEquals(expected, Run.titles(runs("a", "a", "b", "a")));
        assertEquals(expected, Run.shortTitles(runs("a", "a", "b", "a")));
    }
}
