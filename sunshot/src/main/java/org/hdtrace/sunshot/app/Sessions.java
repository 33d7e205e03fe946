// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import javax.swing.SwingWorker;
import org.hdtrace.sunshot.control.Mark;
import org.hdtrace.sunshot.control.Marks;
import org.hdtrace.sunshot.control.StateText;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.control.ViewState;
import org.hdtrace.sunshot.dock.Dock;
import org.hdtrace.sunshot.dock.DockLayout;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.SeriesStyle;

/**
 * Keeps the view of a project in a file beside it, {@code X.sunshot} for {@code X.proj}, and makes links. Files are read
 * and written beside the event thread; a view that nobody changed is not written.
 */
final class Sessions {
    private static final long LARGEST = 1 << 20;

    private final Stage stage;
    private final ViewModel model;
    private final Dock dock;
    private final TreePlace tree;
    private final ArrowOverlay arrows;
    private final Consumer<String> tell;
    private final Map<Path, Path> traces = new HashMap<>();
    private StateText unchanged = new StateText();

    /**
     * The sessions of a window.
     *
     * @param tell takes one line about a session that could not be used
     */
    Sessions(Stage stage, Dock dock, TreePlace tree, ArrowOverlay arrows, Consumer<String> tell) {
        this.stage = stage;
        this.model = stage.model();
        this.dock = dock;
        this.tree = tree;
        this.arrows = arrows;
        this.tell = tell;
    }

    /** The file that belongs to a project. */
    static Path fileOf(Path project) {
        String name = project.getFileName().toString().replaceFirst("\\.(proj|xml)$", "");
        return project.resolveSibling(name + ".sunshot");
    }

    private StateText capture() {
        StateText text = new StateText();
        ViewState.of(model).write(text);
        text.add("rowheight", String.format(Locale.ROOT, "%.3f", stage.rowFactor()));
        text.add("zerotime", stage.zeroTime());
        text.add("minimap", stage.minimapMode());
        text.add("legendorder", stage.legendOrder().text());
        text.add("statistics", stage.seriesStyle().word());
        text.add("dense", stage.denseStyle().word());
        arrows.shown().stream().sorted().forEach(kind -> text.add("arrows", kind));
        arrows.betweenBars().ifPresent(shown -> text.add("bararrows", shown));
        text.add("tree", tree.side().word()).add("treewidth", tree.width());
        text.add("panels", dock.layoutNow().text());
        return text;
    }

    /** All of it is read before anything changes. */
    private void apply(StateText text) {
        ViewState state = ViewState.of(model).read(text);
        DockLayout layout = dock.layoutNow().parse(text.get("panels", ""));
        Set<ArrowLayer.Kind> kinds = EnumSet.noneOf(ArrowLayer.Kind.class);
        text.all("arrows").forEach(word -> kinds.add(StateText.choice(ArrowLayer.Kind.class, "arrows", word)));
        Optional<Boolean> betweenBars = text.get("bararrows", "").isEmpty()
                ? Optional.empty()
                : Optional.of(text.getBoolean("bararrows", false));
        double height = rowHeight(text.get("rowheight", "1"));
        boolean zeroTime = text.getBoolean("zerotime", false);
        MinimapMode minimap = StateText.choice(
                MinimapMode.class,
                "minimap",
                text.get("minimap", stage.minimapMode().name()));
        String statistics = text.get("statistics", stage.seriesStyle().word());
        SeriesStyle style = SeriesStyle.named(statistics)
                .orElseThrow(() -> new IllegalArgumentException("statistics: unknown " + statistics));
        String columns = text.get("dense", stage.denseStyle().word());
        DenseStyle dense =
                DenseStyle.named(columns).orElseThrow(() -> new IllegalArgumentException("dense: unknown " + columns));
        LegendOrder legend =
                LegendOrder.of(text.get("legendorder", stage.legendOrder().text()));
        TreePlace.Side side = TreePlace.Side.of(text.get("tree", TreePlace.Side.LEFT.word()));
        int width = (int) Math.max(0, Math.min(Integer.MAX_VALUE, text.getLong("treewidth", tree.width())));
        dock.apply(layout);
        tree.setSide(side);
        tree.setWidth(width);
        stage.setSeriesStyle(style);
        stage.setDenseStyle(dense);
        stage.setZeroTime(zeroTime);
        stage.setLegendOrder(legend);
        stage.setMinimapMode(minimap);
        stage.setRowFactor(height);
        arrows.setShown(kinds);
        arrows.setBetweenBars(betweenBars);
        model.restore(state);
    }

