// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import javax.swing.SwingWorker;
import org.hdtrace.analysis.compare.Contributor;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.sunshot.compare.Alignment;
import org.hdtrace.sunshot.compare.RunPair;
import org.hdtrace.sunshot.control.Mark;
import org.hdtrace.sunshot.control.ViewChange;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;

/**
 * Compares two of the open runs: matches their operations beside the event thread, then shows both with their differences.
 * Thread: event thread.
 */
final class Comparing {
    /** Of the visible time, on each side of an operation that the user goes to. */
    private static final double MARGIN = 1.5;

    private final Stage stage;
    private final ViewModel model;
    private final Consumer<String> failed;
    private final Consumer<String> progress;
    private final ComparePanel panel;
    private RunPair pair;
    private Alignment.Kind alignment = Alignment.Kind.START;
    /** What this put into the model; anything else there ends the comparison. */
    private List<Run> shown = List.of();

    /** What was open before, and how far nodes of it were moved in time. */
    private List<Run> opened = List.of();

    private Map<String, Long> offsets = Map.of();

    private int newest;

    Comparing(Stage stage, Consumer<String> failed, Consumer<String> progress) {
        this.stage = stage;
        this.model = stage.model();
        this.failed = failed;
        this.progress = progress;
        this.panel = new ComparePanel(this::align, this::goTo, failed);
        model.listen(change -> {
            if (change == ViewChange.RUNS && pair != null && !model.recorded().equals(shown)) {
                end();
            }
        });
    }

    ComparePanel panel() {
        return panel;
    }

    boolean isActive() {
        return pair != null;
    }

    /** The comparison whose B is stretched over A, so that it has other times than its traces. */
    Optional<RunPair> stretched() {
        return Optional.ofNullable(pair).filter(any -> alignment == Alignment.Kind.STRETCH);
    }

    /** Whether there are two runs that a comparison can be made of. */
    boolean isPossible() {
        return pair != null || recorded().size() >= 2;
    }

    /** The open runs as they were before they were compared. */
    List<Run> recorded() {
        return pair == null
                ? model.opened().stream().filter(run -> !run.isDerived()).toList()
                : opened;
    }

    /** {@link #recorded} in the order in which they are shown: A and B are the first. */
    List<Run> recordedAsShown() {
        List<Run> runs = new ArrayList<>(recorded());
        if (pair != null) {
            runs.removeAll(List.of(pair.a(), pair.b()));
            runs.addAll(0, List.of(pair.a(), pair.b()));
        }
        return runs;
    }

    /** {@link #offsets} of {@link #recordedAsShown}. */
    Map<String, Long> offsetsAsShown() {
        List<Run> from = recorded();
        List<Run> to = recordedAsShown();
        Map<String, Long> moved = new HashMap<>();
        for (int run = 0; run < from.size(); run++) {
            String before = run + ":";
            String now = to.indexOf(from.get(run)) + ":";
            offsets().forEach((key, nanos) -> {
                if (key.startsWith(before)) {
                    moved.put(now + key.substring(before.length()), nanos);
                }
            });
        }
        return moved;
    }

    /** How far nodes of {@link #recorded} are moved in time where they are not compared, as {@link ViewModel#offsets}. */
    Map<String, Long> offsets() {
        return pair == null ? model.offsets() : offsets;
    }

    /** Compares the first two runs; of an observed and a simulated one the observed is A. */
    void start() {
        List<Run> runs = recorded();
        if (runs.size() < 2) {
            failed.accept("A comparison needs two open projects: add one with \"Add project…\".");
            return;
        }
        boolean swap = RunPair.isSimulated(runs.get(0)) && !RunPair.isSimulated(runs.get(1));
        Run a = runs.get(swap ? 1 : 0);
        Run b = runs.get(swap ? 0 : 1);
        progress.accept("comparing " + String.join(" and ", Run.shortTitles(List.of(a, b))) + " …");
        work(() -> RunPair.of(a, b, Ranks.all()), made -> {
            progress.accept("");
            if (!recorded().equals(runs)) {
                return;
            }
            offsets = offsets();
            opened = runs;
            pair = made;
            List<String> names = Run.shortTitles(List.of(a, b));
            panel.show(pair, names.get(0), names.get(1));
            lay(Alignment.Kind.START, Optional.empty(), true);
        });
    }

