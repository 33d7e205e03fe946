// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.hdtrace.sunshot.control.StateText;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.control.ViewState;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.paint.LabelPainter;
import org.hdtrace.sunshot.paint.OverviewPainter;
import org.hdtrace.sunshot.paint.RulerPainter;
import org.hdtrace.sunshot.paint.Scene;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.paint.TimelinePainter;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.Usage;

/**
 * Opens a run of two states where nobody sees it, in a view model of its own. The first project that is opened takes the event thread more
 * than twice as long as the next one, as classes are loaded, records get their methods and letters their pictures; with that done before
 * it takes as long as any other (SUNSHOT G-14).
 */
final class Rehearsal {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 100;
    private static final String NAME = "node";
    /** Those that names of rows have; each gets its picture when it is painted first. */
    static final String LETTERS = "Rank 0123456789 abcdefghijklmnopqrstuvwxyz NPIO./-_";

    private static final long SECOND = 1_000_000_000L;

    private Rehearsal() {}

    /** Does what a window does when a project was read, but for its components; what it painted. Thread: any. */
    static BufferedImage of(Theme theme) {
        CategoryTable categories = new CategoryTable();
        ViewModel model = new ViewModel(categories);
        Stage stage = new Stage(model, theme);
        model.setRuns(List.of(run(categories)), RowQuery.standard());
        // Sessions and links.
        ViewState.of(model).write(new StateText().add("rowheight", String.format(Locale.ROOT, "%.3f", 1.0)));
        // The legend.
        Usage usage = Usage.of(model.runs(), model.query(), model.visible(), categories.size(), model.nested());
        stage.legendOrder().sort(categories.all(), usage);
        return painted(stage);
    }

    private static BufferedImage painted(Stage stage) {
        Scene scene = stage.scene(stage.scale(WIDTH));
        BufferedImage image = TimelinePainter.image(scene, 0, HEIGHT, 1);
        Graphics2D graphics = image.createGraphics();
        try {
            LabelPainter.preferredWidth(scene, graphics, 1, WIDTH);
            LabelPainter.paint(graphics, scene, 0, 0, WIDTH, 0, HEIGHT);
            RulerPainter.paint(graphics, scene.scale(), stage.theme(), 0, 0);
        } finally {
            graphics.dispose();
        }
        OverviewPainter.image(scene, stage.model().runs(), stage.model().query(), HEIGHT);
        return image;
    }

    /** A run of one rank without a state, which no file belongs to. */
    static Run emptyRun() {
        return run("", new StateTrack.Builder().build());
    }

    private static Run run(CategoryTable categories) {
        StateTrack.Builder states = new StateTrack.Builder();
        states.state(0, 0, SECOND, categories.idOf("Send"));
        states.state(1, 0, SECOND / 2, categories.idOf("File_write"));
        return run("x.proj", states.build());
    }

    private static Run run(String file, StateTrack states) {
        Row rank = new Row.Trace(NAME + "/0", LETTERS, NAME, 0, states, List.of());
        Row host = new Row.Group(NAME, LETTERS, List.of(rank), true);
        return new Run(
                "", Path.of(file), new Interval(0, SECOND), List.of(host), List.of("Hostname", "Rank"), List.of());
    }
}