    private static double rowHeight(String text) {
        try {
            double height = Double.parseDouble(text);
            if (height > 0 && height < 100) {
                return height;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new IllegalArgumentException("rowheight: expected a number, not " + text);
    }

    /** Projects were opened: links name the traces that some of them were made of, not what the user's cache keeps. */
    void opened(List<Path> projects, List<Run> runs) {
        for (int i = 0; i < runs.size(); i++) {
            Path file = absolute(runs.get(i).file());
            Path given = absolute(projects.get(i));
            if (!file.startsWith(given)) {
                traces.put(file, given);
            }
        }
    }

    /** The trace that a project was made of when it was opened; else the project itself. */
    Path original(Path project) {
        return traces.getOrDefault(absolute(project), project);
    }

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }

    /** A line that opens the same view of the same projects, here or elsewhere. */
    String link() {
        StateText text = new StateText();
        model.runs().stream()
                .filter(run -> !run.isDerived())
                .forEach(run -> text.add("project", absolute(original(run.file()))));
        ViewState.of(model).write(text);
        return text.link();
    }

    /** Makes the view that of a link, once its projects are open. */
    void applyLink(StateText link) {
        model.restore(ViewState.of(model).read(link));
        unchanged = capture();
    }

    /** The tree got the width that its labels need, which is nothing that the user changed. */
    void treePlaced() {
        begin();
    }

    /** From now on only changes are worth writing. */
    void begin() {
        unchanged = capture();
    }

    /**
     * Reads the session of a project and shows the view it was left with; of another time if the user has gone there
     * meanwhile, and with the marks made meanwhile.
     */
    void restore(Run run) {
        unchanged = capture();
        Interval before = model.visible();
        List<Mark> known = model.marks();
        Path file = fileOf(run.file());
        new SwingWorker<Optional<StateText>, Void>() {
            @Override
            protected Optional<StateText> doInBackground() throws IOException {
                return read(file);
            }

            @Override
            protected void done() {
                try {
                    Optional<StateText> text = get();
                    if (text.isPresent() && model.runs().equals(List.of(run))) {
                        Interval now = model.visible();
                        List<Mark> made = new ArrayList<>(model.marks());
                        made.removeAll(known);
                        apply(text.get());
                        unchanged = capture();
                        if (!made.isEmpty()) {
                            model.setMarks(Marks.joined(model.marks(), made));
                        }
                        if (!now.equals(before)) {
                            model.go(model.viewport().select(now.startNanos(), now.endNanos()));
                        }
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ExecutionException e) {
                    tell.accept(message(file, e.getCause()));
                } catch (IllegalArgumentException e) {
                    tell.accept(message(file, e));
                }
            }
        }.execute();
    }

    private static String message(Path file, Throwable cause) {
        String why = cause instanceof IllegalArgumentException ? cause.getMessage() : Problems.describe(cause);
        return file + ": " + why + "; the view is the usual one";
    }

    private static Optional<StateText> read(Path file) throws IOException {
        try {
            if (Files.size(file) > LARGEST) {
                throw new IllegalArgumentException("larger than " + LARGEST + " bytes");
            }
            return Optional.of(StateText.parse(Files.readAllLines(file, UTF_8)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("no text in UTF-8", e);
        }
    }

    /** Writes the view of the only project that is open, if it was changed. The thread outlives the window. */
    void save() {
        if (model.runs().size() != 1) {
            return;
        }
        StateText now = capture();
        if (now.equals(unchanged)) {
            return;
        }
        unchanged = now;
        Path file = fileOf(model.runs().get(0).file());
        List<String> lines = now.lines();
        new Thread(() -> write(file, lines), "sunshot-session").start();
    }

    /** A half-written file is never seen; a folder that can't be written to keeps no session. */
    private static void write(Path file, List<String> lines) {
        try {
            WholeFile.replace(file, lines);
        } catch (IOException e) {
            System.getLogger(Sessions.class.getName()).log(System.Logger.Level.DEBUG, "no session was written", e);
        }
    }
}
