// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** VERSION is the one place where the release is named; CMake reads it, Maven's files must repeat it. */
class VersionTest {
    private static final Path ROOT = Sources.root();

    @Test
    void rootPomHasTheVersionOfTheProject() throws Exception {
        assertEquals(version(), child(pom(ROOT.resolve("pom.xml")), "version").getTextContent());
    }

    @ParameterizedTest
    @EnumSource
    void modulePomHasTheVersionOfTheProject(HouseRules.Module module) throws Exception {
        Path file = ROOT.resolve(module.folder()).resolve("pom.xml");
        if (Files.exists(file)) {
            Element parent = child(pom(file), "parent");
            assertEquals(version(), child(parent, "version").getTextContent());
        }
    }

    private static String version() throws Exception {
        return Files.readString(ROOT.resolve("VERSION")).strip();
    }

    private static Element pom(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
    }

    private static Element child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        throw new AssertionError("no <" + name + "> in <" + parent.getTagName() + ">");
    }
}
