// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.Locale;
import javax.swing.JComponent;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JSplitPane;
import org.hdtrace.sunshot.dock.QuietSplitPane;

/**
 * Where the tree of rows is: left of the timelines, right of them, or nowhere. It stays beside them, since its lines are those of
 * the timelines. Thread: event thread.
 */
final class TreePlace {
    /** Sides of the timelines. */
    enum Side {
        LEFT,
        RIGHT,
        HIDDEN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Side of(String word) {
            for (Side side : values()) {
                if (side.word().equals(word)) {
                    return side;
                }
            }
            throw new IllegalArgumentException("tree: unknown " + word);
        }
    }

    private static final int LEAST = 60;
    private static final int MOST = 4000;

    private final JSplitPane split = new QuietSplitPane(JSplitPane.HORIZONTAL_SPLIT, null, null);
    private final JComponent tree;
    private final JComponent timelines;
    private Side side = Side.LEFT;
    private int width = 220;

    TreePlace(JComponent tree, JComponent timelines) {
        this.tree = tree;
        this.timelines = timelines;
        split.setName("treeSplit");
        split.setDividerSize(5);
        place();
    }

    JSplitPane split() {
        return split;
    }

    Side side() {
        return side;
    }

    /** Of the tree, in pixels. */
    int width() {
        if (side == Side.LEFT && split.getDividerLocation() > 0) {
            width = split.getDividerLocation();
        } else if (side == Side.RIGHT && split.getDividerLocation() > 0 && split.getWidth() > 0) {
            width = split.getWidth() - split.getDividerLocation() - split.getDividerSize();
        }
        return width;
    }

    void setSide(Side wanted) {
        width();
        if (wanted != side) {
            side = wanted;
            place();
        }
    }

    void setWidth(int pixels) {
        width = Math.max(LEAST, Math.min(MOST, pixels));
        divide();
    }

    private void place() {
        split.setLeftComponent(null);
        split.setRightComponent(null);
        switch (side) {
            case LEFT -> {
                split.setLeftComponent(tree);
                split.setRightComponent(timelines);
            }
            case RIGHT -> {
                split.setLeftComponent(timelines);
                split.setRightComponent(tree);
            }
            case HIDDEN -> split.setRightComponent(timelines);
        }
        split.setResizeWeight(side == Side.RIGHT ? 1 : 0);
        split.revalidate();
        divide();
    }

    private void divide() {
        if (side == Side.LEFT) {
            split.setDividerLocation(width);
        } else if (side == Side.RIGHT && split.getWidth() > 0) {
            split.setDividerLocation(Math.max(LEAST, split.getWidth() - width - split.getDividerSize()));
        }
    }

    /** A menu of the commands that move the tree, for its heading. */
    static JPopupMenu menu(CommandActions actions) {
        JPopupMenu menu = new JPopupMenu();
        menu.setName("treeMenu");
        for (Side each : Side.values()) {
            menu.add(new JMenuItem(actions.get(commandOf(each))));
        }
        return menu;
    }

    static Command commandOf(Side side) {
        return Command.valueOf("TREE_" + side);
    }
}
