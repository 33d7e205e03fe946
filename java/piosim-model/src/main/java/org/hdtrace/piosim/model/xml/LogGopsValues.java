// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.List;
import java.util.function.ToLongFunction;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;

/** The values of a LogGOPS topology: elements, all of them required. Their case matters, since g and G differ by it only. */
final class LogGopsValues {
    static final String NAME = "LogGOPS";

    /** A value. */
    private record Row(String name, Quantity.Unit unit, ToLongFunction<LogGops> get) {}

    private static final List<Row> ROWS = List.of(
            new Row("L", Quantity.Unit.TIME, LogGops::latencyNanos),
            new Row("o", Quantity.Unit.TIME, LogGops::overheadNanos),
            new Row("g", Quantity.Unit.TIME, LogGops::gapNanos),
            new Row("G", Quantity.Unit.SHORT_TIME, LogGops::picosPerByte),
            new Row("S", Quantity.Unit.COUNT, LogGops::eagerBytes));

    private final Faults faults;
    private final Fields fields;

    LogGopsValues(Faults faults, Fields fields) {
        this.faults = faults;
        this.fields = fields;
    }

    static List<String> names() {
        return ROWS.stream().map(Row::name).toList();
    }

    /** The costs that a topology states, or null after a fault. */
    LogGops read(Element topology) {
        fields.onlyAttributes(topology, List.of("name", "implementation"));
        boolean sound = true;
        for (Element child : topology.children()) {
            if (!names().contains(child.tag())) {
                faults.add(child, "not known inside a LogGOPS topology; allowed are: " + String.join(", ", names()));
                sound = false;
            }
        }
        long[] values = new long[ROWS.size()];
        for (int i = 0; i < values.length; i++) {
            double value = value(topology, ROWS.get(i));
            sound &= !Double.isNaN(value);
            values[i] = (long) value;
        }
        return sound
                ? fields.made(topology, () -> new LogGops(values[0], values[1], values[2], values[3], values[4]))
                : null;
    }

    /** NaN after a fault. */
    private double value(Element topology, Row row) {
        List<Element> stated = topology.children().stream()
                .filter(child -> child.tag().equals(row.name()))
                .toList();
        if (stated.size() != 1) {
            faults.add(
                    topology,
                    stated.isEmpty() ? "needs a value " + row.name() : "value " + row.name() + " appears twice");
            return Double.NaN;
        }
        String text = stated.get(0).text();
        try {
            return Quantity.parse(text, row.unit());
        } catch (IllegalArgumentException e) {
            faults.add(stated.get(0), "'" + text + "': " + e.getMessage());
            return Double.NaN;
        }
    }

    /** A topology's element with its costs. */
    static Element write(Element topology, LogGops costs) {
        Element element = topology.withAttribute("implementation", NAME);
        for (Row row : ROWS) {
            String text = Quantity.format((double) row.get().applyAsLong(costs), row.unit());
            element = element.plus(Element.ofText(row.name(), text));
        }
        return element;
    }
}
