// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.power.fit.Alignment;
import org.hdtrace.power.fit.Calibration;
import org.hdtrace.power.fit.CalibrationException;
import org.hdtrace.power.fit.Candidates;
import org.hdtrace.power.fit.LeaveOneOut;
import org.hdtrace.power.fit.Ridge;
import org.hdtrace.power.fit.SampleSet;
import org.hdtrace.power.input.ActivityReader;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.CalibrationFacts;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.ModelReader;
import org.hdtrace.power.model.ModelWriter;
import org.hdtrace.power.model.NodeConstant;
import org.hdtrace.power.model.PowerModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hdtrace energy calibrate}. */
@Command(
        name = "calibrate",
        description = "Fits a power model to recordings with measured power, and tells how well it does on runs that"
                + " were left out.",
        mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "PROJECT", description = "Recordings with groups Utilization and Energy.")
    private List<Path> paths;

    @Option(names = "-o", required = true, paramLabel = "M.xml", description = "The model.")
    private Path output;

    @Option(
            names = "--candidates",
            paramLabel = "M.xml",
            description = "Choose among the features of this model instead of the built-in ones.")
    private Path candidates;

    @Option(
            names = "--align",
            description =
                    "Move measured power to where the load is, where it comes too late or too early by a clock or a"
                            + " meter.")
    private boolean align;

    @Option(
            names = "--ridge",
            paramLabel = "LAMBDA",
            description =
                    "Shrink slopes, by a penalty of LAMBDA times what the features themselves vary; auto chooses it"
                            + " from 0 to 1 by the error of samples of runs that were left out. Without it slopes are those of"
                            + " least squares.")
    private String ridge;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    /** With the recording that each is of. */
    private final Map<String, List<Alignment>> alignments = new LinkedHashMap<>();

    @Override
    public Integer call() throws TraceFormatException, UsageException, CalibrationException, IOException {
        Ridge shrinking = ridge();
        List<Feature> features = candidates == null
                ? Candidates.standard()
                : ModelReader.read(candidates).features();
        SampleSet set = new SampleSet(features);
        for (Path path : paths) {
            Project project = Project.open(path);
            List<NodeReading> nodes = ActivityReader.read(project, features, file -> {});
            if (set.add(recording(project), inTime(recording(project), nodes)) == 0) {
                throw new TraceFormatException(
                        project.file(), "line 1", "no node has measured power (group Energy, value P) and utilisation");
            }
        }
        Calibration calibration = Calibration.of(nameOf(output), set, shrinking);
        ModelWriter.write(calibration.model(), output);
        warn();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            printJson(calibration, out);
        } else {
            print(calibration, out);
        }
        return 0;
    }

    private Ridge ridge() throws UsageException {
        if (ridge == null) {
            return Ridge.NONE;
        }
        if (ridge.equals("auto")) {
            return Ridge.AUTO;
        }
        try {
            return Ridge.of(Double.parseDouble(ridge));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--ridge: '" + ridge + "' is neither a finite number from 0 on nor auto");
        }
    }

    /** Programs have the same name in several recordings; their folders differ. */
    private static String recording(Project project) {
        Path folder = project.directory().toAbsolutePath().normalize().getFileName();
        return folder == null ? project.name() : folder.toString();
    }

    /** The nodes, aligned when that is wanted. */
    private List<NodeReading> inTime(String recording, List<NodeReading> nodes) {
        List<NodeReading> inTime = new ArrayList<>();
        for (NodeReading node : nodes) {
            Optional<Alignment> found = node.hasPower() ? Alignment.of(node) : Optional.empty();
            found.ifPresent(alignment -> alignments
                    .computeIfAbsent(recording, unused -> new ArrayList<>())
                    .add(alignment));
            inTime.add(align ? found.map(alignment -> alignment.aligned(node)).orElse(node) : node);
        }
        return inTime;
    }

    private void warn() {
        alignments.forEach((recording, found) -> found.forEach(alignment -> spec.commandLine()
                .getErr()
                .println(String.format(
                        Locale.ROOT,
                        "hdtrace energy calibrate: warning: %s: %s: power comes %.2f s %s '%s' (correlation %.2f, else"
                                + " %.2f)%s",
                        recording,
                        alignment.host(),
                        Math.abs(alignment.lag().nanos()) / 1e9,
                        alignment.lag().nanos() < 0 ? "before" : "after",
                        alignment.feature(),
                        alignment.lag().correlation(),
                        alignment.lag().unshifted(),
                        align ? " and was moved" : "; --align moves it"))));
    }

    private void writeLags(JsonWriter json) {
        json.name("lags").beginArray();
        alignments.forEach((recording, found) -> {
            for (Alignment alignment : found) {
                json.beginObject().field("run", recording).field("node", alignment.host());
                json.field("feature", alignment.feature());
                json.field("seconds", alignment.lag().nanos() / 1e9);
                json.field("correlation", alignment.lag().correlation());
                json.field("unshifted", alignment.lag().unshifted()).endObject();
            }
        });
        json.endArray();
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("[.]xml$", "");
    }

    private static CalibrationFacts facts(PowerModel model) {
        return model.calibration().orElseThrow();
    }

    private void print(Calibration calibration, PrintWriter out) {
        PowerModel model = calibration.model();
        CalibrationFacts facts = facts(model);
        out.printf("%d recordings, %d samples%n%n", facts.recordings(), facts.samples());
        out.printf("%-12s %10s %14s %20s%n", "feature", "W at full", "95 % interval", "calibrated range");
        for (Component component : model.components()) {
            CalibrationFacts.Range range = model.range(component.feature()).orElseThrow();
            out.printf(
                    Locale.ROOT,
                    "%-12s %10.2f %8s %5.2f %12.3g to %.3g%n",
                    component.name(),
                    component.watts(1),
                    "+-",
                    component.bandWatts(),
                    range.from(),
                    range.to());
        }
        out.printf("%n%-12s %10s %14s%n", "node", "constant W", "95 % interval");
        for (NodeConstant node : model.nodes()) {
            out.printf(Locale.ROOT, "%-12s %10.2f %8s %5.2f%n", node.hosts(), node.watts(), "+-", node.bandWatts());
        }
        if (ridge != null) {
            out.printf(Locale.ROOT, "%nridge: lambda %s%n", calibration.lambda());
        }
        printError(calibration.error(), facts.recordings(), out);
    }

    private static void printError(LeaveOneOut error, int recordings, PrintWriter out) {
        out.printf("%n%-40s %-10s %12s %12s %8s%n", "left out", "node", "measured J", "estimated J", "error");
        for (LeaveOneOut.NodeRun run : error.runs()) {
            out.printf(
                    Locale.ROOT,
                    "%-40s %-10s %12.1f %12.1f %+6.2f %%%n",
                    run.run(),
                    run.host(),
                    run.measuredJoules(),
                    run.estimatedJoules(),
                    100 * run.error());
        }
        out.printf(
                Locale.ROOT,
                "energy of runs that were left out: median error %.2f %%, largest %.2f %%%n",
                100 * error.medianError(),
                100 * error.largestError());
        out.printf(Locale.ROOT, "samples of runs that were left out: %.3f W off%n", error.sampleWatts());
        if (recordings < 2) {
            out.println("one recording: fifths of it were left out, which says little of other programs");
        }
    }

    private void printJson(Calibration calibration, PrintWriter out) {
        PowerModel model = calibration.model();
        CalibrationFacts facts = facts(model);
        LeaveOneOut error = calibration.error();
        JsonWriter json = new JsonWriter(out);
        json.beginObject().field("recordings", facts.recordings());
        json.field("samples", facts.samples());
        json.field("residualW", facts.residualWatts());
        json.field("lambda", calibration.lambda());
        json.name("features").beginArray();
        for (Component component : model.components()) {
            json.beginObject().field("name", component.name());
            interval(json, component.watts(1), component.bandWatts());
            json.endObject();
        }
        json.endArray().name("nodes").beginArray();
        for (NodeConstant node : model.nodes()) {
            json.beginObject().field("node", node.hosts());
            interval(json, node.watts(), node.bandWatts());
            json.endObject();
        }
        json.endArray().name("leaveOneOut").beginObject();
        json.field("medianPercent", 100 * error.medianError());
        json.field("maxPercent", 100 * error.largestError());
        json.field("sampleW", error.sampleWatts());
        json.name("runs").beginArray();
        for (LeaveOneOut.NodeRun run : error.runs()) {
            json.beginObject().field("run", run.run()).field("node", run.host());
            json.field("measuredJ", run.measuredJoules());
            json.field("estimatedJ", run.estimatedJoules());
            json.field("errorPercent", 100 * run.error()).endObject();
        }
        json.endArray().endObject();
        writeLags(json);
        json.endObject();
        json.finish();
    }

    private static void interval(JsonWriter json, double watts, double half) {
        json.field("watts", watts);
        json.field("lowW", Math.max(0, watts - half));
        json.field("highW", watts + half);
    }
}
