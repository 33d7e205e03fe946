// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.GlobalSettings;
import org.hdtrace.piosim.model.cluster.MethodChoice;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.mpi.BetweenGroups;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.MethodTable;

/** What a model chose for each command, as far as this simulator has it. Immutable. */
final class ChosenMethods implements MethodTable {
    private final Map<CommandType, Algorithm> algorithms = new EnumMap<>(CommandType.class);
    private final Map<CommandType, MethodChoice> choices;
    private final GlobalSettings settings;
    private final Algorithms table;

    /**
     * The choice of a model.
     *
     * @throws UnsupportedModelException when the model asks for something that the table doesn't have
     */
    ChosenMethods(GlobalSettings settings, Algorithms table) {
        choices = settings.methods();
        this.settings = settings;
        this.table = table;
        for (CommandType type : CommandType.values()) {
            MethodChoice choice = settings.choice(type);
            Optional<Algorithm> algorithm = table.find(type, choice.method());
            if (algorithm.isPresent()) {
                requireParameters(type, choice, algorithm.get());
                algorithms.put(type, algorithm.get());
            } else if (!choice.method().equals(type.defaultMethod()) && simulates(table, type)) {
                throw new UnsupportedModelException(choice.placeOf("") + missing(type));
            }
        }
    }

    /** The commands that can be executed. */
    Set<CommandType> executable() {
        return algorithms.keySet();
    }

    /**
     * Check that the commands of a program can be executed.
     *
     * @throws UnsupportedModelException naming the first type that can't
     */
    void require(String alias, Application program) {
        for (CommandType type : CommandType.values()) {
            if (program.types().contains(type) && !algorithms.containsKey(type)) {
                throw new UnsupportedModelException("application '" + alias + "': " + missing(type));
            }
        }
    }

    private String missing(CommandType type) {
        List<String> names = table.names(type);
        return "ClientMethod " + type.commandName() + "='"
                + settings.choice(type).method() + "' isn't simulated by this version; it has "
                + (names.isEmpty() ? "none" : String.join(", ", names));
    }

    @Override
    public Algorithm algorithm(CommandType type) {
        return algorithms.get(type);
    }

    @Override
    public Algorithm betweenGroups(CommandType type) {
        return BetweenGroups.find(type, algorithms.get(type));
    }

    @Override
    public long parameter(CommandType type, String name, long otherwise) {
        MethodChoice choice = choices.get(type);
        Long value = choice == null ? null : choice.parameters().get(name);
        return value == null ? otherwise : value;
    }

    private static void requireParameters(CommandType type, MethodChoice choice, Algorithm algorithm) {
        for (String name : choice.parameters().keySet()) {
            if (algorithm.parameters().keySet().stream().noneMatch(name::equalsIgnoreCase)) {
                throw new UnsupportedModelException(choice.placeOf(name) + "ClientMethod " + type.commandName() + "='"
                        + choice.method() + "': unknown parameter '" + name + "'; allowed are: "
                        + (algorithm.parameters().isEmpty()
                                ? "none"
                                : String.join(
                                        ", ",
                                        algorithm.parameters().keySet().stream()
                                                .sorted()
                                                .toList())));
            }
        }
    }

    /** A command of which nothing is simulated matters only to programs that call it, as one whose default isn't. */
    private static boolean simulates(Algorithms table, CommandType type) {
        return table.names(type).stream().anyMatch(name -> !name.equals("NoOperation"));
    }
}
