// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JScrollBar;
import javax.swing.KeyStroke;
import javax.swing.LayoutFocusTraversalPolicy;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.StateText;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.dock.Dock;
import org.hdtrace.sunshot.dock.DockSide;
import org.hdtrace.sunshot.dock.ScreenFit;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.paint.LabelPainter;
import org.hdtrace.sunshot.paint.RulerPainter;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;

/** The window: tree and timelines with ruler and minimap, legend beside them, one line of details below. */
final class MainWindow {
    private final JFrame frame = new JFrame("Sunshot");
    private final ViewModel model;
    private final Stage stage;
    private final RecentFiles recent;
    private final CommandActions actions = new CommandActions();
    private final CategoryCommands colors;
    private final ArrowOverlay arrows;
    private final TimelineView timelines;
    private final RowTree tree;
    private final Minimap minimap;
    private final WindowPanels panels;
    private final HeatControl heat;
    private final HeatField heatField;
    private final FilterField filterField;
    private final Comparing comparing;
    private final Sessions sessions;
    private final DetailsStrip details = new DetailsStrip();
    private final PictureSaver pictures =
            new PictureSaver(frame, this::projectFolder, line -> details.show(line, -1), this::showError);
    private final Dock dock;
    private final TreeHeading heading;
    private final TreePlace treePlace;
    private final Scrolling scrolling;
    private final RulerBar ruler;
    private final RulerMouse rulerMouse;
    private final WindowCommands commands;
    private final WindowMenus menus;
    private final ProjectOpening opening;

