// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.sweep.Axis;
import org.hdtrace.piosim.sweep.Grid;
import org.hdtrace.piosim.sweep.Share;
import org.hdtrace.piosim.sweep.SweepException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command line of a sweep, checked.
 *
 * @param out where the results go; null only with {@code --dry-run}
 * @param jobs number of threads
 * @param share which points this process has
 */
record SweepArguments(
        Path model, Grid grid, Path out, int jobs, Share share, boolean json, boolean dryRun, Options options) {

    static CommandSpec specification() {
        CommandSpec spec = Options.command(
                "piosimhd sweep", "Simulates a model with every combination of some values and writes a table.");
        Options.repeated(spec, "--vary", "PATH=V,V,..", "a value that varies; also ranges:%n10..20+2 or 1us..64us*2");
        Options.value(spec, Path.class, "FILE.csv", "the results, one line per point", "--out");
        Options.value(
                spec, Integer.class, "N", "simulations at once; as many as this process has processors", "--jobs");
        Options.value(
                spec, String.class, "R/N", "do part R, from 0, of N; a launcher's variables say it, too", "--share");
        Options.flag(spec, "--dry-run", "list the points and end");
        Options.flag(spec, "--json", "print the complete results as JSON");
        Options.add(spec);
        spec.usageMessage()
                .footer(
                        "A sweep that was ended in whatever way goes on when it is started again.",
                        "Started by mpiexec, srun or alike, each process does its share; the last",
                        "writes FILE.csv.",
                        "hdtrace plot FILE.csv -o FILE.png draws the table as curves.",
                        "Exit status: 0 success, 1 points have an error or output failed, 2 bad input.");
        return spec;
    }

    static SweepArguments of(ParseResult parsed, Map<String, String> environment)
            throws UsageException, SweepException {
        Path model = parsed.matchedPositionalValue(0, null);
        if (model == null) {
            throw new UsageException("no model given, see piosimhd sweep --help");
        }
        List<Axis> axes = new ArrayList<>();
        for (String text : parsed.matchedOptionValue("--vary", List.<String>of())) {
            axes.add(Axis.parse(text));
        }
        int jobs = parsed.hasMatchedOption("--jobs")
                ? parsed.matchedOptionValue("--jobs", 0)
                : Cores.ofThisProcess().forEachOf(Launcher.localSize(environment));
        if (jobs < 1) {
            throw new UsageException("--jobs=" + jobs + ": must be > 0");
        }
        boolean dryRun = parsed.hasMatchedOption("--dry-run");
        Path out = parsed.matchedOptionValue("--out", null);
        if (out == null && !dryRun) {
            throw new UsageException("nowhere to write results to, give --out FILE.csv");
        }
        if (out != null) {
            requireFile(out);
        }
        Share share = parsed.hasMatchedOption("--share")
                ? Launcher.parse(parsed.matchedOptionValue("--share", ""))
                : Launcher.share(environment);
        return new SweepArguments(
                model, Grid.of(axes), out, jobs, share, parsed.hasMatchedOption("--json"), dryRun, Options.of(parsed));
    }

    private static void requireFile(Path out) throws UsageException {
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(out)) {
            throw new UsageException("--out " + out + ": is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new UsageException("--out " + out + ": there is no folder " + folder);
        }
        if (!Files.isWritable(folder)) {
            throw new UsageException("--out " + out + ": " + folder + " may not be written to");
        }
    }
}
