// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Table;
import org.hdtrace.examples.validation.ObservedCurves;
import org.hdtrace.examples.validation.ObservedReading;
import org.hdtrace.examples.validation.ObservedReads;
import org.hdtrace.examples.validation.ReadCurves;
import org.hdtrace.examples.validation.Reading;
import org.hdtrace.examples.validation.Reads;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example validation-reads}. */
final class ReadsExample extends PaperExample {
    private static final double MIB = 1 << 20;
    private static final String OBSERVED = "--observed";
    private static final String PACKET = "--packet";

    ReadsExample() {
        super(
                "validation-reads",
                "The reads of the validation paper, figure 5, and its packets.",
                "paper-westmere.xml");
    }

    @Override
    public CommandSpec specification() {
        CommandSpec spec = super.specification();
        file(spec, OBSERVED, "CSV", "those that were measured elsewhere (validation-striped-reads) instead");
        Options.number(
                spec,
                PACKET,
                ObservedReads.PACKET,
                "with " + OBSERVED + ", bytes of a packet, by which the answers of a server take turns");
        return spec;
    }

    @Override
    Experiment carryOut(Path model, ParseResult options) throws ModelFormatException, TraceFormatException {
        Path observed = options.matchedOptionValue(OBSERVED, null);
        if (observed != null) {
            List<ObservedReading> beside = ObservedReads.run(model, observed, Options.number(options, PACKET));
            return new Experiment(form -> observed(beside, form), ObservedCurves.picture(beside));
        }
        List<Reading> readings = Reads.run(model);
        return new Experiment(form -> table(readings, form), ReadCurves.picture(readings));
    }

    /** As text throughputs are in MiB/s, else in B/s. */
    static String table(List<Reading> readings, Table.Form form) {
        return new Table<Reading>()
                .shown("", "%-8s", one -> one.servers() == 0 ? "message" : "read")
                .shown("bytes", "%11d", Reading::recordBytes)
                .shown("packet", "%8d", Reading::packetBytes)
                .shown("clients", "%8d", Reading::clients)
                .shown("servers", "%8d", Reading::servers)
                .shown("by hand MiB/s", "%14.2f", one -> one.bound() / MIB)
                .shown("ours MiB/s", "%12.2f", one -> one.throughput() / MIB)
                .shown("deviation", "%10s", one -> String.format(Locale.ROOT, "%+.2f %%", 100 * one.share() - 100))
                .told("recordBytes", "%d", Reading::recordBytes)
                .told("packetBytes", "%d", Reading::packetBytes)
                .told("clients", "%d", Reading::clients)
                .told("servers", "%d", Reading::servers)
                .told("movedBytes", "%d", Reading::moved)
                .told("simulatedNs", "%d", Reading::simulatedNanos)
                .told("handNs", "%.0f", Reading::handNanos)
                .told("bytesPerSecond", "%.0f", Reading::throughput)
                .write(readings, form);
    }

    private static String observed(List<ObservedReading> readings, Table.Form form) {
        return new Table<ObservedReading>()
                .shown("record", "%9d", one -> one.simulated().recordBytes())
                .shown("servers", "%8d", one -> one.simulated().servers())
                .shown("clients", "%8d", one -> one.simulated().clients())
                .shown("observed MiB/s", "%15.3f", one -> one.throughput() / MIB)
                .shown("simulated", "%10.3f", one -> one.simulated().throughput() / MIB)
                .shown("bound", "%8.3f", one -> one.simulated().bound() / MIB)
                .shown("simulated time", "%15s", one -> String.format(Locale.ROOT, "%+.1f %%", 100 * one.error()))
                .told("recordBytes", "%d", one -> one.simulated().recordBytes())
                .told("servers", "%d", one -> one.simulated().servers())
                .told("clients", "%d", one -> one.simulated().clients())
                .told("movedBytes", "%d", one -> one.simulated().moved())
                .told("repetitions", "%d", ObservedReading::repetitions)
                .told("leastNs", "%d", ObservedReading::leastNanos)
                .told("simulatedNs", "%d", one -> one.simulated().simulatedNanos())
                .told("boundNs", "%.0f", one -> one.simulated().handNanos())
                .write(readings, form);
    }
}
