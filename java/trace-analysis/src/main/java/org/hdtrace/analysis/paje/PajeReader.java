// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;

/**
 * Reads a Paje trace: resolves names and aliases, checks times, and tells a {@link PajeSink}.
 *
 * <p>Memory: what is defined, no events. Thread: one thread at a time.
 */
final class PajeReader {
    /** Lines between two words of progress. */
    private static final int STEP = 1 << 15;

    private static final Set<String> KNOWN_FIELDS = Set.of(
            "time",
            "type",
            "container",
            "value",
            "key",
            "startcontainer",
            "endcontainer",
            "sourcecontainer",
            "destcontainer");
    private static final String NOTHING = "0";

    private final PajeFile file;
    private final PajeSink sink;
    private final Map<String, PajeSink.Typed> types = new HashMap<>();
    /** By type and alias. */
    private final Map<String, String> values = new HashMap<>();

    private final Map<String, Integer> containers = new HashMap<>();
    private final List<long[]> times = new ArrayList<>();
    private final Map<String, Double> variables = new HashMap<>();
    /** Events of kinds that mean nothing here, by their names. */
    private final Map<String, Long> skipped = new TreeMap<>();

    private int defined;
    private int made;

    private PajeReader(PajeFile file, PajeSink sink) {
        this.file = file;
        this.sink = sink;
    }

    /**
     * Read all of a file.
     *
     * @return how many events were skipped, by the names of their kinds
     */
    static Map<String, Long> read(Path path, PajeSink sink, DoubleConsumer progress)
            throws TraceFormatException, IOException {
        try (PajeFile file = new PajeFile(path)) {
            PajeReader reader = new PajeReader(file, sink);
            long lines = 0;
            while (file.next()) {
                reader.event();
                lines++;
                if (lines % STEP == 0) {
                    progress.accept(file.share());
                }
            }
            return reader.skipped;
        }
    }

    private void event() throws TraceFormatException, IOException {
        switch (file.kind()) {
            case DEFINE_CONTAINER_TYPE, DEFINE_STATE_TYPE, DEFINE_EVENT_TYPE, DEFINE_LINK_TYPE, DEFINE_VARIABLE_TYPE ->
                define();
            case DEFINE_ENTITY_VALUE -> {
                String name = file.get("name");
                String type = file.get("type", "entitytype");
                values.put(typed(type).number() + " " + alias(name), name);
            }
            case CREATE_CONTAINER -> create();
            case DESTROY_CONTAINER -> {
                int container = container(file.get("name", "container"));
                sink.destroy(container, time(container));
            }
            case PUSH_STATE, SET_STATE, POP_STATE, RESET_STATE -> state();
            case NEW_EVENT -> {
                int container = container(file.get("container"));
                sink.event(container, value(type()), further(), time(container));
            }
            case SET_VARIABLE, ADD_VARIABLE, SUB_VARIABLE -> variable();
            case START_LINK, END_LINK -> link();
            case OTHER -> skipped.merge(file.eventName(), 1L, Long::sum);
        }
    }

    private String alias(String otherwise) {
        String alias = file.find("alias");
        return alias == null || alias.isEmpty() ? otherwise : alias;
    }

    private void define() throws TraceFormatException {
        String name = file.get("name");
        PajeSink.Typed type = new PajeSink.Typed(defined++, name);
        types.put(alias(name), type);
        // Some programs use the one, some the other.
        types.putIfAbsent(name, type);
    }

    private PajeSink.Typed typed(String name) throws TraceFormatException {
        PajeSink.Typed type = types.get(name);
        if (type == null) {
            throw file.error("the type '" + name + "' is not defined");
        }
        return type;
    }

    private PajeSink.Typed type() throws TraceFormatException {
        return typed(file.get("type"));
    }

    private void create() throws TraceFormatException, IOException {
        String name = file.get("name");
        String around = file.get("container");
        int parent = around.equals(NOTHING) && !containers.containsKey(NOTHING) ? -1 : container(around);
        long nanos = file.nanos();
        String type = type().name();
        containers.put(alias(name), made);
        containers.putIfAbsent(name, made);
        made++;
        times.add(new long[] {nanos});
        sink.container(parent, type, name, nanos);
    }

    private int container(String name) throws TraceFormatException {
        Integer number = containers.get(name);
        if (number == null) {
            throw file.error("there is no container '" + name + "'");
        }
        return number;
    }

    /** Of the line; times of a container don't go back. */
    private long time(int container) throws TraceFormatException {
        long nanos = file.nanos();
        long[] last = times.get(container);
        if (nanos < last[0]) {
            throw file.error("the time goes back in its container");
        }
        last[0] = nanos;
        return nanos;
    }

    private String value(PajeSink.Typed type) throws TraceFormatException {
        String value = file.get("value");
        return values.getOrDefault(type.number() + " " + value, value);
    }

    private void state() throws TraceFormatException, IOException {
        int container = container(file.get("container"));
        PajeSink.Typed type = type();
        long nanos = time(container);
        switch (file.kind()) {
            case POP_STATE -> sink.pop(container, type, nanos);
            case RESET_STATE -> sink.reset(container, type, nanos);
            case SET_STATE -> {
                sink.reset(container, type, nanos);
                sink.push(container, type, value(type), further(), nanos);
            }
            default -> sink.push(container, type, value(type), further(), nanos);
        }
    }

    private void variable() throws TraceFormatException, IOException {
        int container = container(file.get("container"));
        PajeSink.Typed type = type();
        double value = file.number(file.get("value"));
        String key = container + " " + type.number();
        double now =
                switch (file.kind()) {
                    case ADD_VARIABLE -> variables.getOrDefault(key, 0.0) + value;
                    case SUB_VARIABLE -> variables.getOrDefault(key, 0.0) - value;
                    default -> value;
                };
        variables.put(key, now);
        sink.variable(container, type, now, time(container));
    }

    private void link() throws TraceFormatException, IOException {
        boolean begins = file.kind() == PajeKind.START_LINK;
        String name =
                begins ? file.get("startcontainer", "sourcecontainer") : file.get("endcontainer", "destcontainer");
        int container = container(name);
        String link = type().number() + " " + file.get("key");
        long nanos = time(container);
        if (begins) {
            sink.linkBegins(container, link, further(), nanos);
        } else {
            sink.linkEnds(container, link, further(), nanos);
        }
    }

    /** What the format doesn't know of, as sizes of messages. */
    private Attributes further() {
        List<String> all = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (int i = 0; i < file.fieldCount(); i++) {
            if (!KNOWN_FIELDS.contains(file.fieldName(i)) && !file.field(i).isEmpty()) {
                String name = ImportedNames.attribute(file.fieldName(i));
                if (told.add(name)) {
                    all.add(name);
                    all.add(file.field(i));
                }
            }
        }
        return all.isEmpty() ? Attributes.none() : Attributes.of(all.toArray(String[]::new));
    }
}
