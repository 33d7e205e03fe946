// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Frame;
import javax.swing.JDialog;
import javax.swing.JOptionPane;

/** What this program is, in which version, and on what it runs (SUNSHOT S-03). */
final class AboutDialog {
    private AboutDialog() {}

    static JDialog create(Frame owner) {
        JOptionPane pane = new JOptionPane(text(), JOptionPane.INFORMATION_MESSAGE);
        pane.setName("aboutText");
        JDialog dialog = pane.createDialog(owner, "About Sunshot");
        dialog.setName("about");
        dialog.setModal(false);
        return dialog;
    }

    static String text() {
        return String.join(
                "\n",
                new Main.Version().getVersion()[0].replace("sunshot", "Sunshot"),
                "The timeline viewer of HDTrace: what parallel programs and their file systems do, and when.",
                " ",
                "Free software under the GNU General Public License, version 3 or later; it comes without warranty.",
                "Java " + System.getProperty("java.version") + " of " + System.getProperty("java.vendor") + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                " ",
                "F1 shows all keys, Ctrl+Shift+P finds any command.");
    }
}
