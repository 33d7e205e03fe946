// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.Importer;
import org.junit.jupiter.api.Test;
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

    @Test
    void namesWhatCanBeOpened() {
        assertEquals(
                "HDTrace projects (.proj, .xml), traces of OTF2 (.otf2), Paje (.trace, .trace.gz, .paje), SLOG-2 (.slog2)",
                new ProjectFilter().getDescription());
    }

    /** It has only what each reader must have. */
    @Test
    void aReaderOfTheUsersOwnIsShownByItsName() {
        Importer own = new Importer() {
            @Override
            public String name() {
                return "mine";
            }

            @Override
            public String summary() {
                return "a trace of my own";
            }

            @Override
            public boolean accepts(Path file) {
                return file.toString().endsWith(".mine");
            }

            @Override
            public ImportSummary run(Path trace, Path target, DoubleConsumer progress) {
                throw new AssertionError("nothing is read");
            }
        };
        ProjectFilter filter = new ProjectFilter(List.of(own));
        assertEquals("HDTrace projects (.proj, .xml), traces of mine", filter.getDescription());
        assertTrue(filter.accept(new File("a.mine")));
        assertFalse(filter.accept(new File("a.otf2")));
    }
}
