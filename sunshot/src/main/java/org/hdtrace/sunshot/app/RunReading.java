// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import javax.swing.SwingWorker;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.control.ViewChange;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Run;

/**
 * Something that is read of each open run beside the event thread, once somebody wants it, and forgotten when other runs are opened.
 * Thread: event thread.
 */
final class RunReading<T> {
    private final ViewModel model;
    private final Reader<T> reader;
    private final T none;
    private final Consumer<List<T>> changed;
    private final Consumer<String> failed;
    private boolean wanted;
    private List<Run> runs = List.of();
    private List<T> values = List.of();
    private SwingWorker<List<T>, Void> running;

    /** Reads one project. */
    @FunctionalInterface
    interface Reader<T> {
        T read(Run run, Project project) throws Exception;
    }

    /**
     * A reading of nothing yet.
     *
     * @param none what a run without files has
     * @param changed takes what was read, by number of the run; empty while there is nothing
     * @param failed takes one line when a project can't be read
     */
    RunReading(ViewModel model, Reader<T> reader, T none, Consumer<List<T>> changed, Consumer<String> failed) {
        this.model = model;
        this.reader = reader;
        this.none = none;
        this.changed = changed;
        this.failed = failed;
        model.listen(change -> {
            if (change == ViewChange.RUNS && runs != model.recorded()) {
                forget();
            }
        });
    }

    /** By number of the run; empty while they are read and when nobody wants them. */
    List<T> values() {
        return wanted ? values : List.of();
    }

    /** By number of the run what tells it from the others that are read: a short name, empty where there is one alone. */
    List<String> names() {
        boolean several = runs.stream().filter(run -> !run.isDerived()).count() > 1;
        return several ? Run.shortTitles(runs) : Collections.nCopies(runs.size(), "");
    }

    /** Whether it is being read now. */
    boolean isRunning() {
        return running != null;
    }

    void want(boolean want) {
        if (want == wanted) {
            return;
        }
        wanted = want;
        if (wanted && values.isEmpty() && running == null) {
            start();
        }
        changed.accept(values());
    }

    private void forget() {
        stop();
        values = List.of();
        if (wanted) {
            start();
        }
        changed.accept(values());
    }

    private void start() {
        runs = model.recorded();
        if (runs.isEmpty()) {
            return;
        }
        List<Run> wantedRuns = runs;
        running = new SwingWorker<>() {
            @Override
            protected List<T> doInBackground() throws Exception {
                List<T> all = new ArrayList<>();
                for (Run run : wantedRuns) {
                    all.add(run.isDerived() ? none : reader.read(run, Project.open(run.file())));
                }
                return all;
            }

            @Override
            protected void done() {
                if (isCancelled()) {
                    return;
                }
                running = null;
                try {
                    values = get();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ExecutionException e) {
                    failed.accept(Problems.describe(e));
                }
                changed.accept(values());
            }
        };
        running.execute();
    }

    void stop() {
        if (running != null) {
            running.cancel(true);
            running = null;
        }
    }
}
