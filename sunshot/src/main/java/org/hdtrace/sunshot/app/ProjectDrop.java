// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.datatransfer.DataFlavor;
import java.awt.datatransfer.UnsupportedFlavorException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.swing.TransferHandler;

/** Files and folders dropped onto the window are opened. */
final class ProjectDrop extends TransferHandler {
    private static final long serialVersionUID = 1L;

    private final transient MainWindow window;

    ProjectDrop(MainWindow window) {
        this.window = window;
    }

    @Override
    public boolean canImport(TransferSupport support) {
        return support.isDataFlavorSupported(DataFlavor.javaFileListFlavor);
    }

    @Override
    public boolean importData(TransferSupport support) {
        try {
            List<Path> paths = new ArrayList<>();
            for (Object file : (List<?>) support.getTransferable().getTransferData(DataFlavor.javaFileListFlavor)) {
                paths.add(((File) file).toPath());
            }
            // A link to elsewhere comes as a list without files.
            if (paths.isEmpty()) {
                window.showError("what was dropped is no file");
                return false;
            }
            window.open(paths, false);
            return true;
        } catch (UnsupportedFlavorException | IOException e) {
            window.showError("what was dropped could not be read");
            return false;
        }
    }
}
