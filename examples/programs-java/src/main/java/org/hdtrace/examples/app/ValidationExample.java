// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.examples.validation.Curves;
import org.hdtrace.examples.validation.Experiments;
import org.hdtrace.examples.validation.Measurement;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example validation}. */
final class ValidationExample implements Example {
    private static final String CSV = "--csv";
    private static final String JSON = "--json";
    private static final String CHART = "--chart";

    @Override
    public String name() {
        return "validation";
    }

    @Override
    public CommandSpec specification() {
        CommandSpec spec = Options.command(name(), "The communication experiments of the validation paper.");
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("MODEL.xml")
                .type(Path.class)
                .arity("1")
                .required(true)
                .index("0")
                .description("the paper's cluster, examples/models/paper-westmere.xml")
                .build());
        flag(spec, CSV, "print comma-separated values");
        flag(spec, JSON, "print a list of objects");
        spec.addOption(OptionSpec.builder(CHART)
                .paramLabel("FILE")
                .type(Path.class)
                .description("draw the curves into FILE.svg or FILE.png")
                .build());
        return spec;
    }

    private static void flag(CommandSpec spec, String name, String description) {
        spec.addOption(OptionSpec.builder(name)
                .type(boolean.class)
                .arity("0")
                .description(description)
                .build());
    }

    @Override
    public void run(ParseResult options, PrintStream out) throws ExampleException {
        boolean csv = options.hasMatchedOption(CSV);
        boolean json = options.hasMatchedOption(JSON);
        if (csv && json) {
            throw new ExampleException(Main.BAD_INPUT, "--csv and --json exclude each other");
        }
        Path chart = options.matchedOptionValue(CHART, null);
        try {
            List<Measurement> measurements = Experiments.run(options.matchedPositionalValue(0, null));
            out.print(
                    csv
                            ? MeasurementTable.csv(measurements)
                            : json ? MeasurementTable.json(measurements) : MeasurementTable.text(measurements));
            if (chart != null) {
                Curves.write(measurements, chart);
            }
        } catch (ModelFormatException | TraceFormatException | IllegalArgumentException e) {
            throw new ExampleException(Main.BAD_INPUT, e.getMessage());
        } catch (IOException e) {
            throw new ExampleException(Main.FAILURE, chart + ": can't be written: " + e.getMessage());
        }
    }
}
