// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.formula.FormulaException;
import org.hdtrace.sunshot.control.Computed;
import org.hdtrace.sunshot.control.ComputedRows;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * The commands that define statistics by formulas, and who works them out: beside the event thread, whenever they or the runs change,
 * in their order, so that later ones may use those before them (SUNSHOT S-38, S-39, S-60).
 */
final class ComputedCommands {
    private final MainWindow window;
    private final ViewModel model;
    private final CommandActions actions;
    private final LatestTask worker = new LatestTask("sunshot-formulas");
    private long generation;
    private Wanted shown = new Wanted(List.of(), List.of());

    /** What rows were, or will be, worked out for. */
    private record Wanted(List<Run> recorded, List<Computed> computed) {}

    private record Result(List<Run> runs, List<String> faults) {}

    ComputedCommands(MainWindow window, CommandActions actions) {
        this.window = window;
        this.model = window.model();
        this.actions = actions;
    }

    void define() {
        actions.define(Command.COMPUTE, this::create);
        actions.define(Command.CHANGE_FORMULA, () -> chosen().ifPresent(this::change));
        actions.define(Command.REMOVE_COMPUTED, () -> chosen().ifPresent(this::remove));
        model.listen(change -> {
            enable();
            update();
        });
        enable();
    }

    private void enable() {
        actions.get(Command.CHANGE_FORMULA).setEnabled(chosen().isPresent());
        actions.get(Command.REMOVE_COMPUTED).setEnabled(chosen().isPresent());
    }

    /** The computed statistic whose row is chosen. */
    private Optional<Computed> chosen() {
        return model.computed().stream()
                .filter(each -> each.key().equals(model.selectedKey()))
                .findFirst();
    }

    /** Over the chosen row, or over its parent if that is a statistic; over the whole run if none is chosen. */
    private void create() {
        int index = model.selectedIndex();
        VisibleRow row = index < 0 ? null : model.rows().get(index);
        int run = row == null ? 0 : row.run();
        String path =
                row == null || row.row() == null ? "" : nodeOf(run, row.row().path());
        String name = "COMPUTED_" + (model.computed().size() + 1);
        ask(new Computed(run, path, name, ""), null);
    }

    private String nodeOf(int run, String path) {
        for (Computed each : model.computed()) {
            if (each.run() == run && each.rowPath().equals(path)) {
                return each.path();
            }
        }
        return ComputedRows.nodeAbove(model.runs().get(run), path);
    }

    private void change(Computed computed) {
        ask(computed, computed);
    }

    private void ask(Computed start, Computed old) {
        // A formula uses none of those behind it, so that none depends on itself.
        int first = old == null ? model.computed().size() : model.computed().indexOf(old);
        List<Computed> later = model.computed().subList(first, model.computed().size()).stream()
                .filter(each -> each.run() == start.run())
                .toList();
        Run run = ComputedRows.without(model.runs().get(start.run()), later);
        String place = start.path().isEmpty() ? run.name() : start.path();
        FormulaDialog.show(
                window.frame(),
                start,
                place,
                ComputedRows.names(run, start),
                wanted -> fault(run, wanted, old),
                made -> accept(made, old));
    }

    private Optional<String> fault(Run usable, Computed wanted, Computed old) {
        boolean taken = model.computed().stream()
                .anyMatch(each -> !each.equals(old) && each.key().equals(wanted.key()));
        return taken
                ? Optional.of("there is a statistic '" + wanted.name() + "' already")
                : ComputedRows.fault(usable, wanted);
    }

    private void accept(Computed made, Computed old) {
        List<Computed> all = new ArrayList<>(model.computed());
        int place = old == null ? -1 : all.indexOf(old);
        if (place >= 0) {
            all.set(place, made);
        } else {
            all.add(made);
        }
        model.setComputed(all);
        model.select(made.key());
    }

    private void remove(Computed computed) {
        List<Computed> all = new ArrayList<>(model.computed());
        all.remove(computed);
        model.setComputed(all);
    }

    private void update() {
        Wanted wanted = new Wanted(model.recorded(), model.computed());
        if (wanted.recorded() == shown.recorded() && wanted.computed().equals(shown.computed())) {
            return;
        }
        boolean nothing = wanted.computed().isEmpty() && model.runs() == model.recorded();
        shown = wanted;
        long number = ++generation;
        if (!nothing) {
            worker.submit(() -> evaluate(wanted), result -> deliver(number, result));
        }
    }

    private void deliver(long number, Result result) {
        if (number != generation) {
            return;
        }
        model.showComputed(result.runs());
        if (chosen().isPresent()) {
            model.reveal(model.selectedKey());
        }
        result.faults().stream().findFirst().ifPresent(line -> window.details().show(line, -1));
    }

    /** Formulas that can't be worked out have no row; why not is told. */
    private static Result evaluate(Wanted wanted) {
        List<Run> runs = new ArrayList<>(wanted.recorded());
        List<String> faults = new ArrayList<>();
        for (Computed each : wanted.computed()) {
            try {
                if (each.run() < runs.size()) {
                    runs.set(each.run(), ComputedRows.with(runs.get(each.run()), each));
                }
            } catch (FormulaException e) {
                faults.add(each.name() + ": " + e.getMessage());
            }
        }
        return new Result(List.copyOf(runs), faults);
    }

    void stop() {
        worker.stop();
    }
}
