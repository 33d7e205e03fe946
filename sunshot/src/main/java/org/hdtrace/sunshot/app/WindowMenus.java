// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JCheckBoxMenuItem;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JToolBar;
import javax.swing.SwingWorker;
import org.hdtrace.sunshot.model.Mapping;

/** Menu bar and tool bar; both only show actions of {@link Command}s. */
final class WindowMenus {
    private static final Map<Command, Glyph> TOOLS = tools();

    private final MainWindow window;
    private final CommandActions actions;
    private final JMenu recentMenu = new JMenu("Open recent");

    WindowMenus(MainWindow window, CommandActions actions) {
        this.window = window;
        this.actions = actions;
        recentMenu.setName("recent");
    }

    private static Map<Command, Glyph> tools() {
        Map<Command, Glyph> tools = new EnumMap<>(Command.class);
        tools.put(Command.OPEN, Glyph.OPEN);
        tools.put(Command.SAVE_PICTURE, Glyph.SAVE);
        tools.put(Command.ZOOM_IN, Glyph.ZOOM_IN);
        tools.put(Command.ZOOM_OUT, Glyph.ZOOM_OUT);
        tools.put(Command.HOME, Glyph.HOME);
        tools.put(Command.FIT, Glyph.FIT);
        tools.put(Command.UNDO, Glyph.UNDO);
        tools.put(Command.REDO, Glyph.REDO);
        tools.put(Command.EXPAND, Glyph.EXPAND);
        tools.put(Command.COLLAPSE, Glyph.COLLAPSE);
        tools.put(Command.LEGEND, Glyph.LEGEND);
        tools.put(Command.PROFILE, Glyph.PROFILE);
        tools.put(Command.NEXT_THEME, Glyph.THEME);
        tools.put(Command.KEYS, Glyph.HELP);
        return tools;
    }

    JMenuBar menuBar() {
        JMenuBar bar = new CommandPane.Bar();
        for (Command.Menu each : Command.Menu.values()) {
            JMenu menu = new JMenu(each.title());
            menu.setName("menu" + each.title());
            fill(menu, each);
            bar.add(menu);
        }
        updateRecent(List.of());
        return bar;
    }

    private void fill(JMenu menu, Command.Menu kind) {
        JMenu section = menu;
        for (Command command : Command.values()) {
            if (command.menu() != kind) {
                continue;
            }
            String title = MenuSections.at(command).orElse(null);
            if (title != null) {
                if (title.isEmpty() || section == menu) {
                    menu.addSeparator();
                }
                section = title.isEmpty() ? menu : (JMenu) menu.add(new JMenu(title));
            }
            section.add(item(command));
            if (command == Command.ADD) {
                menu.add(recentMenu);
            }
        }
    }

    private JMenuItem item(Command command) {
        JMenuItem item = actions.isSwitch(command)
                ? new JCheckBoxMenuItem(actions.get(command))
                : new CommandItem(actions.get(command));
        item.setToolTipText(null);
        item.setName("menu." + command.name());
        return item;
    }

    /** The menu of a row of the tree. */
    JPopupMenu rowMenu() {
        JPopupMenu menu = new JPopupMenu();
        menu.setName("rowMenu");
        for (Command command : List.of(
                Command.TOGGLE_ROW,
                Command.PIN_ROW,
                Command.GROUP_ROWS,
                Command.RENAME_GROUP,
                Command.UNGROUP,
                Command.HIDE_ROW,
                Command.SHOW_ROWS,
                Command.MOVE_UP,
                Command.MOVE_DOWN,
                Command.OFFSET,
                Command.CHART_ROW,
                Command.COMPUTE,
                Command.CHANGE_FORMULA,
                Command.REMOVE_COMPUTED)) {
            menu.add(actions.get(command));
        }
        return menu;
    }

    /** Puts projects first in the list of recent ones. The list is short, but still a file: read beside this thread. */
    void updateRecent(List<Path> opened) {
        RecentFiles recent = window.recent();
        new SwingWorker<List<Path>, Void>() {
            @Override
            protected List<Path> doInBackground() {
                opened.forEach(recent::add);
                return recent.list();
            }

            @Override
            protected void done() {
                try {
                    fill(get());
                } catch (InterruptedException | ExecutionException e) {
                    fill(List.of());
                }
            }
        }.execute();
    }

    private void fill(List<Path> projects) {
        recentMenu.removeAll();
        recentMenu.setEnabled(!projects.isEmpty());
        for (Path project : projects) {
            JMenuItem item = new JMenuItem(project.toString());
            item.addActionListener(event -> window.open(List.of(project), false));
            recentMenu.add(item);
        }
    }

    /** The tool bars: buttons, fields of time, filter and heat map, and what stays at the right. */
    JComponent toolBar() {
        JToolBar bar = new FoldingBar("toolBar");
        add(bar, Command.OPEN, Command.SAVE_PICTURE);
        bar.addSeparator();
        add(bar, Command.ZOOM_IN, Command.ZOOM_OUT, Command.HOME, Command.FIT, Command.UNDO, Command.REDO);
        bar.addSeparator();
        add(bar, Command.EXPAND, Command.COLLAPSE);
        bar.addSeparator();
        add(bar, Command.LEGEND, Command.PROFILE);
        bar.addSeparator();
        bar.add(mappingBox());
        bar.addSeparator();
        bar.add(nestedBox());
        JToolBar fields = new FoldingBar("toolFields");
        TimeFields times = new TimeFields(window.model(), window::focusTimelines);
        fields.add(times);
        fields.add(times.scale());
        fields.addSeparator();
        fields.add(window.filterField());
        fields.add(Box.createHorizontalStrut(6));
        fields.add(window.heatField());
        JToolBar end = new FoldingBar("toolEnd");
        add(end, Command.NEXT_THEME, Command.KEYS);
        return new ToolLines(bar, fields, end);
    }

    private void add(JToolBar bar, Command... commands) {
        for (Command command : commands) {
            JButton button = new JButton(actions.get(command));
            button.setName("tool." + command.name().toLowerCase(Locale.ROOT));
            button.setText(null);
            button.setIcon(new GlyphIcon(TOOLS.get(command)));
            button.setFocusable(false);
            bar.add(button);
        }
    }

    private JComboBox<Mapping> mappingBox() {
        JComboBox<Mapping> box = new JComboBox<>(Mapping.values());
        box.setName("mapping");
        box.setFocusable(false);
        box.setToolTipText("Arrangement of the rows");
        box.getAccessibleContext().setAccessibleName("Arrangement of the rows");
        box.setMaximumSize(box.getPreferredSize());
        box.addActionListener(event -> actions.run(Command.of((Mapping) box.getSelectedItem())));
        window.model()
                .listen(change -> box.setSelectedItem(window.model().query().mapping()));
        return box;
    }

    private JCheckBox nestedBox() {
        JCheckBox box = new JCheckBox(actions.get(Command.NESTED));
        box.setText("Nested");
        box.setName("nested");
        box.setFocusable(false);
        return box;
    }
}
