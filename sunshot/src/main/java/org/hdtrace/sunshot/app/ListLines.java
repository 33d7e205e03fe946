// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Point;
import java.awt.event.MouseEvent;
import javax.swing.JTable;
import javax.swing.ListSelectionModel;

/**
 * The lines of a {@link ListTable}: a table whose menu is about the line it was opened at, and that scrolls where there
 * is no room for its columns. Thread: event thread.
 */
final class ListLines extends JTable {
    private static final long serialVersionUID = 1L;
    private static final int LINE = 22;

    ListLines(String name) {
        setName(name);
        setRowHeight(LINE);
        setShowGrid(false);
        setFillsViewportHeight(true);
        setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
        putClientProperty("JTable.autoStartsEdit", false);
        putClientProperty("terminateEditOnFocusLost", true);
        getTableHeader().setReorderingAllowed(false);
    }

    @Override
    public boolean getScrollableTracksViewportWidth() {
        return getParent() == null || getParent().getWidth() >= getMinimumSize().width;
    }

    @Override
    public Point getPopupLocation(MouseEvent event) {
        int row = event == null ? -1 : rowAtPoint(event.getPoint());
        if (row >= 0 && !isRowSelected(row)) {
            setRowSelectionInterval(row, row);
        }
        return super.getPopupLocation(event);
    }
}
