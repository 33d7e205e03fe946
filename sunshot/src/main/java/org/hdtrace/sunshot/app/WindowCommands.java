// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.swing.JDialog;
import javax.swing.JFileChooser;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.SeriesStyle;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;

/** What each {@link Command} does. */
final class WindowCommands {
    private final MainWindow window;
    private final CommandActions actions;
    private final RowCommands rows;
    private final ComputedCommands computed;
    private final OffsetCommands offsets;
    private final GroupCommands groups;
    private final SettingsCommands settings;
    private Path folder;
    /** As menus were enabled last: actions are on at first. */
    private boolean enabledOpen = true;

    WindowCommands(MainWindow window, CommandActions actions, UserSettings store) {
        this.window = window;
        this.actions = actions;
        this.rows = new RowCommands(window, actions);
        this.settings = new SettingsCommands(window, actions, store);
        this.offsets = new OffsetCommands(window, actions);
        this.groups = new GroupCommands(window, actions);
        this.computed = new ComputedCommands(window, actions);
    }

    void stop() {
        rows.stop();
        computed.stop();
    }

    void apply(Settings wanted) {
        settings.apply(wanted);
    }

    void defineAll() {
        defineFile();
        new NavigationCommands(window.stage(), actions).define();
        defineRows();
        defineLook();
        rows.define();
        offsets.define();
        groups.define();
        settings.define();
        new MarkCommands(window, actions).define();
        window.colors().define();
        definePanel(Command.MARKS, "marks");
        new CompareCommands(window, actions).define();
        new FindCommands(window, actions).define();
        window.model().listen(change -> enable());
        computed.define();
        window.dock().listen(actions::updateSwitches);
        enable();
    }

    private ViewModel model() {
        return window.model();
    }

    private void defineFile() {
        actions.define(Command.OPEN, () -> choose(false));
        actions.define(Command.ADD, () -> choose(true));
        actions.define(Command.CLOSE, window::closeAll);
        actions.define(Command.SAVE_PICTURE, this::savePicture);
        actions.define(Command.QUIT, () -> window.frame().dispose());
        actions.define(Command.KEYS, this::showKeys);
        actions.define(Command.ABOUT, () -> AboutDialog.create(window.frame()).setVisible(true));
    }

    private void defineTheme(Command command, Theme theme) {
        actions.defineSwitch(command, () -> window.stage().theme().equals(theme), () -> window.setTheme(theme));
    }

    private void defineRows() {
        actions.define(Command.ROW_UP, () -> selectNext(-1));
        actions.define(Command.ROW_DOWN, () -> selectNext(1));
        actions.define(Command.SCROLL_UP, () -> scroll(-1));
        actions.define(Command.SCROLL_DOWN, () -> scroll(1));
        actions.define(Command.TOGGLE_ROW, this::toggleSelected);
        actions.define(Command.EXPAND, () -> model().setAllOpen(true));
        actions.defineSwitch(
                Command.SILENT, model()::silentShown, () -> model().setSilentShown(!model().silentShown()));
        actions.define(Command.COLLAPSE, () -> model().setAllOpen(false));
        actions.define(Command.CHART_ROW, this::chartRow);
        actions.define(Command.CHART_NONE, () -> model().setCharted(List.of()));
        actions.define(Command.TALLER, () -> window.stage().growRows(1));
        actions.define(Command.LOWER, () -> window.stage().growRows(-1));
        actions.define(Command.FIT_ROWS, () -> window.stage().fitRows());
        for (Mapping mapping : Mapping.values()) {
            actions.defineSwitch(
                    Command.of(mapping), () -> model().query().mapping() == mapping, () -> model().setMapping(mapping));
        }
        actions.defineSwitch(Command.ALIGN, () -> model().query().alignStarts(), () -> model().setAlignStarts(
                        !model().query().alignStarts()));
    }

    /** Rows without values are of no use in a chart. */
    private void chartRow() {
        int index = model().selectedIndex();
        if (index >= 0 && model().rows().get(index).row() instanceof Row.Statistic) {
            model().toggleCharted(model().selectedKey());
        }
    }

    private void selectNext(int places) {
        model().selectNext(places);
        window.stage().reveal(model().selectedIndex());
    }

    private void scroll(int halves) {
        int step = Math.max(1, window.stage().viewHeight() / 2);
        window.stage().scrollTo(window.stage().scrollY() + halves * step);
    }

    private void toggleSelected() {
        int index = model().selectedIndex();
        if (index >= 0) {
            VisibleRow row = model().rows().get(index);
            if (row.expandable()) {
                model().toggleRow(row.key());
            }
        }
    }

