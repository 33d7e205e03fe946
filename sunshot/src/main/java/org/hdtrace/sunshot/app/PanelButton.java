// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import java.util.function.Supplier;
import javax.swing.JButton;
import org.hdtrace.sunshot.control.ViewChange;
import org.hdtrace.sunshot.control.ViewModel;

/** A button that does something with what a panel shows; it is off while there is nothing, and its tip tells what is missing. */
final class PanelButton extends JButton {
    private static final long serialVersionUID = 1L;

    /** What is missing where no project is open. */
    static final String NO_PROJECT = "No project is open";

    private final String tip;

    private PanelButton(String name, String text, String tip, Runnable work) {
        super(text);
        this.tip = tip;
        setName(name);
        setToolTipText(tip);
        addActionListener(event -> work.run());
    }

    /** Puts what a panel shows onto the clipboard. */
    static PanelButton copy(String name, Supplier<String> csv) {
        return new PanelButton(
                name,
                "Copy as CSV",
                "Puts what is shown onto the clipboard as comma-separated values",
                () -> toClipboard(csv.get()));
    }

    static void toClipboard(String text) {
        Toolkit.getDefaultToolkit().getSystemClipboard().setContents(new StringSelection(text), null);
    }

    /** Saves what a panel draws. */
    static PanelButton picture(String name, Runnable save) {
        return new PanelButton(name, "Save picture…", "Writes what is shown as PNG, SVG or PDF", save);
    }

    /** Turns it off while no project is open. */
    PanelButton whileOpen(ViewModel model) {
        model.listen(change -> {
            if (change == ViewChange.RUNS) {
                setNeeds(model);
            }
        });
        setNeeds(model);
        return this;
    }

    private void setNeeds(ViewModel model) {
        setMissing(model.runs().isEmpty() ? NO_PROJECT : "");
    }

    /** What is missing, in one line; turns it on if nothing is. */
    void setMissing(String what) {
        setEnabled(what.isEmpty());
        setToolTipText(what.isEmpty() ? tip : what);
    }
}
