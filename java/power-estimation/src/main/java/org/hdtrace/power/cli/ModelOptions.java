// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.power.model.MappingFile;
import org.hdtrace.power.model.ModelReader;
import org.hdtrace.power.model.PowerModel;
import picocli.CommandLine.Option;

/** Which model a command uses. */
final class ModelOptions {
    @Option(names = "--model", paramLabel = "M.xml", description = "Power model, as hdtrace energy calibrate writes.")
    private Path model;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description =
                    "Instead of a model: a mapping file of HDPowerEstimation, lines of statistic and device class.")
    private Path mapping;

    boolean isGiven() {
        return model != null || mapping != null;
    }

    PowerModel read() throws TraceFormatException, UsageException {
        if ((model == null) == (mapping == null)) {
            throw new UsageException("one of --model and --mapping is needed");
        }
        return model != null ? ModelReader.read(model) : MappingFile.read(mapping);
    }
}
