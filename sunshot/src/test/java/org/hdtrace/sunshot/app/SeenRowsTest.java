// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.SeenStates;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;
import org.hdtrace.sunshot.store.StoreFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of which rows and times a window wants to know first what passes a filter, and what it shows of them. */
class SeenRowsTest {
    private static final StateFilter FILTER = StateFilter.parse(".category = Send");

    @TempDir
    private Path folder;

    private final CategoryTable categories = new CategoryTable();
    private final ViewModel model = new ViewModel(categories);
    private final Stage stage = new Stage(model, Theme.LIGHT);
    private Path project;
    private Run run;

    @BeforeEach
    void open() throws Exception {
        project = TestProjects.large(folder);
        run = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(project);
        model.setRuns(List.of(run), RowQuery.standard());
        stage.setViewHeight(10_000);
        model.setAllOpen(true);
    }

    /** What passes of what is wanted. */
    private List<SeenStates> found(List<SeenStates.Wanted> all) throws Exception {
        List<SeenStates> found = new ArrayList<>();
        LoadMonitor monitor = new LoadMonitor() {
            @Override
            public void progress(double share, String what) {}

            @Override
            public void beforeSifting(Project opened, StoreFile store) {
                all.forEach(one -> found.add(SeenStates.of(opened, store, categories, FILTER, one, () -> false)));
            }

            @Override
            public boolean isCancelled() {
                return false;
            }
        };
        new RunLoader(categories, FILTER, monitor).load(project);
        return found;
    }

    private static long states(VisibleRow row) {
        return row.row() instanceof Row.Trace trace ? trace.track().stateCount() : 0;
    }

    private static List<Long> states(List<VisibleRow> rows) {
        return rows.stream()
                .map(SeenRowsTest::states)
                .filter(count -> count > 0)
                .toList();
    }

    @Test
    void whatPassesIsShownUntilNothingIsKnownAnyMore() throws Exception {
        List<SeenStates.Wanted> wanted = SeenRows.of(stage);
        assertEquals(1, wanted.size());
        assertEquals(
                model.visible().shift(run.interval().startNanos()),
                wanted.get(0).time());
        SeenRows seen = new SeenRows();
        assertSame(model.rows(), seen.shown(model, model.visible()), "nothing is known yet");
        found(wanted).forEach(seen::add);
        List<VisibleRow> shown = seen.shown(model, model.visible());
        assertEquals(List.of(90_000L, 90_000L), states(model.rows()));
        assertEquals(List.of(45_000L, 45_000L), states(shown));
        Interval part =
                new Interval(model.visible().startNanos(), model.visible().endNanos() / 2);
        assertSame(shown, seen.shown(model, part), "made once for all times that it tells of");
        assertSame(model.rows(), seen.shown(model, model.visible().shift(1)), "of more than it tells of");
        seen.clear();
        assertTrue(seen.isEmpty());
        assertSame(model.rows(), seen.shown(model, model.visible()));
    }

    @Test
    void onlyRowsThatAreSeenAreLookedAt() throws Exception {
        List<VisibleRow> rows = model.rows();
        int last = rows.size() - 1;
        assertTrue(states(rows.get(last)) > 0);
        stage.setViewHeight(stage.layout().top(last));
        SeenRows seen = new SeenRows();
        found(SeenRows.of(stage)).forEach(seen::add);
        List<VisibleRow> shown = seen.shown(model, model.visible());
        assertSame(rows.get(last), shown.get(last), "below the edge");
        assertEquals(List.of(45_000L, 90_000L), states(shown));
    }

    @Test
    void ofAClosedRowAllBelowItIsSeen() throws Exception {
        model.setAllOpen(false);
        assertEquals(1, model.rows().size());
        SeenRows seen = new SeenRows();
        List<SeenStates.Wanted> wanted = SeenRows.of(stage);
        assertTrue(wanted.get(0).paths().containsAll(Set.of("n", "n/0/0", "n/1/0")), wanted.toString());
        found(wanted).forEach(seen::add);
        List<VisibleRow> below = new ArrayList<>();
        seen.shown(model, model.visible())
                .get(0)
                .row()
                .walk(row -> below.add(new VisibleRow(0, row.path(), row, "", 0, true, 0)));
        assertEquals(List.of(45_000L, 45_000L), states(below));
    }

    @Test
    void aProjectThatIsOpenTwiceIsLookedAtOnce() throws Exception {
        Run again = new RunLoader(categories, StateFilter.none(), LoadMonitor.silent()).load(project);
        model.setRuns(List.of(run, again), RowQuery.standard());
        model.setAllOpen(true);
        List<SeenStates.Wanted> wanted = SeenRows.of(stage);
        assertEquals(1, wanted.size());
        SeenRows seen = new SeenRows();
        found(wanted).forEach(seen::add);
        assertEquals(List.of(45_000L, 45_000L, 45_000L, 45_000L), states(seen.shown(model, model.visible())));
    }

    @Test
    void rowsThatWereMovedStayAsTheyAre() throws Exception {
        SeenRows seen = new SeenRows();
        found(SeenRows.of(stage)).forEach(seen::add);
        String moved = model.rows().stream()
                .filter(row -> states(row) > 0)
                .map(VisibleRow::key)
                .findFirst()
                .orElseThrow();
        List<VisibleRow> before = model.rows();
        model.setOffsets(Map.of(moved, 1_000L));
        assertNotSame(before, model.rows());
        assertEquals(List.of(90_000L, 45_000L), states(seen.shown(model, model.visible())));
    }
}
