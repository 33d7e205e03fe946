// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.xml.ModelDocument;
import org.hdtrace.piosim.sweep.Axis;
import org.hdtrace.piosim.sweep.Grid;
import org.hdtrace.piosim.sweep.PointSimulator;
import org.hdtrace.piosim.sweep.ResultStore;
import org.hdtrace.piosim.sweep.Sweep;
import org.hdtrace.piosim.sweep.SweepException;

/** {@code piosimhd sweep}: checks everything, simulates what is missing, and writes the table when nothing is. */
final class SweepCommand {
    private final SweepArguments arguments;
    private final PrintStream out;
    private final Messages err;
    private final boolean terminal;

    SweepCommand(SweepArguments arguments, PrintStream out, Messages err, boolean terminal) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** The exit status. */
    int run() throws ModelFormatException, TraceFormatException, SweepException, IOException {
        Grid grid = arguments.grid();
        ModelDocument document = ModelDocument.parse(arguments.model());
        SweepPrograms programs = new SweepPrograms(arguments.model(), arguments.options());
        PointSimulator simulator = new PointSimulator(
                grid,
                document,
                arguments.options().overrides(),
                programs,
                arguments.options().limits());
        Sweep sweep = new Sweep(grid, simulator, arguments.jobs());
        sweep.check();
        programs.damage().forEach(err::say);
        if (arguments.dryRun()) {
            listPoints();
            return Main.SUCCESS;
        }
        try (ResultStore store = ResultStore.open(
                arguments.out(), description(programs), simulator.header(), grid.size(), arguments.share())) {
            simulate(sweep, store);
            if (store.merge()) {
                return report(store.rows(), programs);
            }
        }
        err.say(arguments.out() + ": other processes have points to do, the last one writes it");
        return Main.SUCCESS;
    }

    private void simulate(Sweep sweep, ResultStore store) throws IOException {
        if (!terminal) {
            sweep.run(arguments.share(), store, (ended, toDo) -> {});
            return;
        }
        SweepProgress progress = new SweepProgress(err.stream(), System::nanoTime);
        try {
            sweep.run(arguments.share(), store, progress);
        } finally {
            progress.end();
        }
    }

    private void listPoints() {
        Grid grid = arguments.grid();
        out.println(Csv.join(grid.axes().stream().map(Axis::path).toList()));
        for (int point = 0; point < grid.size(); point++) {
            if (arguments.share().contains(point)) {
                out.println(Csv.join(grid.values(point)));
            }
        }
    }

    /** Everything that results depend on; two sweeps with equal descriptions have equal results. */
    private String description(SweepPrograms programs) throws IOException {
        Options options = arguments.options();
        StringBuilder text = new StringBuilder("piosimhd sweep\n");
        text.append(ResultStore.VERSION).append(Version.text()).append('\n');
        text.append("model ").append(Checksum.of(arguments.model())).append('\n');
        for (String line : programs.checksums()) {
            text.append("program ").append(line).append('\n');
        }
        options.overrides().forEach(line -> text.append("set ").append(line).append('\n'));
        for (Axis axis : arguments.grid().axes()) {
            text.append("vary ").append(axis.path()).append('=');
            text.append(String.join(",", axis.values())).append('\n');
        }
        text.append("until ").append(options.limits().untilNanos()).append('\n');
        text.append("max-events ").append(options.limits().maxEvents()).append('\n');
        if (options.recordedCollectives()) {
            text.append("collectives recorded\n");
        }
        text.append("compute-scale ").append(options.computeScale()).append('\n');
        text.append("ignore-unknown ").append(options.ignoreUnknown()).append('\n');
        return text.toString();
    }

    private int report(List<String> rows, SweepPrograms programs) {
        int varied = arguments.grid().axes().size();
        if (arguments.json()) {
            SweepJson.write(rows, varied, programs.findings(), out);
            out.flush();
        }
        List<String> failed =
                rows.stream().skip(1).filter(row -> !row.endsWith(",")).toList();
        if (!failed.isEmpty()) {
            String first = Csv.split(failed.get(0)).get(Csv.split(rows.get(0)).size() - 1);
            err.say(arguments.out() + ": " + failed.size() + " of " + (rows.size() - 1)
                    + " points have an error, the first: " + first);
        }
        if (!arguments.json()) {
            out.println(arguments.out() + ": " + (rows.size() - 1) + " points");
        }
        return failed.isEmpty() ? Main.SUCCESS : Main.FAILURE;
    }
}
