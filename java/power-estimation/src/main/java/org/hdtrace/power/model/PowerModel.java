// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Power of each node from what it does: what the supply takes for the node's constant and the sum of its components. Names of
 * features and components are unique, each component's feature is there.
 *
 * @param nodes the first one that covers a host holds; a host that none covers has no constant
 * @param calibration empty for a model that was written by hand
 */
public record PowerModel(
        String name,
        List<Feature> features,
        List<Component> components,
        List<NodeConstant> nodes,
        Supply supply,
        Optional<CalibrationFacts> calibration) {
    public PowerModel {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(supply, "supply");
        Objects.requireNonNull(calibration, "calibration");
        features = List.copyOf(features);
        components = List.copyOf(components);
        nodes = List.copyOf(nodes);
    }

    /** The constant of a host; empty when the model knows nothing of it. */
    public Optional<NodeConstant> constant(String host) {
        return nodes.stream().filter(node -> node.covers(host)).findFirst();
    }

    public Optional<Feature> feature(String of) {
        return features.stream().filter(feature -> feature.name().equals(of)).findFirst();
    }

    /** Whether it says how far off its estimates are; without it a band has no width. */
    public boolean tellsErrors() {
        return calibration.isPresent()
                || nodes.stream().anyMatch(node -> node.bandWatts() > 0)
                || components.stream().anyMatch(component -> component.bandWatts() > 0);
    }

    /** The calibrated range of a feature; empty when everything is in it. */
    public Optional<CalibrationFacts.Range> range(String feature) {
        return calibration.stream()
                .flatMap(facts -> facts.ranges().stream())
                .filter(range -> range.feature().equals(feature))
                .findFirst();
    }
}