    /** Shows the runs as they were before, with what was moved in time. */
    void stop() {
        if (pair != null) {
            List<Run> runs = recorded();
            Map<String, Long> before = offsets;
            model.setRuns(runs, model.query().withInterleaved(false));
            if (!before.isEmpty()) {
                model.setOffsets(before);
            }
        }
    }

    private void end() {
        // What is being worked out belongs to the comparison that ends here.
        newest++;
        pair = null;
        shown = List.of();
        panel.clear();
    }

    /** The operations that differ most. */
    List<Contributor> largest() {
        return pair.comparison().largest(10);
    }

    /** Lays the runs over each other in another way. */
    void align(Alignment.Kind kind) {
        if (pair == null) {
            return;
        }
        Optional<Alignment> wanted =
                switch (kind) {
                    case START -> Optional.empty();
                    case STRETCH -> Optional.of(Alignment.stretch());
                    case OPERATION -> Alignment.operation(pair.comparison(), panel.operation());
                    case MARKS -> marks();
                };
        if (wanted.isEmpty() && kind != Alignment.Kind.START) {
            String why = kind == Alignment.Kind.OPERATION
                    ? "operation " + panel.operation() + " of A has no counterpart in B"
                    : "write a note (Ctrl+M) at a state of A and one at a state of B first";
            panel.setAlignment(alignment);
            failed.accept("Can't align: " + why + ".");
            return;
        }
        lay(kind, wanted, model.query().interleaved());
    }

    /** The newest marks in a row of A and in one of B. */
    private Optional<Alignment> marks() {
        Mark inA = null;
        Mark inB = null;
        for (Mark mark : model.marks()) {
            inA = mark.row().startsWith("0:") ? mark : inA;
            inB = mark.row().startsWith("1:") ? mark : inB;
        }
        if (inA == null || inB == null || alignment == Alignment.Kind.STRETCH) {
            return Optional.empty();
        }
        return Optional.of(
                new Alignment(Alignment.Kind.MARKS, inA.atNanos() + originOf(0), inB.atNanos() + originOf(1)));
    }

    private long originOf(int run) {
        return model.query().originOf(model.runs(), run);
    }

    private void lay(Alignment.Kind kind, Optional<Alignment> wanted, boolean interleaved) {
        RunPair laid = pair;
        work(() -> laid.aligned(wanted, model.categories()), runs -> {
            // At first the runs are those that were open, whose marks stay by themselves.
            boolean begins = shown.isEmpty();
            List<Mark> marks = begins ? List.of() : moved(model.marks(), runs);
            RowQuery query = model.query().withAlignStarts(true).withInterleaved(interleaved);
            alignment = kind;
            panel.setAlignment(kind);
            shown = runs;
            model.setRuns(runs, query);
            if (!begins) {
                model.setMarks(marks);
            }
        });
    }

    /** Marks stay at their states when a run moves; those of a run that is stretched can't. */
    private List<Mark> moved(List<Mark> marks, List<Run> runs) {
        List<Mark> result = new ArrayList<>();
        for (Mark mark : marks) {
            int run = mark.row().startsWith("1:") ? 1 : 0;
            long by = originOf(run) - runs.get(run).interval().startNanos();
            result.add(new Mark(mark.number(), mark.view().shift(by), mark.atNanos() + by, mark.row(), mark.text()));
        }
        return result;
    }

    /** Shows an operation by which the runs differ much, with some time around it. */
    void goTo(Contributor contributor) {
        Interval time = pair.timeInA(contributor);
        Row.Trace row = pair.rowInA(contributor);
        Interval at = time.shift(-originOf(0));
        long around = Math.max(1000, Math.round(MARGIN * Math.max(at.durationNanos(), contributor.bNanos())));
        model.go(model.viewport().select(at.startNanos() - around, at.endNanos() + around));
        model.reveal("0:" + row.path());
        if (!contributor.gap()) {
            int category = model.categories().idOf(contributor.name());
            model.choose(new Occurrence(0, row.path(), 0, false, category, time));
        }
        stage.reveal(model.selectedIndex());
    }

    /** Works beside the event thread; only the newest work counts. */
    private <T> void work(Callable<T> work, Consumer<T> deliver) {
        int number = ++newest;
        new SwingWorker<T, Void>() {
            @Override
            protected T doInBackground() throws Exception {
                return work.call();
            }

            @Override
            protected void done() {
                if (number != newest) {
                    return;
                }
                try {
                    deliver.accept(get());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ExecutionException e) {
                    progress.accept("");
                    failed.accept(Problems.describe(e));
                }
            }
        }.execute();
    }
}
