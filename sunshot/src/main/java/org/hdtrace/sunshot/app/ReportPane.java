// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Insets;
import java.awt.Rectangle;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.swing.JTextPane;
import javax.swing.UIManager;
import javax.swing.text.BadLocationException;
import javax.swing.text.DefaultStyledDocument;
import javax.swing.text.SimpleAttributeSet;
import javax.swing.text.StyleConstants;
import javax.swing.text.StyledDocument;
import javax.swing.text.TabSet;
import javax.swing.text.TabStop;
import org.hdtrace.sunshot.details.Block;
import org.hdtrace.sunshot.details.DetailReport;
import org.hdtrace.sunshot.paint.Theme;

/** A report as text that can be selected and copied, with pictures between the lines. */
final class ReportPane extends JTextPane {
    private static final long serialVersionUID = 1L;
    private static final int INDENT = 118;
    private static final Pattern XML =
            Pattern.compile("(?<tag></?[A-Za-z_][\\w.:-]*|/?>)|(?<name>[\\w.:-]+=)|(?<value>'[^']*'|\"[^\"]*\")");

    private transient Theme theme = Theme.LIGHT;
    /** What is written, before it is shown. */
    private transient StyledDocument text;

    ReportPane() {
        setEditable(false);
        setMargin(new Insets(2, 10, 10, 10));
    }

    @Override
    public boolean getScrollableTracksViewportWidth() {
        return true;
    }

    void show(DetailReport report, Theme look) {
        theme = look;
        text = new DefaultStyledDocument();
        for (DetailReport.Section section : report.sections()) {
            heading(section.title());
            section.blocks().forEach(this::block);
        }
        showText();
    }

    /** One line instead of a report. */
    void say(String line) {
        text = new DefaultStyledDocument();
        append(line, style(theme.muted(), false));
        showText();
    }

    /** As a whole: of a text that is seen, each piece would be laid out by itself. */
    private void showText() {
        setStyledDocument(text);
        // A new text doesn't scroll by itself.
        scrollRectToVisible(new Rectangle(0, 0, 1, 1));
    }

    private void block(Block block) {
        if (block instanceof Block.Fields fields) {
            fields.fields().forEach(field -> field(field.name(), field.value()));
        } else if (block instanceof Block.Picture picture) {
            picture(picture);
        } else if (block instanceof Block.Xml xml) {
            xml(xml.text());
        }
    }

    private void heading(String title) {
        SimpleAttributeSet style = style(theme.accent(), false);
        StyleConstants.setBold(style, true);
        int start = append(title + "\n", style);
        SimpleAttributeSet paragraph = new SimpleAttributeSet();
        StyleConstants.setSpaceAbove(paragraph, 10);
        StyleConstants.setSpaceBelow(paragraph, 3);
        paragraph(start, paragraph);
    }

    private void field(String name, String value) {
        int start = append(name + "\t", style(theme.muted(), false));
        append(value + "\n", style(theme.text(), false));
        SimpleAttributeSet paragraph = new SimpleAttributeSet();
        // Counted from the indentation, so the value begins where its further lines do.
        StyleConstants.setTabSet(paragraph, new TabSet(new TabStop[] {new TabStop(1)}));
        StyleConstants.setLeftIndent(paragraph, INDENT);
        StyleConstants.setFirstLineIndent(paragraph, -INDENT);
        StyleConstants.setSpaceBelow(paragraph, 1);
        paragraph(start, paragraph);
    }

    private void picture(Block.Picture picture) {
        SimpleAttributeSet icon = new SimpleAttributeSet();
        int width = Math.max(160, getWidth() - getMargin().left - getMargin().right - 4);
        StyleConstants.setIcon(icon, new BytesPicture(picture, width, theme));
        int start = append(picture.caption() + "\n", style(theme.muted(), false));
        append(" ", icon);
        append("\n", style(theme.text(), false));
        SimpleAttributeSet paragraph = new SimpleAttributeSet();
        StyleConstants.setSpaceAbove(paragraph, 5);
        paragraph(start, paragraph);
    }

    private void xml(String xml) {
        Matcher part = XML.matcher(xml);
        int done = 0;
        int start = text.getLength();
        while (part.find()) {
            append(xml.substring(done, part.start()), style(theme.text(), true));
            int color = part.group("tag") != null
                    ? theme.accent()
                    : part.group("name") != null ? theme.muted() : theme.text();
            append(part.group(), style(color, true));
            done = part.end();
        }
        append(xml.substring(done) + "\n", style(theme.text(), true));
        paragraph(start, new SimpleAttributeSet());
    }

    private static SimpleAttributeSet style(int color, boolean fixed) {
        SimpleAttributeSet style = new SimpleAttributeSet();
        StyleConstants.setForeground(style, new Color(color));
        String name = fixed ? "Monospaced" : UIManager.getFont("Label.font").getFamily();
        StyleConstants.setFontFamily(style, name);
        StyleConstants.setFontSize(style, UIManager.getFont("Label.font").getSize());
        return style;
    }

    private void paragraph(int start, SimpleAttributeSet style) {
        text.setParagraphAttributes(start, text.getLength() - start, style, true);
    }

    /** Returns where the text begins. */
    private int append(String piece, SimpleAttributeSet style) {
        int start = text.getLength();
        try {
            text.insertString(start, piece, style);
        } catch (BadLocationException e) {
            throw new IllegalStateException("the end of a document is a place in it", e);
        }
        return start;
    }
}
