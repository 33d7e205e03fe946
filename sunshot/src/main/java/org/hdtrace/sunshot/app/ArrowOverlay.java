// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import javax.swing.SwingWorker;
import org.hdtrace.analysis.relations.Lanes;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.arrow.ArrowChains;
import org.hdtrace.sunshot.arrow.ArrowLoader;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.control.StateNavigator;
import org.hdtrace.sunshot.control.ViewChange;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.query.Picker;

/**
 * Which arrows the window shows. They are read beside the event thread when they are asked for the first time. Thread: event
 * thread.
 */
final class ArrowOverlay {
    private final Stage stage;
    private final Consumer<String> failed;
    private final Set<ArrowLayer.Kind> shown = EnumSet.noneOf(ArrowLayer.Kind.class);
    private final Map<ArrowLayer.Kind, List<ArrowLayer>> read = new EnumMap<>(ArrowLayer.Kind.class);
    private final MessageTables messages = new MessageTables();
    private final Map<Integer, ArrowChains> chains = new HashMap<>();
    private List<Run> runs = List.of();
    private Occurrence pointed;
    private ArrowLayer chain;
    private List<ArrowLayer> path = List.of();
    private Optional<Boolean> betweenBars = Optional.empty();

    /** What one kind of arrows of one run is. */
    private record Loaded(ArrowLayer layer, RelationGraph graph, Lanes lanes) {}

    /**
     * An overlay of nothing.
     *
     * @param failed takes one line when arrows can't be read
     */
    ArrowOverlay(Stage stage, Consumer<String> failed) {
        this.stage = stage;
        this.failed = failed;
        stage.model().listen(change -> {
            if (change == ViewChange.RUNS) {
                forget();
            }
        });
        stage.setArrows(this::layers);
    }

    /** The messages of the open runs, for whoever needs them. */
    MessageTables messages() {
        return messages;
    }

    boolean isShown(ArrowLayer.Kind kind) {
        return shown.contains(kind);
    }

    /** How many arrows of a kind there are, -1 as long as nobody asked for them. */
    long count(ArrowLayer.Kind kind) {
        List<ArrowLayer> layers = read.get(kind);
        return layers == null
                ? -1
                : layers.stream().mapToLong(layer -> layer.table().arrowCount()).sum();
    }

    /** The kinds that are shown. */
    Set<ArrowLayer.Kind> shown() {
        return Set.copyOf(shown);
    }

    /** Shows these kinds and no others. */
    void setShown(Set<ArrowLayer.Kind> kinds) {
        for (ArrowLayer.Kind kind : ArrowLayer.Kind.values()) {
            if (kinds.contains(kind) != shown.contains(kind)) {
                toggle(kind);
            }
        }
    }

    /** Whether a profile has arrows beside its bars; empty as long as the user did not choose. */
    Optional<Boolean> betweenBars() {
        return betweenBars;
    }

    void setBetweenBars(Optional<Boolean> choice) {
        betweenBars = choice;
        stage.arrowsChanged();
    }

    /** Show or hide a kind of arrows of all runs. */
    void toggle(ArrowLayer.Kind kind) {
        if (!shown.remove(kind)) {
            shown.add(kind);
            if (!read.containsKey(kind)) {
                read(kind);
            }
        }
        chain = null;
        stage.arrowsChanged();
    }

    /** What is drawn, the chosen chain above the others. */
    private List<ArrowLayer> layers() {
        List<ArrowLayer> all = new ArrayList<>();
        shown.forEach(kind -> all.addAll(read.getOrDefault(kind, List.of())));
        all.addAll(path);
        if (chain != null) {
            all.add(chain);
        }
        return all;
    }

    /** Lays the critical path of each run over the arrows; empty for none. */
    void setPath(List<ArrowLayer> layers) {
        path = List.copyOf(layers);
        stage.arrowsChanged();
    }

