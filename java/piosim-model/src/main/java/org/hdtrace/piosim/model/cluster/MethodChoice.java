// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How a model has a command simulated. Immutable.
 *
 * @param method name of the implementation, one of {@link CommandType#methods()}
 * @param parameters what the model says to the implementation, as thresholds in bytes; those left out keep the value
 *     that the implementation has for them. Names ignore case; which there are is known to the simulator only.
 * @param places where a model file states the method, under the empty name, and its parameters: for messages, and no
 *     part of equality; empty when nothing is known
 */
public record MethodChoice(String method, Map<String, Long> parameters, Map<String, String> places) {
    public MethodChoice {
        Objects.requireNonNull(method, "method");
        Map<String, Long> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        parameters.forEach((name, value) -> {
            Checks.notNegative(name, value);
            copy.put(name, value);
        });
        parameters = Collections.unmodifiableMap(copy);
        places = Map.copyOf(places);
    }

    /** One that doesn't come from a file. */
    public MethodChoice(String method, Map<String, Long> parameters) {
        this(method, parameters, Map.of());
    }

    /** What a message about a parameter begins with, the empty name for the method: the place and a colon, or nothing. */
    public String placeOf(String parameter) {
        String place = places.getOrDefault(parameter, places.getOrDefault("", ""));
        return place.isEmpty() ? "" : place + ": ";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MethodChoice same && method.equals(same.method) && parameters.equals(same.parameters);
    }

    @Override
    public int hashCode() {
        return Objects.hash(method, parameters);
    }

    /** An implementation with its own parameters. */
    public static MethodChoice of(String method) {
        return new MethodChoice(method, Map.of());
    }

    /**
     * The same with the name spelled as in {@link CommandType#methods()}.
     *
     * @throws IllegalArgumentException naming the allowed values when the command has no such implementation
     */
    MethodChoice resolved(CommandType command) {
        return new MethodChoice(command.resolveMethod(method), parameters, places);
    }
}
