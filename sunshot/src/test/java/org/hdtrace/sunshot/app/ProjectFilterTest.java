// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files the dialog for opening shows. */
class ProjectFilterTest {
    @ParameterizedTest
    @CsvSource({
        "a.proj, true",
        "A.XML, true",
        "a.trace, true",
        "a.trace.gz, true",
        "a.paje, true",
        "a.otf2, true",
        "a.slog2, true",
        "a.txt, false",
        "a.gz, false",
        "proj, false"
    })
    void showsWhatCanBeOpened(String name, boolean shown) {
        assertEquals(shown, new ProjectFilter().accept(new File(name)));
    }
}
