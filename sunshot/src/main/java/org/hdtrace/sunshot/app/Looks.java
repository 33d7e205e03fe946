// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import com.formdev.flatlaf.FlatDarkLaf;
import com.formdev.flatlaf.FlatLaf;
import com.formdev.flatlaf.FlatLightLaf;
import java.awt.Color;
import java.awt.Component;
import java.awt.Container;
import java.awt.Window;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JComponent;
import javax.swing.JMenu;
import javax.swing.JRootPane;
import javax.swing.RootPaneContainer;
import javax.swing.SwingUtilities;
import javax.swing.UIManager;
import javax.swing.plaf.BorderUIResource;
import org.hdtrace.sunshot.dock.Dock;
import org.hdtrace.sunshot.paint.Theme;

/** Brings Swing's look in line with a {@link Theme}. */
final class Looks {
    private static final long TURN_NANOS = 4_000_000L;

    /** The dark look has borders, boxes and thumbs that are hardly seen on black. */
    private static final Map<String, String> CONTRAST = Map.ofEntries(
            Map.entry("@background", "#000"),
            Map.entry("@foreground", "#fff"),
            Map.entry("@disabledForeground", "#b0b0b0"),
            Map.entry("@accentColor", "#ff0"),
            Map.entry("@selectionBackground", "#ff0"),
            Map.entry("@selectionForeground", "#000"),
            Map.entry("@selectionInactiveBackground", "#660"),
            Map.entry("Component.borderColor", "#a0a0a0"),
            Map.entry("Component.disabledBorderColor", "#707070"),
            Map.entry("Button.borderColor", "#a0a0a0"),
            Map.entry("CheckBox.icon.borderColor", "#fff"),
            Map.entry("CheckBox.icon.disabledBorderColor", "#a0a0a0"),
            Map.entry("TableHeader.separatorColor", "#707070"),
            Map.entry("TableHeader.bottomSeparatorColor", "#a0a0a0"),
            Map.entry("TabbedPane.underlineColor", "#ff0"),
            Map.entry("TabbedPane.inactiveUnderlineColor", "#ff0"),
            Map.entry("TabbedPane.contentAreaColor", "#707070"),
            Map.entry("Separator.foreground", "#a0a0a0"),
            Map.entry("ToolBar.separatorColor", "#a0a0a0"),
            Map.entry("ScrollBar.thumb", "#a0a0a0"),
            Map.entry("PopupMenu.borderColor", "#a0a0a0"),
            Map.entry("Actions.Red", "#ff6b6b"));

    private final Theme theme;

    private Looks(Theme theme) {
        this.theme = theme;
    }

    static Looks of(Theme theme) {
        return new Looks(theme);
    }

    /** The look of a name. */
    static Looks of(String name) {
        return new Looks(LookOptions.themeOf(name));
    }

    Theme theme() {
        return theme;
    }

    /** Makes it the look of components to come; those that exist follow with {@link #spread}. */
    void install() {
        Map<String, String> defaults = new HashMap<>();
        // Titles of tables stand above the words and numbers, which have this room at each side.
        defaults.put("TableHeader.cellMargins", "2," + ListColumn.PADDING + ",2," + ListColumn.PADDING);
        defaults.put("TabbedPane.showContentSeparator", "false");
        if (theme.equals(Theme.CONTRAST)) {
            defaults.putAll(CONTRAST);
        } else {
            defaults.put("@accentColor", String.format("#%06x", theme.accent()));
        }
        FlatLaf.setGlobalExtraDefaults(defaults);
        if (theme.dark()) {
            FlatDarkLaf.setup();
        } else {
            FlatLightLaf.setup();
        }
        // The usual outlines are smooth curves, which around large panels take the event thread longer than what is
        // inside (SUNSHOT G-14).
        Color line = UIManager.getColor("Component.borderColor");
        UIManager.put("ScrollPane.border", new BorderUIResource.LineBorderUIResource(line));
    }

    /**
     * Works the looks out once where nobody sees it, which takes the event thread half of the time afterwards (SUNSHOT G-14). Thread: any,
     * once a look is installed.
     */
    static void rehearse() {
        new FlatDarkLaf().getDefaults();
        new FlatLightLaf().getDefaults();
    }

    /**
     * Gives the installed look to all components that exist, some in each of the next turns of the event thread, so that others have turns
     * meanwhile. Thread: event thread.
     */
    static void spread() {
        List<Window> windows = List.of(Window.getWindows());
        SwingUtilities.invokeLater(() -> spread(new ArrayDeque<>(windows), windows));
    }

    private static void spread(Deque<Component> waiting, List<Window> windows) {
        long end = System.nanoTime() + TURN_NANOS;
        while (!waiting.isEmpty() && System.nanoTime() < end) {
            Component next = waiting.pop();
            if (next instanceof JComponent component && !(component instanceof JRootPane)) {
                component.updateUI();
                if (component.getComponentPopupMenu() != null) {
                    waiting.push(component.getComponentPopupMenu());
                }
            }
            if (next instanceof JMenu menu) {
                List.of(menu.getMenuComponents()).forEach(waiting::push);
            } else if (next instanceof Container container) {
                List.of(container.getComponents()).forEach(waiting::push);
            }
            if (next instanceof Dock dock) {
                dock.closed().forEach(waiting::push);
            }
        }
        if (waiting.isEmpty()) {
            windows.forEach(window -> SwingUtilities.invokeLater(() -> arrange(window)));
        } else {
            SwingUtilities.invokeLater(() -> spread(waiting, windows));
        }
    }

    private static void arrange(Window window) {
        window.invalidate();
        window.validate();
        SwingUtilities.invokeLater(() -> complete(window));
    }

    /** The root pane gives its window another background, which paints all of the window at once: so it is last, in a turn of its own. */
    private static void complete(Window window) {
        if (window instanceof RootPaneContainer container) {
            container.getRootPane().updateUI();
        } else {
            window.repaint();
        }
    }
}
