// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hdtrace.sunshot.control.StateText;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.query.RowGroup;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.store.DamagedStore;

/**
 * Opens projects in a window: those of the command line, of a link, those that the user chooses, and the open ones again when other states
 * of them are wanted. One at a time is read; a later wish ends an earlier one. Thread: event thread.
 */
final class ProjectOpening {
    private final ViewModel model;
    private final Parts parts;
    private StateFilter filter = StateFilter.none();
    private ProjectLoading loading;
    /** Grows with each wish; what was read for another one is not shown. */
    private int newest;

    private boolean stopped;

    /**
     * What of the window takes part.
     *
     * @param search is told which states are shown
     * @param compare compares the two runs that are open
     * @param shown is told what was opened, once it is seen
     * @param failed takes one line when nothing was opened
     */
    record Parts(
            FilterField filterField,
            SearchPanel search,
            Sessions sessions,
            Comparing comparing,
            DetailsStrip details,
            TimelineView timelines,
            Runnable compare,
            Shown shown,
            Consumer<String> failed) {}

    /** Takes what was opened, and from where. */
    @FunctionalInterface
    interface Shown {
        void shown(List<Path> projects, List<Run> runs);
    }

    ProjectOpening(ViewModel model, Parts parts) {
        this.model = model;
        this.parts = parts;
    }

    /** Opens the projects named on the command line with the options given there, and compares them if asked to. */
    void open(List<Path> projects, ViewOptions options, OffsetOptions offsets, boolean compare) {
        if (projects.isEmpty()) {
            return;
        }
        parts.filterField.show(options.filterText());
        filter = options.filter();
        parts.search.setShown(filter);
        load(projects, runs -> {
            RowQuery query = options.query(runs);
            model.setRuns(runs, query);
            if (!offsets.areUsual()) {
                model.setOffsets(offsets.keys(runs));
            }
            var interval = options.interval(model.recorded(), query);
            model.glide(model.viewport().select(interval.startNanos(), interval.endNanos()));
            if (!options.order().areUsual()) {
                model.setOrder(options.order().order(model.recorded(), query, interval));
            }
            if (options.areUsual() && offsets.areUsual() && runs.size() == 1) {
                parts.sessions.restore(runs.get(0));
            } else {
                parts.sessions.begin();
            }
            if (compare) {
                parts.compare.run();
            }
        });
    }

    /** Opens the projects of a link and shows the view it tells of. */
    void openLink(StateText link) {
        List<Path> projects = link.all("project").stream().map(Path::of).toList();
        if (projects.isEmpty()) {
            throw new IllegalArgumentException("link: it names no project");
        }
        open(projects, link);
    }

    private void open(List<Path> projects, StateText link) {
        load(projects, List.of(), showing(link));
    }

    private Consumer<List<Run>> showing(StateText link) {
        return runs -> {
            model.setRuns(runs, RowQuery.standard());
            parts.sessions.applyLink(link);
        };
    }

    /** Opens projects instead of, or beside, those that are open. */
    void open(List<Path> projects, boolean beside) {
        load(projects, runs -> {
            List<Run> kept = beside ? parts.comparing.recorded() : List.of();
            List<RowGroup> groups = groupsOf(kept);
            List<Run> all = new ArrayList<>(kept);
            all.addAll(runs);
            Map<String, Long> offsets = beside ? parts.comparing.offsets() : Map.of();
            model.setRuns(
                    all,
                    RowQuery.standard().withMapping(model.query().mapping()).withGroups(groups));
            if (!offsets.isEmpty()) {
                model.setOffsets(offsets);
            }
            if (all.size() == 1) {
                parts.sessions.restore(all.get(0));
            }
        });
    }

    /** Groups of runs that keep their numbers. */
    private List<RowGroup> groupsOf(List<Run> kept) {
        List<Run> now = model.opened();
        return model.query().groups().stream()
                .filter(group -> group.run() < Math.min(kept.size(), now.size())
                        && now.get(group.run()).equals(kept.get(group.run())))
                .toList();
    }

    private void load(List<Path> projects, Consumer<List<Run>> loaded) {
        load(projects, List.of(), loaded);
    }

    private void load(List<Path> projects, List<SeenStates.Wanted> seen, Consumer<List<Run>> loaded) {
        cancel();
        int number = newest;
        List<Run> made = new ArrayList<>();
        ProjectLoading task = new ProjectLoading(
                projects,
                model.categories(),
                filter,
                seen,
                new ProjectLoading.Callbacks(
                        step -> parts.details.showProgress(step.share(), step.what()),
                        parts.timelines::showRough,
                        parts.timelines::showSeen,
                        runs -> {
                            if (number == newest) {
                                made.addAll(runs);
                                finish(projects, runs, loaded);
                            }
                        },
                        parts.failed,
                        () -> {
                            if (number == newest) {
                                endLoading();
                            }
                        },
                        damage -> makeAnew(damage, made)));
        loading = task;
        parts.details.onCancel(() -> task.cancel(false));
        parts.details.showProgress(0, "");
        task.execute();
    }

    /** Reads the open projects again, whose stores are made anew, and shows the same view of them. Of runs that were closed nobody cares. */
    private void makeAnew(DamagedStore damage, List<Run> made) {
        if (stopped || (!made.isEmpty() && Collections.disjoint(made, parts.comparing.recorded()))) {
            return;
        }
        damage.removeFile();
        openAgain();
        parts.details.show(damage.getMessage() + "; it is made anew", -1);
    }

    /** Reads the open projects again, with the states of a filter only; what is seen of them stays. */
    void show(StateFilter states) {
        filter = states;
        parts.search.setShown(states);
        if (!model.runs().isEmpty()) {
            openAgain();
        }
    }

    /**
     * What was made of a trace is read, also if that trace is another one by now. Shown is the view that is there when they are read, and
     * what was moved in time is moved again: a comparison, which is of the recorded times, ends.
     */
    private void openAgain() {
        List<Run> open = model.opened();
        Supplier<View> now = () -> new View(StateText.ofLink(parts.sessions.link()), parts.comparing.offsetsAsShown());
        View before = now.get();
        List<Path> projects =
                parts.comparing.recordedAsShown().stream().map(Run::file).toList();
        load(projects, parts.timelines.seen(), runs -> {
            View view = model.opened().equals(open) ? now.get() : before;
            showing(view.link()).accept(runs);
            if (!view.offsets().equals(model.offsets())) {
                model.setOffsets(view.offsets());
            }
        });
    }

    /** What is seen of runs, and how far nodes of them are moved in time where they are not compared. */
    private record View(StateText link, Map<String, Long> offsets) {}

    /** Gives up what is being read, also where it is complete and waits for the event thread. */
    void cancel() {
        if (loading != null) {
            loading.cancel(false);
            newest++;
            endLoading();
        }
    }

    private void endLoading() {
        parts.details.endProgress();
        parts.timelines.showRough(null, nanos -> {});
        parts.timelines.showSeen(null);
    }

    private void finish(List<Path> projects, List<Run> runs, Consumer<List<Run>> loaded) {
        try {
            parts.sessions.save();
            parts.sessions.opened(projects, runs);
            loaded.accept(runs);
        } catch (IllegalArgumentException e) {
            parts.failed.accept(Problems.describe(e));
            return;
        }
        parts.shown.shown(projects.stream().map(parts.sessions::original).toList(), runs);
    }

    /** Ends what is being read. */
    void stop() {
        stopped = true;
        if (loading != null) {
            loading.cancel(true);
        }
    }
}