    private void defineLook() {
        actions.defineSwitch(Command.NESTED, model()::nested, () -> model().setNested(!model().nested()));
        defineArrows(Command.MESSAGES, ArrowLayer.Kind.MESSAGES);
        defineArrows(Command.RELATIONS, ArrowLayer.Kind.RELATIONS);
        actions.define(Command.HEAT, () -> window.heatField().begin());
        actions.define(Command.FILTER, () -> window.filterField().begin());
        actions.define(Command.NO_HEAT, () -> model().setHeat(""));
        actions.define(Command.SHOW_ALL, () -> model().showAll());
        definePanel(Command.LEGEND, "legend");
        for (TreePlace.Side side : TreePlace.Side.values()) {
            actions.defineSwitch(
                    TreePlace.commandOf(side), () -> window.treePlace().side() == side, () -> {
                        window.treePlace().setSide(side);
                        actions.updateSwitches();
                    });
        }
        definePanel(Command.PROFILE, "profile");
        definePanel(Command.MATRIX, "matrix");
        definePanel(Command.IO, "io");
        definePanel(Command.DETAILS, "details");
        definePanel(Command.CHARTS, "charts");
        definePanel(Command.WAITS, "waits");
        definePanel(Command.CRITICAL_PATH, "path");
        actions.defineSwitch(Command.ZERO_TIME, () -> window.stage().zeroTime(), () -> {
            window.stage().setZeroTime(!window.stage().zeroTime());
            actions.updateSwitches();
        });
        for (SeriesStyle style : SeriesStyle.values()) {
            actions.defineSwitch(
                    Command.valueOf("STATISTICS_" + style), () -> window.stage().seriesStyle() == style, () -> {
                        window.stage().setSeriesStyle(style);
                        actions.updateSwitches();
                    });
        }
        for (DenseStyle style : DenseStyle.values()) {
            actions.defineSwitch(
                    Command.valueOf("DENSE_" + style), () -> window.stage().denseStyle() == style, () -> {
                        window.stage().setDenseStyle(style);
                        actions.updateSwitches();
                    });
        }
        for (MinimapMode mode : MinimapMode.values()) {
            actions.defineSwitch(
                    Command.valueOf("MINIMAP_" + mode), () -> window.stage().minimapMode() == mode, () -> {
                        window.stage().setMinimapMode(mode);
                        actions.updateSwitches();
                    });
        }
        defineTheme(Command.THEME_LIGHT, Theme.LIGHT);
        defineTheme(Command.THEME_DARK, Theme.DARK);
        defineTheme(Command.THEME_CONTRAST, Theme.CONTRAST);
        actions.define(Command.NEXT_THEME, () -> {
            List<Theme> all = Theme.all();
            window.setTheme(all.get((all.indexOf(window.stage().theme()) + 1) % all.size()));
        });
    }

    private void defineArrows(Command command, ArrowLayer.Kind kind) {
        actions.defineSwitch(command, () -> window.arrows().isShown(kind), () -> {
            window.arrows().toggle(kind);
            actions.updateSwitches();
        });
    }

    private void definePanel(Command command, String panel) {
        actions.defineSwitch(command, () -> window.dock().isShown(panel), () -> window.dock()
                .setShown(panel, !window.dock().isShown(panel)));
    }

    private void enable() {
        actions.updateSwitches();
        boolean open = !model().runs().isEmpty();
        actions.get(Command.FIND_ROW).setEnabled(open);
        actions.get(Command.SEARCH).setEnabled(open);
        if (open != enabledOpen) {
            // Not each time: what follows turns some of them off again, and each turn is painted.
            enabledOpen = open;
            enableMenus(open);
        }
        offsets.enable();
        groups.enable();
        actions.get(Command.NO_HEAT).setEnabled(!model().heat().isEmpty());
        CompareCommands.enable(window.comparing(), actions);
        actions.get(Command.FOLLOW).setEnabled(model().chosen().isPresent());
        actions.get(Command.FOLLOW_BACK).setEnabled(model().chosen().isPresent());
        actions.get(Command.MARKS).setEnabled(true);
        actions.get(Command.OPEN_LINK).setEnabled(true);
        actions.get(Command.CLOSE).setEnabled(open);
        actions.get(Command.SAVE_PICTURE).setEnabled(open);
        actions.get(Command.UNDO).setEnabled(model().canUndo());
        actions.get(Command.REDO).setEnabled(model().canRedo());
        actions.get(Command.ALIGN).setEnabled(model().runs().size() > 1);
    }

    private void enableMenus(boolean open) {
        Set<Command.Menu> menus = EnumSet.of(Command.Menu.VIEW, Command.Menu.ROWS, Command.Menu.MARKS);
        for (Command command : Command.values()) {
            if (menus.contains(command.menu())) {
                actions.get(command).setEnabled(open);
            }
        }
    }

    private void choose(boolean beside) {
        JFileChooser chooser = new JFileChooser(folder == null ? window.projectFolder() : folder.toFile());
        chooser.setName("openChooser");
        chooser.setDialogTitle(beside ? "Add project" : "Open project");
        chooser.setFileSelectionMode(JFileChooser.FILES_AND_DIRECTORIES);
        chooser.setMultiSelectionEnabled(true);
        chooser.setFileFilter(new ProjectFilter());
        if (chooser.showOpenDialog(window.frame()) == JFileChooser.APPROVE_OPTION) {
            folder = chooser.getCurrentDirectory().toPath();
            window.open(
                    Arrays.stream(chooser.getSelectedFiles()).map(File::toPath).toList(), beside);
        }
    }

    /** What is seen now, drawn again for paper; the view may change meanwhile. */
    private void savePicture() {
        List<Run> runs = model().runs();
        CategoryTable categories = model().categories();
        RowQuery query = model().query();
        List<VisibleRow> shown = model().rows();
        Interval interval = model().visible();
        Scene.Options options = window.stage().options();
        Theme theme = window.stage().theme();
        int width = Math.max(1200, window.frame().getWidth());
        window.pictures().save("timeline.png", () -> {
            PictureContents.Arrangement arrangement = PictureContents.Arrangement.STACKED;
            Picture.Content all = PictureContents.of(runs, categories, query, interval, "", arrangement, options);
            return new Picture(all.withRows(shown), theme, width, 0);
        });
    }

    private void showKeys() {
        JDialog sheet = KeySheet.create(window.frame());
        sheet.setVisible(true);
    }
}
