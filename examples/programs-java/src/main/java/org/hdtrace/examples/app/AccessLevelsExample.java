// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.nio.file.Path;
import org.hdtrace.examples.levels.AccessLevels;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example access-levels}. */
final class AccessLevelsExample extends PaperExample {
    AccessLevelsExample() {
        super("access-levels", "The four levels of access of the slides on PIOviz.", "paper-gige.xml");
    }

    @Override
    Experiment carryOut(Path model, ParseResult options) throws ModelFormatException, TraceFormatException {
        return new AccessLevels(model).experiment();
    }
}
