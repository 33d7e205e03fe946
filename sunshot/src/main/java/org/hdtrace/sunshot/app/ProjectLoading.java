// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import javax.swing.SwingUtilities;
import javax.swing.SwingWorker;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.GrowingRun;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.RoughLoader;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.store.DamagedStore;
import org.hdtrace.sunshot.store.StoreBuilder;
import org.hdtrace.sunshot.store.StoreFile;

/** Reads projects, and traces that become some, beside the event thread. What the callbacks get, they get on the event thread. */
final class ProjectLoading extends SwingWorker<List<Run>, ProjectLoading.Step> {
    private final List<Path> projects;
    private final CategoryTable categories;
    private final StateFilter filter;
    private final List<SeenStates.Wanted> seen;
    private final GrowingRun.Pace pace;
    private final Callbacks callbacks;
    /** Of which projects what is seen was looked at; one that is open twice is read twice. Background thread. */
    private final Set<Path> lookedAt = new HashSet<>();

    /** How far the reading is. */
    record Step(double share, String what) {}

    /**
     * Who is told.
     *
     * @param step progress
     * @param rough samples of a project that takes a while, before {@code loaded}; several times where they grow. Who has painted them
     *     tells the nanoseconds it took
     * @param seen what of an open run's rows passes the filter, before {@code loaded}
     * @param loaded all runs, in order
     * @param failed one line about the first project that could not be read
     * @param ended always last
     * @param damaged may come at any time behind that: the store of a run turned out to be damaged
     */
    record Callbacks(
            Consumer<Step> step,
            BiConsumer<RoughRun, LongConsumer> rough,
            Consumer<SeenStates> seen,
            Consumer<List<Run>> loaded,
            Consumer<String> failed,
            Runnable ended,
            Consumer<DamagedStore> damaged) {}

    /**
     * A reading that is not begun yet.
     *
     * @param seen what is seen of runs that are open and are read again with another filter
     */
    ProjectLoading(
            List<Path> projects,
            CategoryTable categories,
            StateFilter filter,
            List<SeenStates.Wanted> seen,
            Callbacks callbacks) {
        this(projects, categories, filter, seen, GrowingRun.Pace.USUAL, callbacks);
    }

    /** As the other one, with pauses between the runs of a project whose samples grow. */
    ProjectLoading(
            List<Path> projects,
            CategoryTable categories,
            StateFilter filter,
            List<SeenStates.Wanted> seen,
            GrowingRun.Pace pace,
            Callbacks callbacks) {
        this.pace = pace;
        this.seen = List.copyOf(seen);
        this.projects = List.copyOf(projects);
        this.categories = categories;
        this.filter = filter;
        this.callbacks = callbacks;
    }

    @Override
    protected List<Run> doInBackground() throws Exception {
        List<Run> runs = new ArrayList<>();
        ImportedTraces imported = ImportedTraces.ofUser();
        for (Path file : projects) {
            LoadMonitor monitor = monitor((double) runs.size() / projects.size());
            Path project = imported.project(file, monitor);
            runs.add(new RunLoader(categories, filter, monitor, UserFolders.stores()).load(project));
        }
        return runs;
    }

    private LoadMonitor monitor(double base) {
        return new LoadMonitor() {
            private Optional<GrowingRun> growing = Optional.empty();

            @Override
            public void progress(double share, String what) {
                publish(new Step(base + share / projects.size(), what));
            }

            @Override
            public void beforeReadingAll(Project project) {
                // Colours and titles are those of the window; numbers of categories are not.
                Supplier<CategoryTable> own = categories::empty;
                RoughLoader loader = new RoughLoader(own.get(), filter, this::isCancelled);
                Optional<RoughRun> first = loader.load(project);
                // There has to be a first picture, whatever it takes.
                first.ifPresent(run -> show(run, nanos -> {}));
                growing = first.filter(RoughRun::beginning).map(run -> loader.growing(project, own, pace, this::show));
            }

            @Override
            public Optional<StoreBuilder.Watcher> watcher() {
                return growing.map(watcher -> watcher);
            }

            @Override
            public void beforeSifting(Project project, StoreFile whole) {
                boolean first = lookedAt.add(project.file());
                for (SeenStates.Wanted wanted : seen) {
                    if (first && wanted.file().equals(project.file())) {
                        look(project, whole, wanted);
                    }
                }
            }

            private void look(Project project, StoreFile whole, SeenStates.Wanted wanted) {
                try {
                    SeenStates found = SeenStates.of(project, whole, categories, filter, wanted, this::isCancelled);
                    SwingUtilities.invokeLater(() -> {
                        if (!isDone()) {
                            callbacks.seen().accept(found);
                        }
                    });
                } catch (UncheckedIOException e) {
                    // Of a damaged store nothing is shown before; the traces are read instead.
                    System.getLogger(ProjectLoading.class.getName())
                            .log(System.Logger.Level.DEBUG, () -> "not shown: " + e.getMessage());
                }
            }

            @Override
            public void damaged(DamagedStore damage) {
                SwingUtilities.invokeLater(() -> callbacks.damaged().accept(damage));
            }

            private void show(RoughRun rough, LongConsumer painted) {
                SwingUtilities.invokeLater(() -> {
                    if (!isDone()) {
                        callbacks.rough().accept(rough, painted);
                    }
                });
            }

            @Override
            public boolean isCancelled() {
                return ProjectLoading.this.isCancelled();
            }
        };
    }

    @Override
    protected void process(List<Step> steps) {
        if (!isDone()) {
            callbacks.step().accept(steps.get(steps.size() - 1));
        }
    }

    @Override
    protected void done() {
        try {
            callbacks.loaded().accept(get());
        } catch (CancellationException e) {
            // The user asked for it; what was open stays.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            callbacks.failed().accept(Problems.describe(e));
        } finally {
            callbacks.ended().run();
        }
    }
}
