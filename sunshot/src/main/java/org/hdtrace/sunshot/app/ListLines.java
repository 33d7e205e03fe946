// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.RenderingHints;
import java.awt.event.MouseEvent;
import javax.swing.JTable;
import javax.swing.ListSelectionModel;
import javax.swing.UIManager;

/**
 * The lines of a {@link ListTable}: a table whose menu may be about the line it was opened at, and that scrolls where there
 * is no room for its columns. Thread: event thread.
 */
final class ListLines extends JTable {
    private static final long serialVersionUID = 1L;
    private static final int LINE = 22;

    private String invitation = "";
    private boolean menuOfLine;

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

    /** What is told in the middle while there are no lines. */
    void setInvitation(String text) {
        invitation = text;
        repaint();
    }

    /** The right click that opens the menu chooses the line below it; a menu for all lines must not go to one. */
    void setMenuOfLine() {
        menuOfLine = true;
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        super.paintComponent(graphics);
        if (getRowCount() == 0 && !invitation.isEmpty()) {
            Graphics2D own = (Graphics2D) graphics.create();
            own.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            own.setColor(UIManager.getColor("Label.disabledForeground"));
            int left = (getWidth() - own.getFontMetrics().stringWidth(invitation)) / 2;
            own.drawString(invitation, left, getHeight() / 2);
            own.dispose();
        }
    }

    @Override
    public boolean getScrollableTracksViewportWidth() {
        return getParent() == null || getParent().getWidth() >= getMinimumSize().width;
    }

    @Override
    public Point getPopupLocation(MouseEvent event) {
        int row = event == null ? -1 : rowAtPoint(event.getPoint());
        if (menuOfLine && row >= 0 && !isRowSelected(row)) {
            setRowSelectionInterval(row, row);
        }
        return super.getPopupLocation(event);
    }
}