    /**
     * A window that is not shown yet.
     *
     * @param colors where colours that the user changes are kept
     * @param categories as they were kept there
     * @param settings where the settings are kept
     */
    MainWindow(
            Looks looks, RecentFiles recent, UserCategories colors, CategoryTable categories, UserSettings settings) {
        this.recent = recent;
        model = new ViewModel(categories);
        this.colors = new CategoryCommands(this, actions, colors);
        stage = new Stage(model, looks.theme());
        arrows = new ArrowOverlay(stage, this::showError);
        timelines = new TimelineView(stage);
        minimap = new Minimap(stage);
        ruler = new RulerBar(stage);
        rulerMouse = new RulerMouse(stage, ruler, timelines);
        rulerMouse.install();
        tree = new RowTree(stage);
        panels = new WindowPanels(stage, arrows, pictures, this::showError);
        heat = new HeatControl(stage, this::showError);
        heatField = new HeatField(stage, this::focusTimelines, line -> details.show(line, -1));
        filterField = new FilterField(this::show, this::focusTimelines, line -> details.show(line, -1));
        comparing = new Comparing(stage, this::showError, line -> details.show(line, -1));
        panels.matrix().setStretched(comparing::stretched);
        scrolling = new Scrolling(stage);
        heading = new TreeHeading(stage, minimap.getPreferredSize().height + RulerPainter.HEIGHT);
        treePlace = new TreePlace(treeWithHeading(), timelinesWithRuler());
        dock = new Dock(centre());
        panels.addTo(dock);
        dock.add("compare", "Comparison", comparing.panel(), DockSide.BOTTOM, false);
        sessions = new Sessions(stage, dock, treePlace, arrows, line -> details.show(line, -1));
        opening = new ProjectOpening(
                model,
                new ProjectOpening.Parts(
                        filterField,
                        panels.search(),
                        sessions,
                        comparing,
                        details,
                        timelines,
                        () -> actions.run(Command.COMPARE),
                        this::opened,
                        this::showError));
        commands = new WindowCommands(this, actions, settings);
        commands.defineAll();
        panels.legend().onDoubleClick(() -> actions.run(Command.COLOR));
        panels.legend().addArrows(arrows, actions);
        panels.legend().addMenu(actions);
        menus = new WindowMenus(this, actions);
        tree.setMenu(menus.rowMenu());
        heading.setComponentPopupMenu(TreePlace.menu(actions));
        assemble();
        MouseControl mouse =
                new MouseControl(stage, timelines, new Hover(stage), line -> details.show(line.text(), line.rgb()));
        mouse.onPointed(arrows::point);
        mouse.onDetails(() -> dock.setShown("details", true));
        mouse.install();
        bindEscape(mouse);
        frame.getRootPane().setTransferHandler(new ProjectDrop(this));
        frame.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosed(WindowEvent event) {
                stop();
            }
        });
    }

    private void assemble() {
        frame.setName("sunshot");
        frame.setDefaultCloseOperation(JFrame.DISPOSE_ON_CLOSE);
        JPanel content = new CommandPane();
        actions.bindKeys(content);
        content.add(menus.toolBar(), BorderLayout.NORTH);
        content.add(details, BorderLayout.SOUTH);
        content.add(dock);
        frame.setContentPane(content);
        frame.setFocusTraversalPolicy(new LayoutFocusTraversalPolicy() {
            private static final long serialVersionUID = 1L;

            @Override
            public Component getDefaultComponent(Container container) {
                return timelines;
            }
        });
        frame.setJMenuBar(menus.menuBar());
        frame.pack();
        ScreenFit.place(frame, new Dimension(1500, 850), null);
        frame.validate();
        dock.apply(dock.layoutNow());
    }

    private JComponent timelinesWithRuler() {
        JPanel right = new JPanel(new BorderLayout());
        JPanel top = new JPanel(new BorderLayout());
        top.add(minimap, BorderLayout.NORTH);
        top.add(ruler, BorderLayout.SOUTH);
        right.add(top, BorderLayout.NORTH);
        right.add(timelines);
        right.add(scrolling.timeBar(), BorderLayout.SOUTH);
        timelines.addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent event) {
                stage.setViewHeight(timelines.getHeight());
                scrolling.update();
            }
        });
        return right;
    }

    private JComponent treeWithHeading() {
        JPanel left = new JPanel(new BorderLayout());
        left.add(heading, BorderLayout.NORTH);
        left.add(tree);
        JPanel foot = new JPanel();
        foot.setPreferredSize(new Dimension(10, scrolling.timeBar().getPreferredSize().height));
        left.add(foot, BorderLayout.SOUTH);
        return left;
    }

    private JComponent centre() {
        JPanel all = new JPanel(new BorderLayout());
        all.add(treePlace.split());
        JScrollBar rows = scrolling.rowBar();
        all.add(rows, BorderLayout.EAST);
        return all;
    }

    private void bindEscape(MouseControl mouse) {
        frame.getRootPane()
                .registerKeyboardAction(
                        event -> {
                            mouse.cancelDrag();
                            rulerMouse.cancelDrag();
                        },
                        KeyStroke.getKeyStroke("ESCAPE"),
                        JComponent.WHEN_IN_FOCUSED_WINDOW);
    }

    JFrame frame() {
        return frame;
    }

    ViewModel model() {
        return model;
    }

    ArrowOverlay arrows() {
        return arrows;
    }

    Stage stage() {
        return stage;
    }

    HeatField heatField() {
        return heatField;
    }

    FilterField filterField() {
        return filterField;
    }

    TreePlace treePlace() {
        return treePlace;
    }

    CommandActions actions() {
        return actions;
    }

    Dock dock() {
        return dock;
    }

    SearchPanel search() {
        return panels.search();
    }

    CategoryCommands colors() {
        return colors;
    }

    Comparing comparing() {
        return comparing;
    }

    MarksPanel marks() {
        return panels.marks();
    }

    Sessions sessions() {
        return sessions;
    }

    RecentFiles recent() {
        return recent;
    }

    PictureSaver pictures() {
        return pictures;
    }

    DetailsStrip details() {
        return details;
    }

    /** Lets the window begin as the user wants; what a project's session tells comes later. */
    void apply(Settings settings) {
        commands.apply(settings);
    }

    void show() {
        FirstPainting.of(frame, stage.theme(), model);
        frame.setVisible(true);
        focusTimelines();
    }

    /** Gives the keys back to the timelines. */
    void focusTimelines() {
        timelines.requestFocusInWindow();
    }

    /** Opens the projects named on the command line with the options given there, and compares them if asked to. */
    void open(List<Path> projects, ViewOptions options, OffsetOptions offsets, boolean compare) {
        opening.open(projects, options, offsets, compare);
    }

    /** Opens the projects of a link and shows the view it tells of. */
    void openLink(StateText link) {
        opening.openLink(link);
    }

    /** Opens projects instead of, or beside, those that are open. */
    void open(List<Path> projects, boolean beside) {
        opening.open(projects, beside);
    }

    private void show(StateFilter states) {
        opening.show(states);
    }

    private void opened(List<Path> projects, List<Run> runs) {
        // In a turn of its own, as titles of windows wait for the display (SUNSHOT G-14).
        SwingUtilities.invokeLater(this::updateTitle);
        placeTree();
        sessions.treePlaced();
        menus.updateRecent(projects);
        tell(runs.stream().flatMap(run -> run.notes().stream()).toList());
    }

    /** One line about what is wrong with projects that can be shown nevertheless. */
    private void tell(List<String> notes) {
        if (!notes.isEmpty()) {
            String more = notes.size() == 1 ? "" : " (and " + (notes.size() - 1) + " more, as hdtrace check tells)";
            details.show(notes.get(0) + more, -1);
        }
    }

    /** Where the open project lies and others are likely to; null while none is open. */
    File projectFolder() {
        return model.opened().stream()
                .filter(run -> !run.isDerived())
                .map(run -> sessions.original(run.file())
                        .toAbsolutePath()
                        .getParent()
                        .toFile())
                .findFirst()
                .orElse(null);
    }

    void closeAll() {
        opening.cancel();
        sessions.save();
        model.setRuns(List.of(), RowQuery.standard());
        updateTitle();
    }

    private void updateTitle() {
        String names = String.join(", ", Run.titles(model.runs()));
        frame.setTitle(names.isEmpty() ? "Sunshot" : names + " – Sunshot");
    }

    /** One clear line in a dialog; what is open stays open. */
    void showError(String line) {
        JOptionPane pane = new JOptionPane(line, JOptionPane.ERROR_MESSAGE);
        pane.setName("error");
        var dialog = pane.createDialog(frame, "Sunshot");
        dialog.setName("errorDialog");
        dialog.setModal(false);
        dialog.setVisible(true);
    }

    /** Gives the tree the width its labels need, within limits; the user may change it. */
    private void placeTree() {
        Graphics2D graphics = (Graphics2D) timelines.getGraphics();
        if (graphics == null) {
            return;
        }
        try {
            TimeScale scale = new TimeScale(model.visible(), 1);
            int most = Math.max(171, Math.min(340, frame.getWidth() / 4));
            treePlace.setWidth(LabelPainter.preferredWidth(stage.scene(scale), graphics, 170, most));
        } finally {
            graphics.dispose();
        }
    }

    void setTheme(Theme theme) {
        Looks.of(theme).install();
        boolean otherFont = theme.fontSize() != stage.theme().fontSize();
        stage.setTheme(theme);
        if (otherFont) {
            placeTree();
        }
        Looks.spread();
    }

    private void stop() {
        sessions.save();
        opening.stop();
        timelines.stop();
        minimap.stop();
        ruler.stop();
        panels.stop();
        heat.stop();
        comparing.panel().stop();
        commands.stop();
    }
}
