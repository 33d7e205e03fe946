// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.trace.Attributes;

/** The first reading of a trace: which containers there are, what happens in each, and which ends of links belong together. */
final class PajeOutline implements PajeSink {
    /** A container and what it has, by the numbers of the types. */
    static final class Container {
        final Container parent;
        final String type;
        final String name;
        final List<Container> children = new ArrayList<>();
        final Map<Integer, Typed> states = new LinkedHashMap<>();
        final Map<Integer, Typed> variables = new LinkedHashMap<>();
        boolean hasEvents;
        boolean hasLinks;

        Container(Container parent, String type, String name) {
            this.parent = parent;
            this.type = type;
            this.name = name;
        }

        /** Whether it is a line of time itself. */
        boolean isTimeline() {
            return !states.isEmpty() || hasEvents || hasLinks;
        }

        /** Whether it, or one inside of it, has anything. */
        boolean isUsed() {
            return isTimeline() || !variables.isEmpty() || children.stream().anyMatch(Container::isUsed);
        }
    }

    private final List<Container> containers = new ArrayList<>();
    private final List<Container> outermost = new ArrayList<>();
    private final PajeLinks links = new PajeLinks();
    private long lastNanos = Long.MIN_VALUE;

    List<Container> containers() {
        return containers;
    }

    List<Container> outermost() {
        return outermost;
    }

    PajeLinks links() {
        return links;
    }

    /** Of all that is told; 0 where there is nothing. */
    long lastNanos() {
        return lastNanos == Long.MIN_VALUE ? 0 : lastNanos;
    }

    private Container at(int container, long nanos) {
        lastNanos = Math.max(lastNanos, nanos);
        return containers.get(container);
    }

    @Override
    public void container(int parent, String type, String name, long nanos) {
        lastNanos = Math.max(lastNanos, nanos);
        Container around = parent < 0 ? null : containers.get(parent);
        Container made = new Container(around, type, name);
        containers.add(made);
        (around == null ? outermost : around.children).add(made);
    }

    @Override
    public void destroy(int container, long nanos) {
        at(container, nanos);
    }

    @Override
    public void push(int container, Typed type, String value, Attributes further, long nanos) {
        at(container, nanos).states.putIfAbsent(type.number(), type);
    }

    @Override
    public void pop(int container, Typed type, long nanos) {
        at(container, nanos);
    }

    @Override
    public void reset(int container, Typed type, long nanos) {
        at(container, nanos);
    }

    @Override
    public void event(int container, String value, Attributes further, long nanos) {
        at(container, nanos).hasEvents = true;
    }

    @Override
    public void variable(int container, Typed type, double value, long nanos) {
        at(container, nanos).variables.putIfAbsent(type.number(), type);
    }

    @Override
    public void linkBegins(int container, String link, Attributes further, long nanos) {
        at(container, nanos).hasLinks = true;
        links.begin(link, container);
    }

    @Override
    public void linkEnds(int container, String link, Attributes further, long nanos) {
        at(container, nanos).hasLinks = true;
        links.end(link, container);
    }
}
