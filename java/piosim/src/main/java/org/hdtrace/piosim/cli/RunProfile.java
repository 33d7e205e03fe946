// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Locale;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.piosim.engine.Kernel.HandlerProfile;

/**
 * What a run cost.
 *
 * @param readNanos wall time in ns for the model and the projects
 * @param setUpNanos for the simulation's set-up
 * @param runNanos for the simulation itself
 * @param writeNanos for the simulated project
 * @param heapBytes most memory of the parts of the heap, each at its own moment
 * @param virtualNanos simulated time
 * @param components what each component did
 * @param handlers events of each part of the simulator and the wall time spent with them
 */
record RunProfile(
        long readNanos,
        long setUpNanos,
        long runNanos,
        long writeNanos,
        long heapBytes,
        long virtualNanos,
        List<ComponentTable.Row> components,
        List<HandlerProfile> handlers) {
    private static final double NANOS = 1e9;

    /** Most memory that was in use on the heap so far, in bytes. */
    static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }

    /** Lines for people. */
    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "read %.3f s, set up %.3f s, run %.3f s, write %.3f s, heap up to %d MiB",
                readNanos / NANOS,
                setUpNanos / NANOS,
                runNanos / NANOS,
                writeNanos / NANOS,
                heapBytes >> 20));
        for (HandlerProfile handler : handlers) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%-12s %12d events, %5.1f %%, %8.3f s",
                    handler.name(),
                    handler.events(),
                    100 * share(handler),
                    handler.nanos() / NANOS));
        }
        text.append(ComponentTable.text(components, virtualNanos));
        return text.toString();
    }

    /** One object. */
    void write(JsonWriter json) {
        json.beginObject()
                .field("readSeconds", readNanos / NANOS)
                .field("setUpSeconds", setUpNanos / NANOS)
                .field("runSeconds", runNanos / NANOS)
                .field("writeSeconds", writeNanos / NANOS)
                .field("peakHeapBytes", heapBytes)
                .name("handlers")
                .beginArray();
        for (HandlerProfile handler : handlers) {
            json.lineBreak().beginObject();
            json.field("name", handler.name()).field("events", handler.events());
            json.field("share", share(handler)).field("seconds", handler.nanos() / NANOS);
            json.endObject();
        }
        json.endArray().endObject();
    }

    private double share(HandlerProfile handler) {
        long all = handlers.stream().mapToLong(HandlerProfile::events).sum();
        return all == 0 ? 0 : (double) handler.events() / all;
    }
}
