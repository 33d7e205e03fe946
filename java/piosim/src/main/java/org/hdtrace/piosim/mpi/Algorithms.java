// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.AlgorithmExtension;

/** All algorithms by command and name. Immutable; an algorithm is added by one row in the class
 * that lists its family: {@link PointMethods}, {@link RootedMethods}, {@link AllMethods}, {@link FileMethods} or {@link
 * WindowMethods}. */
public final class Algorithms {
    private final Map<CommandType, Map<String, Algorithm>> rows = new EnumMap<>(CommandType.class);

    private Algorithms() {}

    /**
     * The table of everything this simulator can execute, with what extensions on the class path add.
     *
     * @throws UnsupportedModelException when an extension can't be loaded or uses a name that is taken
     */
    public static Algorithms all() {
        Algorithms table = new Algorithms();
        PointMethods.rows(table);
        RootedMethods.rows(table);
        AllMethods.rows(table);
        FileMethods.rows(table);
        WindowMethods.rows(table);
        return table.withNoOperation().withExtensions();
    }

    /** The algorithm of that name, ignoring case; empty when this simulator has none. */
    public Optional<Algorithm> find(CommandType type, String name) {
        return Optional.ofNullable(rows.getOrDefault(type, Map.of()).get(name));
    }

    /** The same table with an algorithm added or replaced. */
    public Algorithms with(CommandType type, String name, Algorithm algorithm) {
        Algorithms copy = new Algorithms();
        rows.forEach((key, byName) -> byName.forEach((known, value) -> copy.row(key, known, value)));
        return copy.row(type, name, algorithm);
    }

    /** Names of all algorithms for a command. */
    public List<String> names(CommandType type) {
        return new ArrayList<>(rows.getOrDefault(type, Map.of()).keySet());
    }

    /** Add or replace one; for the classes that list the rows of a family. */
    Algorithms row(CommandType type, String name, Algorithm algorithm) {
        rows.computeIfAbsent(type, t -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER))
                .put(name, algorithm);
        return this;
    }

    private Algorithms withExtensions() {
        try {
            for (AlgorithmExtension extension : ServiceLoader.load(AlgorithmExtension.class)) {
                extension
                        .algorithms()
                        .forEach((type, byName) -> byName.forEach((name, algorithm) -> {
                            if (find(type, name).isPresent()) {
                                throw new UnsupportedModelException(
                                        "extension " + extension.getClass().getName() + ": " + type.commandName()
                                                + " has '" + name + "' already");
                            }
                            row(type, name, algorithm);
                        }));
            }
        } catch (ServiceConfigurationError e) {
            throw new UnsupportedModelException("extension can't be loaded: " + e.getMessage());
        }
        return this;
    }

    private Algorithms withNoOperation() {
        Algorithm nothing = new NoOperation();
        for (CommandType type : CommandType.values()) {
            if (type.methods().contains("NoOperation")) {
                row(type, "NoOperation", nothing);
            }
        }
        return this;
    }
}
