// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.hdtrace.piosim.model.xml.ModelWriter;

/** Writes an exchange as a user has it: a model file and a project. */
public final class ExchangeProject {
    private ExchangeProject() {}

    /** {@code FOLDER EXCHANGE RANKS BYTES REPETITIONS}: writes {@code model.xml} and the project {@code program} into it. */
    public static void main(String[] arguments) throws IOException, TraceFormatException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        int ranks = Integer.parseInt(arguments[2]);
        ModelWriter.write(Clusters.gigabit(ranks).build(), folder.resolve("model.xml"));
        ExchangeProgram program = new ExchangeProgram(
                Exchange.byName(arguments[1]), ranks, Long.parseLong(arguments[3]), Integer.parseInt(arguments[4]));
        ProgramSaver.save(program, folder.resolve("program"));
    }
}