    /** Mark what belongs to the state below the pointer, empty for none. */
    void point(Optional<Occurrence> state) {
        Occurrence next = shown.isEmpty() ? null : state.orElse(null);
        if (next == null ? pointed == null : next.equals(pointed)) {
            return;
        }
        pointed = next;
        ArrowTable arrows = next == null ? null : chainsOf(next.run()).chain(next.path(), next.time());
        ArrowLayer before = chain;
        chain = arrows == null || arrows.arrowCount() == 0
                ? null
                : new ArrowLayer(next.run(), ArrowLayer.Kind.CHAIN, arrows);
        if (before != null || chain != null) {
            stage.arrowsChanged();
        }
    }

    /** Choose the state where the chain of the chosen one goes on, or came from. */
    void follow(boolean forward) {
        Occurrence from = stage.model().chosen().orElse(null);
        if (from == null) {
            return;
        }
        chainsOf(from.run())
                .next(from.path(), from.time(), forward)
                .flatMap(stop -> stateAt(from.run(), stop))
                .ifPresent(new StateNavigator(stage.model())::show);
    }

    private ArrowChains chainsOf(int run) {
        return chains.getOrDefault(run, ArrowChains.none());
    }

    private Optional<Occurrence> stateAt(int run, ArrowChains.Stop stop) {
        Optional<Row.Trace> found = Optional.empty();
        // A single lane is a row without rows below.
        for (String path = stop.path(); found.isEmpty() && path.contains("/"); path = parent(path)) {
            found = traceAt(stage.model().runs().get(run), path);
        }
        Interval time = new Interval(stop.nanos(), stop.nanos() + 1);
        return found.flatMap(trace -> Picker.at(trace.track(), time, 0, category -> true)
                .map(pick -> new Occurrence(run, trace.path(), pick.depth(), false, pick.category(), pick.interval())));
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static Optional<Row.Trace> traceAt(Run run, String path) {
        List<Row.Trace> found = new ArrayList<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace && trace.path().equals(path)) {
                        found.add(trace);
                    }
                }));
        return found.stream().findFirst();
    }

    private void forget() {
        runs = stage.model().runs();
        messages.keepOnly(runs);
        read.clear();
        chains.clear();
        pointed = null;
        chain = null;
        List.copyOf(shown).forEach(this::read);
    }

    private void read(ArrowLayer.Kind kind) {
        List<Run> wanted = stage.model().runs();
        runs = wanted;
        new SwingWorker<List<Loaded>, Void>() {
            @Override
            protected List<Loaded> doInBackground() throws Exception {
                List<Loaded> all = new ArrayList<>();
                for (int run = 0; run < wanted.size(); run++) {
                    if (wanted.get(run).isDerived()) {
                        continue;
                    }
                    all.add(load(wanted.get(run), run, kind));
                }
                return all;
            }

            @Override
            protected void done() {
                try {
                    List<Loaded> all = get();
                    if (runs == wanted) {
                        take(kind, all);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ExecutionException e) {
                    failed.accept(Problems.describe(e));
                }
            }
        }.execute();
    }

    private Loaded load(Run of, int run, ArrowLayer.Kind kind) throws Exception {
        if (kind == ArrowLayer.Kind.MESSAGES) {
            return new Loaded(new ArrowLayer(run, kind, messages.of(of)), null, null);
        }
        RelationGraph graph = RelationGraph.readable(Project.open(of.file()), path -> {});
        Lanes lanes = Lanes.of(graph);
        return new Loaded(
                new ArrowLayer(run, kind, ArrowLoader.relations(graph, lanes).shifted(RunShift.byPath(of))),
                graph,
                lanes);
    }

    private void take(ArrowLayer.Kind kind, List<Loaded> all) {
        read.put(kind, all.stream().map(Loaded::layer).toList());
        for (Loaded loaded : all) {
            int run = loaded.layer().run();
            chains.put(
                    run,
                    (loaded.graph() == null
                                    ? chainsOf(run).withMessages(loaded.layer().table())
                                    : chainsOf(run).withRelations(loaded.graph(), loaded.lanes()))
                            .withShift(RunShift.byPath(runs.get(run))));
        }
        stage.arrowsChanged();
    }
}
