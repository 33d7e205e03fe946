// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.hdtrace.calibration.report.ValidationHtml;
import org.hdtrace.calibration.report.ValidationJson;
import org.hdtrace.calibration.report.ValidationText;
import org.hdtrace.calibration.suite.SuiteException;
import org.hdtrace.calibration.suite.SuiteProgram;
import org.hdtrace.calibration.suite.SuiteRunner;
import org.hdtrace.calibration.suite.ValidationSuite;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.validate.Judge;
import org.hdtrace.calibration.validate.Validation;
import org.hdtrace.calibration.validate.ValidationResult;
import org.hdtrace.calibration.validate.Verdict;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.xml.ModelReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace validate}. */
@Command(
        name = "hdtrace validate",
        customSynopsis = "hdtrace validate --model X.xml [options] (P or -- COMMAND...)",
        description = {
            "Does this MPI and this file system perform as they should? Runs and records a suite of programs by COMMAND, as"
                    + " mpiexec -n 8, or takes the recorded project P, simulates it on the model (hdtrace calibrate makes it),"
                    + " and says of each operation whether it took as long as that, with the reason where the recording shows it.",
            "What is slow is measured twice before it's told."
        },
        footer =
                "exit status: 0 nothing is slower than expected, 1 something is, or output failed, 2 wrong usage or input, a"
                        + " program of the suite didn't run, or the model is of another machine",
        mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
    private static final double PERCENT = 100;
    private static final double MILLI = 1e6;

    private final List<String> launcher;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "P", description = "A recorded project.")
    private Path project;

    @Option(names = "--model", required = true, paramLabel = "X.xml", description = "What to expect of the machine.")
    private Path modelFile;

    @Option(names = "--short", description = "At most 3 minutes instead of 20: few sizes and groups.")
    private boolean isShort;

    @Option(
            names = "--tolerance",
            paramLabel = "PCT",
            defaultValue = "30",
            description = "How much longer than simulated is still as expected (default ${DEFAULT-VALUE}).")
    private double tolerance;

    @Option(
            names = "--ignore",
            paramLabel = "MS",
            defaultValue = "1",
            description = "Differences up to this are noise (default ${DEFAULT-VALUE}).")
    private double ignored;

    @Option(
            names = "--io",
            paramLabel = "DIR",
            description =
                    "Also MPI-IO in this folder, which all ranks see; the model has to know files (calibrate --io).")
    private Path folder;

    @Option(
            names = "--only",
            paramLabel = "LIST",
            split = ",",
            description = "Parts of the suite: hosts, messages, pde, files (default: all).")
    private List<String> only = ValidationSuite.PARTS;

    @Option(names = "--html", paramLabel = "DIR", description = "Write DIR/index.html with pictures, too.")
    private Path html;

    @Option(names = "--keep", paramLabel = "DIR", description = "Keep what was recorded here.")
    private Path keep;

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(names = "--hdtrace", paramLabel = "FILE", description = "The front end that records.")
    private Path frontEnd;

    @Option(names = "--programs", paramLabel = "DIR", description = "Where the programs of the suite are.")
    private Path programs;

    ValidateCommand(List<String> launcher) {
        this.launcher = List.copyOf(launcher);
    }

    @Override
    public Integer call()
            throws UsageException, TraceFormatException, ModelFormatException, SuiteException, IOException,
                    InterruptedException {
        check();
        Validation validation =
                new Validation(ModelReader.read(modelFile), new Judge(tolerance / PERCENT, ignored * MILLI));
        ValidationResult result = project == null ? measured(validation) : recorded(validation);
        if (result.cases().isEmpty()) {
            throw new UsageException(
                    (project == null ? "COMMAND" : project.toString())
                            + ": has no operation to judge: collective calls that move data, blocking messages, accesses of files");
        }
        if (html != null) {
            Files.createDirectories(html);
            NewFile.write(html.resolve("index.html"), ValidationHtml.text(modelFile.toString(), result));
        }
        spec.commandLine()
                .getOut()
                .print(json ? ValidationJson.text(modelFile.toString(), result) : ValidationText.of(result));
        return result.isSound() ? 0 : 1;
    }

    private void check() throws UsageException {
        if ((project == null) == launcher.isEmpty()) {
            throw new UsageException("either a project P or -- COMMAND is needed, as: -- mpiexec -n 8");
        }
        if (!(tolerance > 0) || tolerance > 1e6 || !(ignored >= 0) || ignored > 1e6) {
            throw new UsageException("--tolerance must be above 0, --ignore 0 or more");
        }
        if (project != null && (folder != null || keep != null || isShort)) {
            throw new UsageException("--io, --keep and --short are for -- COMMAND");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new UsageException("--io " + folder + ": no such folder");
        }
        if (html != null && Files.exists(html) && !Files.isDirectory(html)) {
            throw new UsageException("--html " + html + ": this is no folder");
        }
        if (keep != null && Files.exists(keep)) {
            throw new UsageException("--keep " + keep + ": is there already");
        }
        if (only.isEmpty() || !ValidationSuite.PARTS.containsAll(only)) {
            throw new UsageException("--only needs a list of " + String.join(", ", ValidationSuite.PARTS));
        }
        if (project == null && folder == null && only.stream().allMatch("files"::equals)) {
            throw new UsageException("--only files needs --io DIR");
        }
        if (project == null && (frontEnd == null || programs == null)) {
            throw new UsageException("--hdtrace and --programs are needed to record (hdtrace validate gives them)");
        }
    }

    private ValidationResult recorded(Validation validation) throws TraceFormatException {
        Path name = project.toAbsolutePath().normalize().getFileName();
        validation.add(project, name == null ? "" : name.toString().replaceAll("\\.proj$", ""));
        return validation.result();
    }

    private ValidationResult measured(Validation validation)
            throws UsageException, TraceFormatException, SuiteException, IOException, InterruptedException {
        if (folder != null && !validation.projects().hasFiles()) {
            throw new UsageException("--io: " + modelFile + " has no file system; see hdtrace calibrate --io");
        }
        Path work = keep == null ? Files.createTempDirectory("hdtrace-validate") : Files.createDirectories(keep);
        Thread cutOff = new Thread(() -> Folders.deleteAtEnd(work));
        if (keep == null) {
            Runtime.getRuntime().addShutdownHook(cutOff);
        }
        try {
            ValidationSuite suite = new ValidationSuite(
                    programs.toAbsolutePath(),
                    work.toAbsolutePath(),
                    validation.projects().ranks(),
                    folder == null ? null : folder.toAbsolutePath(),
                    isShort,
                    Set.copyOf(only));
            return judged(suite, validation);
        } finally {
            if (keep == null) {
                Folders.delete(work);
            }
        }
    }

    private static void requireBuilt(ValidationSuite suite) throws UsageException {
        for (Path program : suite.executables()) {
            if (!Files.isExecutable(program)) {
                throw new UsageException(
                        program.getFileName() + " is not built (MPICH: libmpich-dev mpich); run:" + " hdtrace build");
            }
        }
    }

    private ValidationResult judged(ValidationSuite suite, Validation validation)
            throws UsageException, TraceFormatException, SuiteException, IOException, InterruptedException {
        requireBuilt(suite);
        try {
            round(suite, 1, null, validation);
            ValidationResult first = validation.result();
            if (first.isSound()) {
                return first;
            }
            round(suite, 2, slowPrograms(first), validation);
            return validation.result();
        } finally {
            for (Path file : suite.leftovers()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** What is slow may have been disturbed. */
    private static Set<String> slowPrograms(ValidationResult result) {
        return result.cases().stream()
                .filter(one -> one.verdict() == Verdict.SLOWER)
                .map(one -> one.key().program())
                .collect(Collectors.toSet());
    }

    private void round(ValidationSuite suite, int number, Set<String> wanted, Validation validation)
            throws TraceFormatException, SuiteException, IOException, InterruptedException {
        for (SuiteProgram program : suite.all(number)) {
            if (wanted != null && !wanted.contains(program.name())) {
                continue;
            }
            Path recording = suite.work().resolve(program.name() + "-" + number);
            List<String> command = new ArrayList<>();
            if (program.recorded()) {
                command.addAll(List.of(frontEnd.toString(), "record", "--internals", "-o", recording.toString(), "--"));
            }
            command.addAll(launcher);
            command.addAll(program.words());
            Path log = suite.work().resolve(program.name() + "-" + number + ".log");
            SuiteRunner.run(command, log, Duration.ofMinutes(isShort ? 2 : 15));
            // Rank 0 writes it; of a recorded program it isn't needed where that is on another host.
            boolean told = program.table() != null && (!program.recorded() || Files.exists(program.table()));
            ResultTable table = told ? ResultReader.read(program.table()) : null;
            if (table != null && table.skipped() > 0) {
                spec.commandLine()
                        .getErr()
                        .println("hdtrace validate: warning: " + program.name() + ": " + table.skipped()
                                + " cases were not measured for want of time");
            }
            if (program.recorded()) {
                validation.add(recording, program.name());
            } else {
                add(table, validation);
            }
        }
    }

    private static void add(ResultTable table, Validation validation) throws SuiteException {
        int ranks = validation.projects().ranks();
        if (table.ranks() != ranks) {
            throw new SuiteException(
                    "the model is of another machine: it has " + ranks + " ranks, the command starts " + table.ranks());
        }
        validation.add(table);
    }
}
