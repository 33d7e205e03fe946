// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.hdtrace.analysis.formula.FormulaException;
import org.hdtrace.analysis.formula.HeatExpression;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.heat.HeatMap;
import org.hdtrace.sunshot.heat.HeatReader;
import org.hdtrace.sunshot.heat.HeatValues;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;

/**
 * Makes the heat map that the user asked for: reads the values of what is visible beside the event thread, again when the view leaves
 * what was read, and scales the colours to the view (SUNSHOT S-49). Thread: event thread.
 */
final class HeatControl {
    private final Stage stage;
    private final ViewModel model;
    private final Consumer<String> failed;
    private final LatestTask worker = new LatestTask("sunshot-heat");
    private Wanted wanted = new Wanted(List.of(), "", new Interval(0, 0), List.of());
    private Read read;
    private volatile long number;

    /** A view that has a heat map. */
    private record Wanted(List<Run> runs, String text, Interval visible, List<Interval> times) {}

    /** Values that serve for all views inside of one. */
    private record Read(Wanted of, HeatValues values) {
        boolean serves(Wanted other) {
            return of.runs() == other.runs()
                    && of.text().equals(other.text())
                    && of.times().size() == other.times().size()
                    && holds(of.times(), other.times());
        }

        private static boolean holds(List<Interval> outer, List<Interval> inner) {
            for (int i = 0; i < outer.size(); i++) {
                if (inner.get(i).startNanos() < outer.get(i).startNanos()
                        || inner.get(i).endNanos() > outer.get(i).endNanos()) {
                    return false;
                }
            }
            return true;
        }
    }

    private record Result(Read read, HeatMap map, String failure) {}

    /**
     * Watches a view.
     *
     * @param failed takes one line when values can't be read
     */
    HeatControl(Stage stage, Consumer<String> failed) {
        this.stage = stage;
        this.model = stage.model();
        this.failed = failed;
        model.listen(change -> update());
    }

    private void update() {
        Wanted now = new Wanted(model.runs(), model.heat(), model.visible(), times());
        boolean same = now.runs() == wanted.runs()
                && now.text().equals(wanted.text())
                && now.visible().equals(wanted.visible())
                && now.times().equals(wanted.times());
        if (same) {
            return;
        }
        wanted = now;
        long request = number + 1;
        number = request;
        if (now.text().isEmpty() || now.runs().isEmpty()) {
            read = null;
            if (stage.heat().isPresent()) {
                stage.setHeat(null);
            }
            return;
        }
        Read known = read;
        worker.submit(() -> make(now, known, request), result -> deliver(request, result));
    }

    private List<Interval> times() {
        List<Interval> times = new ArrayList<>();
        for (int run = 0; run < model.runs().size(); run++) {
            times.add(model.visible().shift(model.query().originOf(model.runs(), run)));
        }
        return times;
    }

    private Result make(Wanted view, Read known, long request) {
        try {
            HeatExpression expression = HeatExpression.parse(view.text());
            Read values = known != null && known.serves(view)
                    ? known
                    : new Read(view, HeatReader.read(view.runs(), view.times(), expression, () -> request != number));
            return new Result(values, HeatMap.of(values.values(), view.runs(), view.times(), expression), "");
        } catch (FormulaException | IllegalArgumentException e) {
            return new Result(known, null, e.getMessage());
        } catch (TraceFormatException | UncheckedIOException e) {
            return new Result(known, null, Problems.describe(e));
        } catch (CancellationException e) {
            return new Result(known, null, "");
        }
    }

    private void deliver(long request, Result result) {
        if (request != number) {
            return;
        }
        read = result.read();
        stage.setHeat(result.map());
        if (!result.failure().isEmpty()) {
            failed.accept(result.failure());
        }
    }

    void stop() {
        number = -1;
        worker.stop();
    }
}
