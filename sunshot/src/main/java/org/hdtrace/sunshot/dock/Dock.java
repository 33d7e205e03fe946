// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.dock;

import com.formdev.flatlaf.FlatClientProperties;
import java.awt.BorderLayout;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.KeyboardFocusManager;
import java.awt.Window;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JPanel;
import javax.swing.JPopupMenu;
import javax.swing.JSplitPane;
import javax.swing.JTabbedPane;
import javax.swing.SwingUtilities;

/**
 * A centre with panels around it as tabs. A tab is dragged to another side, closed by its cross, and moved by its menu,
 * also into a window of its own. Thread: event thread.
 */
public final class Dock extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final Map<DockSide, Integer> FIRST_SIZES =
            Map.of(DockSide.LEFT, 300, DockSide.RIGHT, 534, DockSide.BOTTOM, 240);

    private static final double MOST_OF_WINDOW = 0.4;

    private final JPanel centre = new JPanel(new BorderLayout());
    private final Map<String, JComponent> panels = new LinkedHashMap<>();
    private final Map<String, String> titles = new HashMap<>();
    private final Map<DockSide, JTabbedPane> tabs = new EnumMap<>(DockSide.class);
    private final Map<String, JDialog> windows = new HashMap<>();
    private final transient List<Runnable> listeners = new ArrayList<>();
    private transient DockLayout layout = DockLayout.empty();

    public Dock(JComponent middle) {
        super(new BorderLayout());
        setName("dock");
        centre.add(middle);
        centre.setPreferredSize(new Dimension(200, 150));
        centre.setMinimumSize(new Dimension(400, 100));
        for (DockSide side : List.of(DockSide.LEFT, DockSide.RIGHT, DockSide.BOTTOM)) {
            tabs.put(side, tabsOf(side));
        }
    }

    /** Closed panels and empty sides, which are in no window but follow a change of the look, too. */
    public List<JComponent> closed() {
        List<JComponent> outside = new ArrayList<>(panels.values());
        outside.addAll(tabs.values());
        outside.removeIf(each -> each.getParent() != null);
        return outside;
    }

    /** Is told after each change of the layout. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Adds a panel.
     *
     * @param name lower-case letters, used in layouts and as the component's name
     */
    public void add(String name, String title, JComponent panel, DockSide side, boolean shown) {
        panels.put(name, panel);
        titles.put(name, title);
        layout = layout.with(name, side, shown);
    }

    public DockLayout layoutNow() {
        rememberSizes();
        return layout;
    }

    /** Puts all panels where a layout has them. */
    public void apply(DockLayout wanted) {
        layout = wanted;
        rebuild();
    }

    public boolean isShown(String name) {
        return layout.isShown(name);
    }

    /** Shows a panel in front of the others of its side, or closes it. */
    public void setShown(String name, boolean shown) {
        if (shown != layout.isShown(name)) {
            rememberSizes();
            apply(layout.withShown(name, shown));
        }
        if (shown) {
            bringForward(name);
        }
    }

    /** Moves a panel to a side and shows it there. */
    public void move(String name, DockSide side) {
        rememberSizes();
        apply(layout.with(name, side, true));
        bringForward(name);
    }

    private void bringForward(String name) {
        JTabbedPane pane = tabs.get(layout.places().get(name).side());
        if (pane != null) {
            pane.setSelectedComponent(panels.get(name));
        } else if (windows.containsKey(name)) {
            windows.get(name).toFront();
        }
    }

    private JTabbedPane tabsOf(DockSide side) {
        JTabbedPane pane = new JTabbedPane();
        pane.setName("dock." + side.word());
        pane.putClientProperty(FlatClientProperties.TABBED_PANE_TAB_CLOSABLE, true);
        pane.putClientProperty(FlatClientProperties.TABBED_PANE_TAB_CLOSE_TOOLTIPTEXT, "Close");
        pane.putClientProperty(FlatClientProperties.TABBED_PANE_TAB_HEIGHT, 28);
        pane.putClientProperty(FlatClientProperties.TABBED_PANE_TAB_CLOSE_CALLBACK, (BiConsumer<JTabbedPane, Integer>)
                (owner, index) -> setShown(nameAt(owner, index), false));
        pane.setFocusable(false);
        pane.setMinimumSize(new Dimension(120, 80));
        MouseAdapter mouse = new TabMouse(pane);
        pane.addMouseListener(mouse);
        return pane;
    }

    private String nameAt(JTabbedPane pane, int index) {
        Component panel = pane.getComponentAt(index);
        for (Map.Entry<String, JComponent> entry : panels.entrySet()) {
            if (entry.getValue() == panel) {
                return entry.getKey();
            }
        }
        throw new IllegalStateException("no panel at " + index);
    }

    /** Panels get other parents, by which Swing would move the focus to wherever is next; it comes back. */
    private void rebuild() {
        Component owner = KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
        boolean inside = owner != null && SwingUtilities.isDescendingFrom(owner, this);
        place();
        if (inside) {
            boolean left = SwingUtilities.isDescendingFrom(owner, this);
            Window window = SwingUtilities.getWindowAncestor(this);
            Component next = left ? owner : window.getFocusTraversalPolicy().getDefaultComponent(window);
            next.requestFocusInWindow();
        }
    }

    private void place() {
        Map<DockSide, Component> before = new EnumMap<>(DockSide.class);
        tabs.forEach((side, pane) -> before.put(side, pane.getSelectedComponent()));
        removeAll();
        tabs.forEach((side, pane) -> fill(side, pane, before.get(side)));
        JComponent all = split(JSplitPane.VERTICAL_SPLIT, centre, tabs.get(DockSide.BOTTOM), 1);
        all = split(JSplitPane.HORIZONTAL_SPLIT, all, tabs.get(DockSide.RIGHT), 1);
        all = split(JSplitPane.HORIZONTAL_SPLIT, tabs.get(DockSide.LEFT), all, 0);
        add(all);
        updateWindows();
        revalidate();
        repaint();
        listeners.forEach(Runnable::run);
    }

    private void fill(DockSide side, JTabbedPane pane, Component selected) {
        pane.removeAll();
        for (String name : layout.shownAt(side)) {
            pane.addTab(titles.get(name), panels.get(name));
        }
        if (selected != null && pane.indexOfComponent(selected) >= 0) {
            pane.setSelectedComponent(selected);
        }
        int size = layout.sizes().getOrDefault(side, firstSize(side));
        pane.setPreferredSize(new Dimension(size, size));
    }

    /** In a small window the centre keeps more than half. */
    private int firstSize(DockSide side) {
        int room = side == DockSide.BOTTOM ? getHeight() : getWidth();
        int most = room > 0 ? (int) (MOST_OF_WINDOW * room) : Integer.MAX_VALUE;
        return Math.min(FIRST_SIZES.get(side), most);
    }

    private static JComponent split(int orientation, JComponent first, JComponent second, double weight) {
        if (isEmpty(first)) {
            return second;
        }
        if (isEmpty(second)) {
            return first;
        }
        JSplitPane pane = new QuietSplitPane(orientation, first, second);
        pane.setResizeWeight(weight);
        return pane;
    }

    private static boolean isEmpty(JComponent side) {
        return side instanceof JTabbedPane pane && pane.getTabCount() == 0;
    }

    private void rememberSizes() {
        tabs.forEach((side, pane) -> {
            int size = side == DockSide.BOTTOM ? pane.getHeight() : pane.getWidth();
            if (pane.getTabCount() > 0 && size > 0) {
                layout = layout.withSize(side, size);
            }
        });
    }

    private void updateWindows() {
        List<String> wanted = layout.shownAt(DockSide.WINDOW);
        List.copyOf(windows.keySet()).stream()
                .filter(name -> !wanted.contains(name))
                .forEach(name -> windows.remove(name).dispose());
        for (String name : wanted) {
            if (!windows.containsKey(name)) {
                windows.put(name, openWindow(name));
            }
        }
    }

    private JDialog openWindow(String name) {
        Window owner = SwingUtilities.getWindowAncestor(this);
        JDialog dialog = new JDialog(owner, titles.get(name));
        dialog.setName("dockWindow." + name);
        dialog.add(panels.get(name));
        dialog.setDefaultCloseOperation(JDialog.DO_NOTHING_ON_CLOSE);
        dialog.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(WindowEvent event) {
                setShown(name, false);
            }
        });
        ScreenFit.place(dialog, new Dimension(520, 420), owner);
        dialog.setVisible(true);
        return dialog;
    }

    /** The side that a point of the dock lies at: the outer quarter, or null for the middle. */
    private DockSide sideAt(int x, int y) {
        if (x < 0 || y < 0 || x >= getWidth() || y >= getHeight()) {
            return DockSide.WINDOW;
        }
        if (x < getWidth() / 4) {
            return DockSide.LEFT;
        }
        if (x >= getWidth() * 3 / 4) {
            return DockSide.RIGHT;
        }
        return y >= getHeight() * 2 / 3 ? DockSide.BOTTOM : null;
    }

    /** Dragging of tabs, and their menu. */
    private final class TabMouse extends MouseAdapter {
        private final JTabbedPane pane;
        private int pressedTab = -1;

        TabMouse(JTabbedPane pane) {
            this.pane = pane;
        }

        @Override
        public void mousePressed(MouseEvent event) {
            pressedTab = pane.indexAtLocation(event.getX(), event.getY());
            showMenu(event);
        }

        @Override
        public void mouseReleased(MouseEvent event) {
            showMenu(event);
            int tab = pressedTab;
            pressedTab = -1;
            boolean outside = !pane.contains(event.getPoint());
            if (tab >= 0 && tab < pane.getTabCount() && outside && SwingUtilities.isLeftMouseButton(event)) {
                var point = SwingUtilities.convertPoint(pane, event.getPoint(), Dock.this);
                DockSide side = sideAt(point.x, point.y);
                if (side != null) {
                    move(nameAt(pane, tab), side);
                }
            }
        }

        private void showMenu(MouseEvent event) {
            int tab = pane.indexAtLocation(event.getX(), event.getY());
            if (!event.isPopupTrigger() || tab < 0) {
                return;
            }
            String name = nameAt(pane, tab);
            JPopupMenu menu = new JPopupMenu();
            for (DockSide side : DockSide.values()) {
                menu.add(side.title()).addActionListener(click -> move(name, side));
            }
            menu.addSeparator();
            menu.add("Close").addActionListener(click -> setShown(name, false));
            menu.show(pane, event.getX(), event.getY());
        }
    }
}
