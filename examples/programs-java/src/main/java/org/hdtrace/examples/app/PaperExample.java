// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.papers.Table;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** A subcommand that carries an experiment of a paper out on a model file, prints its figures and draws them. */
abstract class PaperExample implements Example {
    private static final String CSV = "--csv";
    private static final String JSON = "--json";
    private static final String CHART = "--chart";
    private static final String OUTPUT = "--output";

    private final String name;
    private final String description;
    private final String model;

    /**
     * An example with the options that all experiments have.
     *
     * @param model the model file in examples/models that it is made for
     */
    PaperExample(String name, String description, String model) {
        this.name = name;
        this.description = description;
        this.model = model;
    }

    /** Carry it out. */
    abstract Experiment carryOut(Path modelFile, ParseResult options)
            throws ModelFormatException, TraceFormatException, ExampleException;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public CommandSpec specification() {
        CommandSpec spec = Options.command(name, description);
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("MODEL.xml")
                .type(Path.class)
                .arity("1")
                .required(true)
                .index("0")
                .description("the paper's cluster, examples/models/" + model)
                .build());
        flag(spec, CSV, "print comma-separated values");
        flag(spec, JSON, "print a list of objects");
        file(spec, CHART, "FILE", "draw the figures into FILE.svg or FILE.png");
        file(spec, OUTPUT, "DIR", "write DIR/" + name + ".csv and DIR/" + name + ".png");
        return spec;
    }

    private static void flag(CommandSpec spec, String option, String text) {
        spec.addOption(OptionSpec.builder(option)
                .type(boolean.class)
                .arity("0")
                .description(text)
                .build());
    }

    static void file(CommandSpec spec, String option, String label, String text) {
        spec.addOption(OptionSpec.builder(option)
                .paramLabel(label)
                .type(Path.class)
                .description(text)
                .build());
    }

    @Override
    public final void run(ParseResult options, PrintStream out) throws ExampleException {
        boolean csv = options.hasMatchedOption(CSV);
        boolean json = options.hasMatchedOption(JSON);
        if (csv && json) {
            throw new ExampleException(Main.BAD_INPUT, "--csv and --json exclude each other");
        }
        try {
            Experiment experiment = carryOut(options.matchedPositionalValue(0, null), options);
            out.print(experiment.table().apply(csv ? Table.Form.CSV : json ? Table.Form.JSON : Table.Form.TEXT));
            write(experiment, options);
        } catch (ModelFormatException | TraceFormatException | IllegalArgumentException e) {
            throw new ExampleException(Main.BAD_INPUT, e.getMessage());
        }
    }

    private void write(Experiment experiment, ParseResult options) throws ExampleException {
        Path chart = options.matchedOptionValue(CHART, null);
        Path folder = options.matchedOptionValue(OUTPUT, null);
        Path writing = chart;
        try {
            if (chart != null) {
                experiment.picture().write(chart);
            }
            if (folder != null) {
                writing = folder;
                Files.createDirectories(folder);
                writing = folder.resolve(name + ".csv");
                Files.writeString(writing, experiment.table().apply(Table.Form.CSV));
                writing = folder.resolve(name + ".png");
                experiment.picture().write(writing);
            }
        } catch (IOException e) {
            throw new ExampleException(Main.FAILURE, writing + ": can't be written: " + e.getMessage());
        }
    }
}
