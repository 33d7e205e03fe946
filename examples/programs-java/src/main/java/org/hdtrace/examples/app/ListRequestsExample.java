// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.nio.file.Path;
import org.hdtrace.examples.checkpoint.ListRequestFigures;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example list-requests}. */
final class ListRequestsExample extends PaperExample {
    ListRequestsExample() {
        super("list-requests", "The hint for list requests, HDTrace paper, section 6.", "paper-gige-2.xml");
    }

    @Override
    Experiment carryOut(Path model, ParseResult options) throws ModelFormatException, TraceFormatException {
        return new ListRequestFigures(model).experiment();
    }
}
