// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.PrintStream;
import org.hdtrace.examples.HaloExchange;
import org.hdtrace.piosim.model.program.Application;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example halo}. */
final class HaloExample implements Example {
    @Override
    public String name() {
        return "halo";
    }

    @Override
    public CommandSpec specification() {
        CommandSpec spec = Options.command(name(), "A stencil code on a grid of ranks, on two clusters.");
        Options.number(spec, "--columns", 4, "ranks side by side");
        Options.number(spec, "--rows", 4, "ranks one below the other");
        Options.number(spec, "--iterations", 10, "iterations");
        Options.number(spec, "--side", 1000, "cells along each side of a rank's part");
        Options.number(spec, "--instructions", 10, "instructions for one cell");
        Saving.option(spec);
        return spec;
    }

    @Override
    public void run(ParseResult options, PrintStream out) throws ExampleException {
        try {
            HaloExchange halo = new HaloExchange(
                    Options.count(options, "--columns"),
                    Options.count(options, "--rows"),
                    Options.count(options, "--iterations"),
                    Options.count(options, "--side"),
                    Options.number(options, "--instructions"));
            Application program = halo.program();
            OnTwoClusters.run(program, out);
            Saving.save(program, options, out);
        } catch (IllegalArgumentException e) {
            throw new ExampleException(Main.BAD_INPUT, e.getMessage());
        }
    }
}
