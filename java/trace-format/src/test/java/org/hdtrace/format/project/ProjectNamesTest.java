// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.xml.SafeXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is written that can't be read: some letters are none in the names of elements, while values hold any. */
class ProjectNamesTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("a.proj");
    }

    private static ProjectDescription described(String name, List<RankDatatypes> types, List<String> groups) {
        return new ProjectDescription(
                name, List.of("Rank"), TopologyNode.root(name, List.of()), List.of(), List.of(), types, groups);
    }

    private void assertRefused(ProjectDescription description) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> ProjectWriter.write(description, file()));
        assertTrue(refused.getMessage().contains("is none that readers of project files take"), refused.getMessage());
        assertFalse(Files.exists(file()));
        assertFalse(Files.exists(folder.resolve("a.proj.tmp")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0132", "a\u0133", "1st", "-a", "a b", "a\u2167", ""})
    void refusesNamesOfElementsAndAttributesThatReadersRefuse(String name) {
        assertFalse(SafeXml.isName(name));
        assertRefused(described("a", List.of(), List.of("Energy", name)));
        Datatype type = new Datatype(0, name, Attributes.none(), List.of());
        assertRefused(described("a", List.of(new RankDatatypes(0, 0, List.of(type))), List.of()));
        Datatype attribute = new Datatype(0, "NAMED", Attributes.of(name, "1"), List.of());
        assertRefused(described("a", List.of(new RankDatatypes(0, 0, List.of(attribute))), List.of()));
        DataElement deep = new DataElement(name, Attributes.none(), "", List.of());
        DataElement part = new DataElement("Type", Attributes.none(), "", List.of(deep));
        Datatype struct = new Datatype(0, "STRUCT", Attributes.none(), List.of(part));
        assertRefused(described("a", List.of(new RankDatatypes(0, 0, List.of(struct))), List.of()));
    }

    @Test
    void nameOfTheProjectHoldsAnyLetter() throws Exception {
        ProjectDescription description =
                described("\u0132\u0133 \ud83d\ude00", List.of(), List.of("\u00e4_\u4e00", "a\ud83d\ude00"));
        ProjectWriter.write(description, file());
        assertEquals(description, Project.open(file()).content());
    }

    /** Of all characters of the first plane, in both places. */
    @Test
    void knowsWhatReadersTake() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (int c = 0x21; c < 0xfffe; c += c < 0x180 ? 1 : 37) {
            if ("&<>/'\"=!?".indexOf(c) < 0 && !Character.isSurrogate((char) c)) {
                for (String name : List.of("" + (char) c, "a" + (char) c)) {
                    if (SafeXml.isName(name) != isRead(name)) {
                        wrong.add(String.format("%x", c));
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    private boolean isRead(String group) throws IOException {
        Files.writeString(
                file(),
                "<Application><Topology/><ExternalStatistics><" + group + "/></ExternalStatistics></Application>");
        try {
            return Project.open(file()).content().statisticsGroups().equals(List.of(group));
        } catch (TraceFormatException e) {
            return false;
        }
    }
}
