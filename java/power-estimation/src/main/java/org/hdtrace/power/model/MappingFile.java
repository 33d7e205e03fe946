// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;

/**
 * Reads the mapping files of the original: each line joins a statistic and a class of devices whose figures are built in, as
 * {@code CPU_TOTAL pvscluster.CPU}; {@code #} begins a comment. The original's program adds 6.305 W to each node and a supply that
 * takes 35 % more. Source: MODEL B4.
 */
public final class MappingFile {
    private static final String PRESETS = "presets.xml";
    private static final double NODE_WATTS = 6.305;
    private static final double SUPPLY_FACTOR = 1.35;

    private MappingFile() {}

    /** The device classes whose figures are built in: a component for each, with its feature. */
    public static PowerModel presets() {
        try (Reader text =
                new InputStreamReader(MappingFile.class.getResourceAsStream(PRESETS), StandardCharsets.UTF_8)) {
            return ModelReader.read(Path.of(PRESETS), text);
        } catch (IOException | TraceFormatException e) {
            throw new IllegalStateException(PRESETS + " in the jar can't be read: " + e.getMessage(), e);
        }
    }

    public static PowerModel read(Path file) throws TraceFormatException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new TraceFormatException(file, "line 1", "can't be read: " + FileCauses.words(e), e);
        }
        PowerModel presets = presets();
        List<Feature> features = new ArrayList<>();
        List<Component> components = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                join(file, i + 1, line.split("\\s+"), presets, features, components);
            }
        }
        if (components.isEmpty()) {
            throw new TraceFormatException(file, "line 1", "maps nothing; lines are STATISTIC CLASS");
        }
        return new PowerModel(
                String.valueOf(file.getFileName()),
                features,
                components,
                List.of(new NodeConstant("*", NODE_WATTS, 0)),
                Supply.factor(SUPPLY_FACTOR),
                Optional.empty());
    }

    private static void join(
            Path file, int line, String[] words, PowerModel presets, List<Feature> features, List<Component> components)
            throws TraceFormatException {
        if (words.length != 2) {
            throw new TraceFormatException(file, "line " + line, "is not STATISTIC CLASS");
        }
        Component preset = presets.components().stream()
                .filter(component -> component.name().equals(words[1]))
                .findFirst()
                .orElse(null);
        if (preset == null) {
            List<String> known =
                    presets.components().stream().map(Component::name).toList();
            throw new TraceFormatException(
                    file, "line " + line, "'" + words[1] + "' is no class; there are " + String.join(", ", known));
        }
        if (features.stream().anyMatch(feature -> feature.name().equals(words[0]))) {
            throw new TraceFormatException(file, "line " + line, "'" + words[0] + "' is mapped already");
        }
        Source full = presets.feature(preset.feature()).orElseThrow().sources().get(0);
        Source source = new Source("", List.of(words[0]), full.amount(), full.full(), full.unit());
        features.add(new Feature(words[0], List.of(source)));
        components.add(new Component(words[0], preset.kind(), words[0], 1, preset.function(), 0, preset.sleeps()));
    }
}
