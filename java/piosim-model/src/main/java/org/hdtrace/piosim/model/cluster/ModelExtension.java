// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Names that a jar on the class path adds to those that model files may use. It is found by {@link ServiceLoader} through
 * its file {@code META-INF/services/org.hdtrace.piosim.model.cluster.ModelExtension}; a model file itself can load nothing.
 */
public interface ModelExtension {
    /** What kind of number a value is. */
    enum Kind {
        /** Bytes or a plain number; whole. */
        COUNT,
        /** Per second, perhaps infinite. */
        RATE,
        /** Whole nanoseconds. */
        TIME
    }

    /**
     * A value that the element of an implementation has.
     *
     * @param otherwise used where a file doesn't have it, with its unit; null when it must
     */
    record Value(String name, Kind kind, String otherwise) {}

    /**
     * A name for one of the components that there are, with values of its own.
     *
     * @param tag of its element: Node, NIC, NetworkNode, NetworkEdge, IOSubsystem or ServerCacheLayer
     * @param create from the numbers by the names of the values; what is wrong with them is an IllegalArgumentException
     */
    record Implementation(
            String tag, String name, List<Value> values, Function<Map<String, Double>, Component> create) {
        public Implementation {
            values = List.copyOf(values);
        }
    }

    /** Implementations of components. */
    default List<Implementation> components() {
        return List.of();
    }

    /** Names of further implementations of commands; the simulator has an interface of its own for what they do. */
    default Map<CommandType, List<String>> methods() {
        return Map.of();
    }

    /**
     * All extensions on the class path.
     *
     * @throws IllegalArgumentException when one can't be loaded
     */
    static List<ModelExtension> all() {
        try {
            List<ModelExtension> found = new ArrayList<>();
            ServiceLoader.load(ModelExtension.class).forEach(found::add);
            return found;
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("extension can't be loaded: " + e.getMessage(), e);
        }
    }
}
