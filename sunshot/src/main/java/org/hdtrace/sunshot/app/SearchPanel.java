// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.BorderLayout;
import java.awt.Dimension;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.swing.Action;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JProgressBar;
import javax.swing.JScrollPane;
import javax.swing.JTextField;
import javax.swing.JToolBar;
import javax.swing.Timer;
import org.hdtrace.sunshot.control.StateNavigator;
import org.hdtrace.sunshot.control.ViewChange;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;
import org.hdtrace.sunshot.search.Hits;
import org.hdtrace.sunshot.search.SearchText;

/**
 * Searching states and events: a field, the hits found so far, and their number. The search runs beside the event
 * thread; Escape or the button ends it, what was found stays.
 */
final class SearchPanel extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int UPDATE_MILLIS = 150;

    private final transient ViewModel model;
    private final transient StateNavigator navigator;
    private final transient Stage stage;
    private final JTextField field = new JTextField();
    private final JLabel foot = new JLabel(" ");
    private final JCheckBox within = new JCheckBox("Chosen rows");
    private final JButton cancel = new JButton("Cancel");
    private final JProgressBar busy = new JProgressBar();
    private final ListTable<Occurrence> hits;
    private final Timer timer = new Timer(UPDATE_MILLIS, event -> showFound());
    private transient StateFilter shown = StateFilter.none();
    private transient SearchTask task;
    /** What {@link #task} searches. */
    private String searched = "";
    /** Keys of the rows that {@link #task} searches; empty for all. */
    private transient Optional<Set<String>> searchedRows = Optional.empty();

    /** Whether to go to the first hit when the search ends. */
    private boolean goWhenFound;

    private transient Consumer<Boolean> steps = can -> {};
    /** Where is searched, behind the number of hits; empty for all rows. */
    private String place = "";

    SearchPanel(Stage stage) {
        super(new BorderLayout(0, 4));
        this.stage = stage;
        this.model = stage.model();
        this.navigator = new StateNavigator(model);
        hits = hitTable();
        setName("search");
        setBorder(BorderFactory.createEmptyBorder(6, 6, 6, 6));
        setPreferredSize(new Dimension(420, 200));
        assemble();
        field.getDocument().addDocumentListener(new TextChange(this::check));
        field.addActionListener(event -> search());
        within.addItemListener(event -> tellSteps());
        cancel.addActionListener(event -> stop());
        hits.addTableModelListener(event -> tellSteps());
        hits.onChoice(this::goTo);
        stage.listen(this::tellSteps);
        model.listen(change -> {
            if (change == ViewChange.RUNS) {
                forget();
            }
        });
    }

    private void assemble() {
        field.setName("search.field");
        field.putClientProperty(
                FlatClientProperties.PLACEHOLDER_TEXT,
                "Words, or size > 1000 & .duration > 0.01, .category = File.*, .unit = W & .value > 200");
        field.putClientProperty(FlatClientProperties.TEXT_FIELD_SHOW_CLEAR_BUTTON, true);
        foot.setName("search.foot");
        cancel.setName("search.cancel");
        within.setName("search.within");
        within.setToolTipText("Search only in rows that are chosen in the tree, and in those below them");
        within.setFocusable(false);
        busy.setIndeterminate(true);
        JPanel south = new JPanel(new BorderLayout(8, 0));
        JPanel running = new JPanel(new BorderLayout(6, 0));
        running.add(busy);
        running.add(cancel, BorderLayout.EAST);
        busy.setPreferredSize(new Dimension(80, 10));
        south.add(foot);
        south.add(running, BorderLayout.EAST);
        add(south, BorderLayout.SOUTH);
        add(new JScrollPane(hits.table()));
        setRunning(false);
    }

    /** Shows buttons for the commands to the next hit and the one before beside the field. */
    void addButtons(Action previous, Action next) {
        JToolBar bar = new JToolBar();
        bar.setFloatable(false);
        for (Action action : List.of(previous, next)) {
            JButton button = new JButton(action);
            button.setText(null);
            button.setIcon(new GlyphIcon(action == next ? Glyph.NEXT : Glyph.PREVIOUS));
            button.setFocusable(false);
            bar.add(button);
        }
        JPanel beside = new JPanel(new BorderLayout());
        beside.add(within);
        beside.add(bar, BorderLayout.EAST);
        JPanel north = new JPanel(new BorderLayout(4, 0));
        north.add(field);
        north.add(beside, BorderLayout.EAST);
        add(north, BorderLayout.NORTH);
    }

    /** Tells now, and each time it changes, whether {@link #step} has something to do. */
    void onSteps(Consumer<Boolean> told) {
        steps = told;
        tellSteps();
    }

    private void tellSteps() {
        boolean searches = !model.runs().isEmpty() && !field.getText().isBlank() && !inVain();
        steps.accept(hits.getRowCount() > 0 || searches);
    }

    /** Whether just this was searched to the end; what was found is listed. */
    private boolean inVain() {
        return isSearched() && task.isDone() && !task.isCancelled();
    }

    private boolean isSearched() {
        return task != null && field.getText().equals(searched) && rows().equals(searchedRows);
    }

    /** Keys of the rows to search in; empty for all. */
    private Optional<Set<String>> rows() {
        return within.isSelected() ? Optional.of(stage.pickedOrChosen()) : Optional.empty();
    }

    /** States that the open runs were loaded with. */
    void setShown(StateFilter filter) {
        shown = filter;
    }

    void focusField() {
        field.selectAll();
        field.requestFocusInWindow();
    }

    /** Turns the field red with the reason while the text is no filter. */
    private boolean check() {
        tellSteps();
        try {
            SearchText.parse(field.getText());
        } catch (IllegalArgumentException e) {
            field.putClientProperty(FlatClientProperties.OUTLINE, FlatClientProperties.OUTLINE_ERROR);
            foot.setText(e.getMessage());
            return false;
        }
        field.putClientProperty(FlatClientProperties.OUTLINE, null);
        foot.setText(field.getText().isBlank() ? (task == null ? " " : "Enter takes the hits away") : "Enter searches");
        return true;
    }

    private void search() {
        stop();
        goWhenFound = false;
        if (!check() || model.runs().isEmpty()) {
            return;
        }
        clear();
        if (SearchText.parse(field.getText()).isEmpty()) {
            return;
        }
        Optional<Set<String>> chosen = rows();
        if (chosen.isPresent() && chosen.get().isEmpty()) {
            foot.setText("No row is chosen in the tree");
            return;
        }
        task = new SearchTask(model.runs(), model.categories(), shown, SearchText.parse(field.getText()), this::ended);
        searched = field.getText();
        searchedRows = chosen;
        chosen.ifPresent(rows -> task.within(below(rows)));
        place = chosen.map(rows ->
                        " in " + (rows.size() == 1 ? title(rows.iterator().next()) : rows.size() + " rows"))
                .orElse("");
        setRunning(true);
        foot.setText("searching");
        task.execute();
        timer.start();
    }

    /** Keys of rows and of those below them, also where they are closed. */
    private Set<String> below(Set<String> chosen) {
        Set<String> keys = new HashSet<>();
        for (String key : chosen) {
            VisibleRow top = model.rows().get(model.indexOf(key));
            List<Row> rows = top.isHeading() ? model.runs().get(top.run()).rows() : List.of(top.row());
            rows.forEach(row -> row.walk(each -> keys.add(top.run() + ":" + each.path())));
        }
        return keys;
    }

    private String title(String key) {
        return model.rows().get(model.indexOf(key)).title();
    }

    private void stop() {
        if (task != null && !task.isDone()) {
            task.cancel(false);
        }
    }

    private void clear() {
        stop();
        timer.stop();
        setRunning(false);
        task = null;
        hits.show(List.of());
        stage.setHits(HitMarks.none());
        foot.setText(" ");
    }

    /** The hits were those of other runs, or of states that another filter left. */
    private void forget() {
        boolean had = task != null && !model.runs().isEmpty();
        clear();
        if (had) {
            foot.setText("Other states are shown now: Enter searches again");
        }
    }

    private void ended(SearchTask ended, String problem) {
        if (ended != task) {
            return;
        }
        timer.stop();
        setRunning(false);
        showFound();
        if (goWhenFound && !task.isCancelled() && hits.getRowCount() > 0) {
            step(true);
        }
        if (!problem.isEmpty()) {
            foot.setText(foot.getText() + "; not all was searched: " + problem);
        }
        foot.setToolTipText(problem.isEmpty() ? null : problem);
    }

    private void setRunning(boolean running) {
        busy.getParent().setVisible(running);
    }

    private void showFound() {
        if (task == null) {
            return;
        }
        Hits found = task.hits();
        List<Long> origins = IntStream.range(0, model.runs().size())
                .mapToObj(run -> model.query().originOf(model.runs(), run))
                .toList();
        hits.show(found.sorted(origins));
        stage.setHits(found.marks());
        foot.setText(describe(found.count()));
    }

    private String describe(long count) {
        String end = task.isCancelled() ? ", cancelled" : task.isDone() ? "" : " so far";
        String kept =
                count > hits.getRowCount() ? ", the first " + ValueText.count(hits.getRowCount()) + " listed" : "";
        return (count == 1 ? "1 hit" : ValueText.count(count) + " hits") + place + end + kept;
    }

    /**
     * Goes to the next hit, or the one before; at first to the one nearest to what is seen. Without any it searches what stands in the
     * field and goes there at the end; what was searched in vain is not searched again.
     */
    void step(boolean forward) {
        if (hits.getRowCount() == 0) {
            if (!isSearched() || task.isCancelled()) {
                search();
            }
            goWhenFound = true;
            return;
        }
        int now = hits.table().getSelectedRow();
        int next = now < 0
                ? firstFrom(model.visible().startNanos())
                : Math.floorMod(now + (forward ? 1 : -1), hits.getRowCount());
        hits.goTo(next);
    }

    private ListTable<Occurrence> hitTable() {
        return new ListTable<Occurrence>("search.hits")
                .number(
                        "Time",
                        120,
                        hit -> TimeTicks.instant(navigator.onCommonScale(hit).startNanos()),
                        "startNs",
                        hit -> navigator.onCommonScale(hit).startNanos())
                .path("Row", 130, this::rowOf)
                .colored(
                        "State",
                        130,
                        hit -> model.categories().get(hit.category()).title(),
                        hit -> model.categories().get(hit.category()).rgb())
                .number(
                        "Duration",
                        80,
                        hit -> hit.event()
                                ? "event"
                                : TimeTicks.duration(hit.time().durationNanos()),
                        "durationNs",
                        hit -> hit.time().durationNanos());
    }

    private String rowOf(Occurrence hit) {
        String run = model.runs().size() > 1 ? Run.titles(model.runs()).get(hit.run()) + " " : "";
        return run + hit.path();
    }

    /** The first hit that starts at or after a time of the common scale; the first of all if none does. */
    private int firstFrom(long nanos) {
        for (int i = 0; i < hits.items().size(); i++) {
            if (navigator.onCommonScale(hits.items().get(i)).startNanos() >= nanos) {
                return i;
            }
        }
        return 0;
    }

    private void goTo(Occurrence hit) {
        goWhenFound = false;
        navigator.show(hit);
        stage.reveal(model.selectedIndex());
    }

    void end() {
        stop();
        timer.stop();
    }
}
