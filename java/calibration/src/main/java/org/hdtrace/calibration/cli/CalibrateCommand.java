// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.hdtrace.calibration.check.CheckedCase;
import org.hdtrace.calibration.check.Predictor;
import org.hdtrace.calibration.fit.MachineFit;
import org.hdtrace.calibration.fit.MachineFitter;
import org.hdtrace.calibration.fit.NoisyMeasurementException;
import org.hdtrace.calibration.model.ModelMaker;
import org.hdtrace.calibration.report.JsonReport;
import org.hdtrace.calibration.report.TextReport;
import org.hdtrace.calibration.suite.SuiteException;
import org.hdtrace.calibration.suite.SuiteRunner;
import org.hdtrace.calibration.table.ResultReader;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.xml.ModelWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace calibrate}. */
@Command(
        name = "hdtrace calibrate",
        description = {
            "Measures a machine by small benchmarks and fits a model to it, on which programs can be simulated.",
            "Beside X.xml it writes X.csv (all repetitions) and X.json (figures with intervals, each case simulated)."
        },
        footer =
                "exit status: 0 success, 1 too noisy to fit, or output failed, 2 wrong usage or input, or the benchmark"
                        + " didn't run",
        mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {
    /** What starting and ending take, and the case that begins last. */
    private static final long MOST_BESIDES_SECONDS = 60;

    @Spec
    private CommandSpec spec;

    @Option(names = "-o", required = true, paramLabel = "X.xml", description = "The model.")
    private Path output;

    @Option(names = "--from", paramLabel = "RESULTS.csv", description = "Fit these measurements, made elsewhere.")
    private Path from;

    @Option(
            names = "--io",
            paramLabel = "DIR",
            description = "Measure files in this folder, too; all ranks must see it.")
    private Path folder;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "60",
            description = "How long to measure at most (default ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--largest",
            paramLabel = "BYTES",
            defaultValue = "4194304",
            description = "Largest message (default ${DEFAULT-VALUE}).")
    private long largest;

    @Option(
            names = "--library",
            paramLabel = "NAME",
            defaultValue = "MPICH",
            description = "Whose algorithms collectives follow: MPICH (default) or OpenMPI.")
    private String library;

    @Option(
            names = "--compare",
            paramLabel = "TABLE.csv",
            description = "Simulate the cases of this table, too, and tell how far off each is.")
    private Path compare;

    @Option(
            names = "--bench",
            paramLabel = "PROGRAM",
            description = "hdtrace-microbench, built for the MPI in question.")
    private Path bench;

    @Option(names = "--json", description = "Print X.json instead of text.")
    private boolean json;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "Behind --: what starts a program on all ranks, as mpiexec -n 8.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call()
            throws UsageException, TraceFormatException, NoisyMeasurementException, SuiteException, IOException,
                    InterruptedException {
        check();
        Path csv = beside("csv");
        ResultTable table = from == null ? measure(csv) : ResultReader.read(from);
        MachineFit fit = MachineFitter.fit(table);
        fit.warnings().forEach(this::warn);
        ClusterModel model = ModelMaker.make(fit, library);
        Predictor predictor = new Predictor(model);
        List<CheckedCase> checked = CheckedCase.all(table, predictor);
        List<CheckedCase> compared = compare == null ? List.of() : compare(predictor, fit);
        String report = JsonReport.text(output.toString(), fit, checked, compared);
        if (from != null && !(Files.exists(csv) && Files.isSameFile(from, csv))) {
            Files.copy(from, csv, StandardCopyOption.REPLACE_EXISTING);
        }
        NewFile.write(beside("json"), report);
        NewFile.write(output, ModelWriter.text(model));
        print(fit, checked, compared, report);
        return 0;
    }

    private void check() throws UsageException {
        if ((from == null) == command.isEmpty()) {
            throw new UsageException("either --from RESULTS.csv or -- COMMAND is needed, as: -- mpiexec -n 8");
        }
        if (!output.toString().endsWith(".xml")) {
            throw new UsageException("-o " + output + ": the name of a model ends in .xml");
        }
        Path parent = output.toAbsolutePath().getParent();
        if (parent == null || !Files.isWritable(parent)) {
            throw new UsageException(output + ": there is no such folder that can be written");
        }
        if (!library.equals("MPICH") && !library.equals("OpenMPI")) {
            throw new UsageException("--library " + library + ": MPICH or OpenMPI");
        }
        if (!(seconds > 0) || seconds > 1e6 || largest < 1 || largest > 1 << 30) {
            throw new UsageException("--seconds must be above 0, --largest from 1 to 1073741824");
        }
        if (folder != null && (from != null || !Files.isDirectory(folder))) {
            throw new UsageException("--io " + folder + (from == null ? ": no such folder" : ": not with --from"));
        }
        if (from == null && (bench == null || !Files.isExecutable(bench))) {
            throw new UsageException("hdtrace-microbench is not built (MPICH: libmpich-dev mpich); run: hdtrace build");
        }
    }

    /** What is beside the model. */
    private Path beside(String ending) {
        String name = output.getFileName().toString();
        return output.resolveSibling(name.substring(0, name.length() - "xml".length()) + ending);
    }

    private ResultTable measure(Path csv)
            throws SuiteException, TraceFormatException, IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of(
                "--tests",
                folder == null ? "p2p,memory" : "p2p,memory,io",
                "--seconds",
                String.valueOf(seconds),
                "--largest",
                String.valueOf(largest)));
        if (folder != null) {
            options.addAll(List.of("--io", folder.toAbsolutePath().toString()));
        }
        Path fresh = csv.resolveSibling(csv.getFileName() + ".new");
        fresh.toFile().deleteOnExit(); // should a signal end this
        Duration limit = Duration.ofSeconds(MOST_BESIDES_SECONDS + 2 * (long) seconds);
        long begin = System.nanoTime();
        boolean terminal = hasTerminal();
        try {
            ResultTable table = new SuiteRunner(command, bench).run(options, fresh, limit, bytes -> {
                if (terminal) {
                    progress((System.nanoTime() - begin) / 1e9);
                }
            });
            Files.move(fresh, csv, StandardCopyOption.REPLACE_EXISTING);
            return table;
        } finally {
            if (terminal) {
                spec.commandLine().getErr().print("\r\033[K");
            }
            Files.deleteIfExists(fresh);
        }
    }

    /** From JDK 22 on there is a console without a terminal too; no progress is shown there. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean hasTerminal() {
        return Runtime.version().feature() < 22 && System.console() != null;
    }

    private void progress(double elapsed) {
        PrintWriter err = spec.commandLine().getErr();
        err.print(String.format(Locale.ROOT, "\r\033[Kmeasuring: %.0f of at most %.0f s", elapsed, seconds));
        err.flush();
    }

    /** Another table of the same machine. */
    private List<CheckedCase> compare(Predictor predictor, MachineFit fit) throws TraceFormatException {
        ResultTable other = ResultReader.read(compare);
        if (other.ranks() != fit.places().size()) {
            throw new TraceFormatException(
                    compare,
                    "line 1",
                    other.ranks() + " ranks, but the model is of "
                            + fit.places().size());
        }
        if (other.skipped() > 0) {
            warn(compare + ": " + other.skipped() + " cases were not measured for want of time");
        }
        return CheckedCase.all(other, predictor);
    }

    private void warn(String text) {
        spec.commandLine().getErr().println("hdtrace calibrate: warning: " + text);
    }

    private void print(MachineFit fit, List<CheckedCase> checked, List<CheckedCase> compared, String report) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(report);
            return;
        }
        out.print(TextReport.fit(fit));
        out.println("the measured cases simulated:");
        out.print(TextReport.summary(checked));
        if (!compared.isEmpty()) {
            out.println(compare + ":");
            out.print(TextReport.cases(compared));
        }
    }
}
