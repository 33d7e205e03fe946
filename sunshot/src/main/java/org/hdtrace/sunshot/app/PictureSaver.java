// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.JFileChooser;
import javax.swing.JFrame;
import javax.swing.SwingWorker;
import javax.swing.filechooser.FileNameExtensionFilter;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.PictureWriter;

/** Asks where to save a picture; lays it out, draws and writes it beside the event thread, so that the view may change meanwhile. */
final class PictureSaver {
    private final JFrame owner;
    private final Supplier<File> usual;
    private final Consumer<String> done;
    private final Consumer<String> failed;
    private File folder;

    /**
     * A saver.
     *
     * @param usual folder of the first picture, null for that of the user
     * @param done takes one line when a picture was written
     * @param failed takes one line when it could not be
     */
    PictureSaver(JFrame owner, Supplier<File> usual, Consumer<String> done, Consumer<String> failed) {
        this.owner = owner;
        this.usual = usual;
        this.done = done;
        this.failed = failed;
    }

    /**
     * Saves a picture where the user wants it.
     *
     * @param name proposed for the file
     * @param picture is made beside the event thread
     */
    void save(String name, Supplier<Drawing> picture) {
        JFileChooser chooser = new JFileChooser(folder == null ? usual.get() : folder);
        chooser.setName("saveChooser");
        chooser.setDialogTitle("Save picture");
        chooser.setFileFilter(new FileNameExtensionFilter("Pictures (.png, .svg, .pdf)", "png", "svg", "pdf"));
        chooser.setSelectedFile(new File(name));
        if (chooser.showSaveDialog(owner) == JFileChooser.APPROVE_OPTION) {
            folder = chooser.getCurrentDirectory();
            write(chooser.getSelectedFile().toPath(), picture);
        }
    }

    private void write(Path file, Supplier<Drawing> picture) {
        new SwingWorker<Void, Void>() {
            @Override
            protected Void doInBackground() throws Exception {
                PictureWriter.write(picture.get(), file);
                return null;
            }

            @Override
            protected void done() {
                try {
                    get();
                    done.accept("saved " + file);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ExecutionException e) {
                    failed.accept(Problems.describe(e));
                }
            }
        }.execute();
    }
}
