// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.examples.papers.Experiment;
import org.hdtrace.examples.validation.Curves;
import org.hdtrace.examples.validation.Experiments;
import org.hdtrace.examples.validation.Measurement;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import picocli.CommandLine.ParseResult;

/** {@code hdtrace example validation}. */
final class ValidationExample extends PaperExample {
    ValidationExample() {
        super("validation", "The communication experiments of the validation paper.", "paper-westmere.xml");
    }

    @Override
    Experiment carryOut(Path model, ParseResult options) throws ModelFormatException, TraceFormatException {
        List<Measurement> measurements = Experiments.run(model);
        return new Experiment(form -> MeasurementTable.write(measurements, form), Curves.picture(measurements));
    }
}
