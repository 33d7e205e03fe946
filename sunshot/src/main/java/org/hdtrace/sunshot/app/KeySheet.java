// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.Frame;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JEditorPane;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.UIManager;
import org.hdtrace.sunshot.dock.ScreenFit;

/** The sheet with all keys and what the mouse does; made from {@link Command}, so it is never out of date. */
final class KeySheet {
    private static final String[][] MOUSE = {
        {"Wheel", "scroll rows"},
        {"Ctrl + wheel", "zoom at the pointer"},
        {"Shift + wheel", "move in time"},
        {"Drag", "zoom into the box (Esc gives up)"},
        {"Shift + drag, right drag", "measure a time (Esc takes the measure away)"},
        {"Middle drag", "move in time and rows"},
        {"Click", "choose a state and its row"},
        {"Right click on a state", "choose it and show its details"},
        {"Right click beside states", "mark the time (Esc takes the mark away)"},
        {"Double click on a state", "zoom to the state"},
        {"Click on a mark of the tree", "open or close the row"},
        {"Drag a row of the tree", "move it among its neighbours"},
        {
            "Ctrl+click, Shift+click on rows of the tree",
            "choose several, as for a group; of statistics only Shift+click and Y do"
        },
        {"Right click on a row of the tree", "what can be done with it"},
        {"Drag on the minimap", "move the view"},
        {"Click on a line of the legend", "mark the category wherever it occurs"},
        {"Ctrl+click, Shift+click there", "mark several categories"},
        {"Double click on a line of the legend", "change its colour"},
        {"Ctrl+click on a statistic of the tree", "put it into the chart, or take it out"},
        {"Check box of the legend", "show or hide the category"},
        {"Title of a column of the legend", "sort by it, again the other way round"},
        {"Right click on the legend", "show, hide and sort states"},
        {"Drag on the ruler", "zoom into that time; as a hand it moves the time"},
        {"Wheel on the ruler", "zoom at the pointer, with Shift move in time"},
    };

    private KeySheet() {}

    static JDialog create(Frame owner) {
        JDialog dialog = new JDialog(owner, "Keys and mouse", false);
        dialog.setName("keySheet");
        JEditorPane text = new JEditorPane("text/html", html());
        text.setName("keySheetText");
        text.setEditable(false);
        text.putClientProperty(JEditorPane.HONOR_DISPLAY_PROPERTIES, true);
        text.setFont(UIManager.getFont("Label.font"));
        text.setCaretPosition(0);
        JButton close = new JButton("Close");
        close.setName("keySheetClose");
        close.addActionListener(event -> dialog.dispose());
        JPanel south = new JPanel();
        south.add(close);
        dialog.add(new JScrollPane(text));
        dialog.add(south, BorderLayout.SOUTH);
        EscapeKey.closes(dialog);
        ScreenFit.place(dialog, new Dimension(560, 720), owner);
        return dialog;
    }

    private static String html() {
        StringBuilder html = new StringBuilder("<html><body style='margin:10px'>");
        for (Command.Menu menu : Command.Menu.values()) {
            html.append("<h3>").append(menu.title()).append("</h3><table cellpadding='2'>");
            for (Command command : Command.values()) {
                if (command.menu() == menu && !command.keys().isEmpty()) {
                    row(html, command.keyText(), command.title());
                }
            }
            html.append("</table>");
        }
        html.append("<h3>Mouse</h3><table cellpadding='2'>");
        for (String[] line : MOUSE) {
            row(html, line[0], line[1]);
        }
        return html.append("</table></body></html>").toString();
    }

    private static void row(StringBuilder html, String keys, String what) {
        html.append("<tr><td width='230'><b>")
                .append(keys)
                .append("</b></td><td>")
                .append(what)
                .append("</td></tr>");
    }
}
