// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.nio.file.Path;
import org.hdtrace.examples.checkpoint.Checkpoint;
import org.hdtrace.examples.checkpoint.CheckpointFigures;
import org.hdtrace.examples.checkpoint.Run;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example pde-checkpoint}. */
final class CheckpointExample extends PaperExample {
    private static final String RECORDED = "--recorded";

    CheckpointExample() {
        super("pde-checkpoint", "The PDE solver of the HDTrace paper, section 7.", "paper-gige-2.xml");
    }

    @Override
    public CommandSpec specification() {
        CommandSpec spec = super.specification();
        file(spec, RECORDED, "PROJECT", "a recorded run of partdiff instead of the one written in Java");
        return spec;
    }

    @Override
    Experiment carryOut(Path model, ParseResult options) throws ModelFormatException, TraceFormatException {
        Path project = options.matchedOptionValue(RECORDED, null);
        Checkpoint checkpoint = new Checkpoint(model);
        Run run = project == null ? checkpoint.written() : checkpoint.recorded(project);
        return new CheckpointFigures(checkpoint, run).experiment();
    }
}
