// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Dimension;
import java.util.Arrays;
import java.util.List;
import javax.swing.JLabel;
import javax.swing.JTable;
import javax.swing.JViewport;
import javax.swing.SwingConstants;
import org.junit.jupiter.api.Test;

/** Tables in panels of any width; needs no display. */
class ListTableTest {
    private static JTable shown(int width) throws Exception {
        return WindowDriver.compute(() -> laidOut(width));
    }

    private static JTable laidOut(int width) {
        ListTable<String> list = new ListTable<String>("list").text("Name", 120, name -> name);
        for (int i = 0; i < 4; i++) {
            list.number("Number " + i, 80, String::length, "number" + i, String::length);
        }
        list.show(List.of("Allreduce"));
        JViewport view = new JViewport();
        view.setView(list.table());
        view.setSize(new Dimension(width, 100));
        view.doLayout();
        list.table().doLayout();
        return list.table();
    }

    @Test
    void namesCanBeReadInANarrowPanelWhichScrolls() throws Exception {
        JTable table = shown(380);
        assertFalse(table.getScrollableTracksViewportWidth());
        assertTrue(table.getWidth() > 380, "it is wider than its panel: " + table.getWidth());
        assertTrue(table.getColumnModel().getColumn(0).getWidth() >= 90);
        assertEquals(80, table.getColumnModel().getColumn(4).getWidth());
    }

    @Test
    void titlesStandAboveWhatTheyName() throws Exception {
        JTable table = shown(700);
        assertEquals(SwingConstants.LEFT, WindowDriver.compute(() -> title(table, 0)));
        assertEquals(SwingConstants.RIGHT, WindowDriver.compute(() -> title(table, 1)));
    }

    private static int title(JTable table, int column) {
        var renderer = table.getColumnModel().getColumn(column).getHeaderRenderer();
        var shown =
                renderer.getTableCellRendererComponent(table, table.getColumnName(column), false, false, -1, column);
        return ((JLabel) shown).getHorizontalAlignment();
    }

    @Test
    void anEmptyTableInvites() throws Exception {
        int[] plain = WindowDriver.compute(() -> Painted.rgbOf(empty("")));
        int[] inviting = WindowDriver.compute(() -> Painted.rgbOf(empty("M bookmarks this view")));
        assertFalse(Arrays.equals(plain, inviting));
    }

    private static JTable empty(String invitation) {
        JTable table = new ListTable<String>("list")
                .text("Name", 120, name -> name)
                .whenEmpty(invitation)
                .table();
        table.setSize(300, 100);
        return table;
    }

    private static JLabel cell(JTable table, int column) {
        return (JLabel) table.prepareRenderer(table.getCellRenderer(0, column), 0, column);
    }

    @Test
    void ofARowWithoutRoomTheEndIsSeenAndThePointerTellsAll() throws Exception {
        String whole = "a-cluster-of-long-names-node01/17/3";
        JLabel narrow = WindowDriver.compute(() -> pathCell(whole, 120));
        assertTrue(narrow.getText().matches("a-.+….+/17/3"), narrow.getText());
        int room = 120 - 2 * ListColumn.PADDING;
        int width = narrow.getFontMetrics(narrow.getFont()).stringWidth(narrow.getText());
        assertTrue(width <= room && width > room - 20, width + " of " + room);
        assertEquals(whole, narrow.getToolTipText());
        assertEquals(whole, WindowDriver.compute(() -> pathCell(whole, 600)).getText());
    }

    @Test
    void ofANameBehindItsColourTheEndIsSeenToo() throws Exception {
        JLabel narrow = WindowDriver.compute(() -> coloredCell("MPI_File_write_at_all_begin", 120));
        assertTrue(narrow.getText().matches("MPI_.*….*begin"), narrow.getText());
        int swatch = narrow.getIcon().getIconWidth() + narrow.getIconTextGap();
        int room = 120 - 2 * ListColumn.PADDING - swatch;
        int width = narrow.getFontMetrics(narrow.getFont()).stringWidth(narrow.getText());
        assertTrue(width <= room && width > room - 20, width + " of " + room);
    }

    private static JLabel coloredCell(String name, int width) {
        ListTable<String> list = new ListTable<String>("list").colored("State", 90, text -> text, text -> 0xFF0000);
        list.show(List.of(name));
        list.table().setSize(width, 100);
        list.table().doLayout();
        return cell(list.table(), 0);
    }

    private static JLabel pathCell(String row, int width) {
        ListTable<String> list = new ListTable<String>("list").path("Row", 90, name -> name);
        list.show(List.of(row));
        list.table().setSize(width, 100);
        list.table().doLayout();
        return cell(list.table(), 0);
    }

    @Test
    void columnsFillAWidePanel() throws Exception {
        JTable table = shown(700);
        assertTrue(table.getScrollableTracksViewportWidth());
        assertEquals(700, table.getWidth());
        assertEquals(700, table.getColumnModel().getTotalColumnWidth());
    }
}
