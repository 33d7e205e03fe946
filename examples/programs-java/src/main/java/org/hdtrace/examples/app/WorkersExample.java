// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.PrintStream;
import org.hdtrace.examples.MasterWorker;
import org.hdtrace.piosim.model.program.Application;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example workers}. */
final class WorkersExample implements Example {
    @Override
    public String name() {
        return "workers";
    }

    @Override
    public CommandSpec specification() {
        CommandSpec spec = Options.command(name(), "A master and its workers, on two clusters.");
        Options.number(spec, "--workers", 7, "ranks besides the master");
        Options.number(spec, "--rounds", 10, "tasks of each worker");
        Options.number(spec, "--task", 65536, "bytes of a task");
        Options.number(spec, "--result", 1024, "bytes of a result");
        Options.number(spec, "--instructions", 1_000_000, "instructions of the first worker's task");
        Saving.option(spec);
        return spec;
    }

    @Override
    public void run(ParseResult options, PrintStream out) throws ExampleException {
        try {
            MasterWorker workers = new MasterWorker(
                    Options.count(options, "--workers"),
                    Options.count(options, "--rounds"),
                    Options.number(options, "--task"),
                    Options.number(options, "--result"),
                    Options.number(options, "--instructions"));
            Application program = workers.program();
            OnTwoClusters.run(program, out);
            Saving.save(program, options, out);
        } catch (IllegalArgumentException e) {
            throw new ExampleException(Main.BAD_INPUT, e.getMessage());
        }
    }
}
