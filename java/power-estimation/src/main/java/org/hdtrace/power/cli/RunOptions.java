// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.power.model.MappingFile;
import org.hdtrace.power.model.ModelReader;
import org.hdtrace.power.model.PowerModel;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which run a command is about, which model it uses, and whether it prints for programs. */
final class RunOptions {
    @Parameters(paramLabel = "PROJECT", description = "A recorded or a simulated run.")
    private Path path;

    @Option(names = "--model", paramLabel = "M.xml", description = "Power model, as hdtrace energy calibrate writes.")
    private Path model;

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description =
                    "Instead of a model: a mapping file of HDPowerEstimation, lines of statistic and device class.")
    private Path mapping;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    Project openProject() throws TraceFormatException {
        return Project.open(path);
    }

    boolean isJson() {
        return json;
    }

    boolean hasModel() {
        return model != null || mapping != null;
    }

    PowerModel readModel() throws TraceFormatException, UsageException {
        if ((model == null) == (mapping == null)) {
            throw new UsageException("one of --model and --mapping is needed");
        }
        return model != null ? ModelReader.read(model) : MappingFile.read(mapping);
    }
}
