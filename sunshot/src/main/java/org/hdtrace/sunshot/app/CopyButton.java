// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import java.util.function.Supplier;
import javax.swing.JButton;

/** Puts what a panel shows onto the clipboard as comma-separated values. */
final class CopyButton extends JButton {
    private static final long serialVersionUID = 1L;

    CopyButton(String name, Supplier<String> csv) {
        super("Copy as CSV");
        setName(name);
        setToolTipText("Puts what is shown onto the clipboard as comma-separated values");
        addActionListener(event ->
                Toolkit.getDefaultToolkit().getSystemClipboard().setContents(new StringSelection(csv.get()), null));
    }
}
