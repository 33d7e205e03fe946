// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramSaver;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The option that saves the program of an example as a project. */
final class Saving {
    private static final String OPTION = "--save";

    private Saving() {}

    static void option(CommandSpec spec) {
        spec.addOption(OptionSpec.builder(OPTION)
                .paramLabel("DIR")
                .type(Path.class)
                .description("save the program as a project, for hdtrace simulate; DIR must not exist")
                .build());
    }

    static void save(Application program, ParseResult options, PrintStream out) throws ExampleException {
        Path folder = options.matchedOptionValue(OPTION, null);
        if (folder == null) {
            return;
        }
        try {
            out.println("saved as " + ProgramSaver.save(program, folder));
        } catch (FileAlreadyExistsException e) {
            throw new ExampleException(Main.BAD_INPUT, e.getFile() + ": exists already; --save makes a new folder");
        } catch (TraceFormatException e) {
            throw new ExampleException(Main.BAD_INPUT, e.getMessage());
        } catch (IOException e) {
            throw new ExampleException(Main.FAILURE, folder + ": can't be written: " + e.getMessage());
        }
    }
}
