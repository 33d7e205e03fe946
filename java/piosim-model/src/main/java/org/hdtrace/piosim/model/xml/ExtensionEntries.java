// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.ModelExtension;

/** Rows of a {@link ComponentRegistry} from the extensions on the class path. */
final class ExtensionEntries {
    private ExtensionEntries() {}

    /**
     * Rows of all extensions.
     *
     * @throws IllegalArgumentException when an extension can't be loaded or uses a name that is taken
     */
    static List<ComponentRegistry.Entry> all() {
        List<ComponentRegistry.Entry> rows = new ArrayList<>();
        for (ModelExtension extension : ModelExtension.all()) {
            for (ModelExtension.Implementation added : extension.components()) {
                boolean known = !ComponentRegistry.STANDARD.names(added.tag()).isEmpty();
                boolean taken = ComponentRegistry.STANDARD
                                .find(added.tag(), added.name())
                                .isPresent()
                        || rows.stream()
                                .anyMatch(row -> row.tag().equalsIgnoreCase(added.tag()) && row.isNamed(added.name()));
                if (!known || taken) {
                    throw new IllegalArgumentException(
                            "extension " + extension.getClass().getName() + ": <" + added.tag() + " implementation='"
                                    + added.name() + "'>: " + (known ? "exists already" : "no such element"));
                }
                rows.add(row(added));
            }
        }
        return rows;
    }

    /** Nothing is of its type: written is what it stands for. */
    private static ComponentRegistry.Entry row(ModelExtension.Implementation added) {
        List<ComponentRegistry.Value> values = added.values().stream()
                .map(value -> new ComponentRegistry.Value(
                        value.name(), unit(value.kind()), component -> Double.NaN, value.otherwise()))
                .toList();
        return new ComponentRegistry.Entry(
                added.tag(), added.name(), added.name(), Component.class, values, false, (v, parts) -> added.create()
                        .apply(v));
    }

    private static Quantity.Unit unit(ModelExtension.Kind kind) {
        return switch (kind) {
            case COUNT -> Quantity.Unit.COUNT;
            case RATE -> Quantity.Unit.RATE;
            case TIME -> Quantity.Unit.TIME;
        };
    }
}
