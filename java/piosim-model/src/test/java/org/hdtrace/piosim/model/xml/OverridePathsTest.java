// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of path that {@code --set} and {@code --vary} document, on every example model. */
class OverridePathsTest {
    private static final Path MODELS = Path.of(System.getProperty("hd.root"), "examples/models");

    static List<Path> models() throws IOException {
        try (Stream<Path> files = Files.list(MODELS)) {
            return files.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
    }

    /** One component of each implementation. */
    private static List<Component> kinds(ClusterModel model) {
        Set<Class<?>> seen = new HashSet<>();
        return model.components().stream()
                .filter(component -> !(component instanceof HostedComponent))
                .filter(component -> seen.add(component.getClass()))
                .toList();
    }

    private static String changed(ComponentRegistry.Value value, Component component) {
        double written = value.get().applyAsDouble(component);
        double number = Double.isNaN(written) ? 1024 : written; // one that a file needn't have
        if (component instanceof Raid && value.name().equals("Level")) {
            // Any number of devices makes an array of level 0.
            return "0";
        }
        return Double.isInfinite(number) ? "5G" : Quantity.format(2 * number, value.unit());
    }

    @ParameterizedTest
    @MethodSource("models")
    void valuesOfComponentsByTagImplementationAndName(Path file) throws Exception {
        ClusterModel model = ModelReader.read(file);
        List<Component> kinds = kinds(model);
        assertTrue(kinds.size() > 2, kinds.toString());
        for (Component component : kinds) {
            ComponentRegistry.Entry entry = ComponentRegistry.STANDARD.entryOf(component);
            boolean alone = kinds.stream()
                            .filter(other -> ComponentRegistry.STANDARD
                                    .entryOf(other)
                                    .tag()
                                    .equals(entry.tag()))
                            .count()
                    == 1;
            for (ComponentRegistry.Value value : entry.values()) {
                List<String> selections = new ArrayList<>(List.of(entry.name() + "[*]", entry.name()));
                selections.add(entry.tag() + "[" + component.name() + "]");
                if (alone) {
                    selections.add(entry.tag() + "[*]");
                }
                for (String selection : selections) {
                    String path = selection + "/" + value.name() + "=" + changed(value, component);
                    ClusterModel read = read(file, path);
                    Component after = read.components().stream()
                            .filter(other -> other.id() == component.id())
                            .findFirst()
                            .orElseThrow();
                    assertEquals(
                            Quantity.parse(changed(value, component), value.unit()),
                            value.get().applyAsDouble(after),
                            path);
                    assertEquals(component.name(), after.name(), path);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void templatesSettingsAndMethods(Path file) throws Exception {
        ClusterModel model = ModelReader.read(file);
        assertEquals(
                12_345,
                read(file, "GlobalSettings/TransferGranularity=12345")
                        .globalSettings()
                        .transferGranularity());
        assertEquals(
                12_345,
                read(file, "globalsettings/iogranularity=12345")
                        .globalSettings()
                        .ioGranularity());
        assertEquals(
                12_345,
                read(file, "GlobalSettings[*]/MaxEagerSendSize=12345")
                        .globalSettings()
                        .maxEagerSendSize());
        assertEquals(
                "BinaryTreeSimple",
                read(file, "ClientMethod[Bcast]=BinaryTreeSimple")
                        .globalSettings()
                        .method(CommandType.BCAST));
        for (var template : model.templates()) {
            if (template.content().child("Latency").isPresent()) {
                assertNotEquals(
                        model, read(file, "NetworkEdge[" + template.name() + "]/Latency=77us"), template.name());
            }
        }
    }

    private static ClusterModel read(Path file, String override) throws ModelFormatException {
        try {
            return ModelReader.read(file, List.of(override));
        } catch (ModelFormatException e) {
            throw new AssertionError(override + ": " + e.getMessage(), e);
        }
    }
}
