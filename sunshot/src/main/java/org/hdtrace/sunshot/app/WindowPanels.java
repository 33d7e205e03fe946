// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.function.Consumer;
import org.hdtrace.sunshot.dock.Dock;
import org.hdtrace.sunshot.dock.DockSide;

/** The panels around the timelines of a window. */
final class WindowPanels {
    private final LegendPanel legend;
    private final DetailsPanel details;
    private final ProfilePanel profile;
    private final MatrixPanel matrix;
    private final IoPanel io;
    private final MarksPanel marks;
    private final SearchPanel search;
    private final WaitsPanel waits;
    private final PathPanel path;
    private final ChartPanel charts;

    /**
     * Makes the panels.
     *
     * @param arrows draws the critical path, and knows messages
     * @param pictures writes charts
     * @param failed takes one line when something can't be read
     */
    WindowPanels(Stage stage, ArrowOverlay arrows, PictureSaver pictures, Consumer<String> failed) {
        legend = new LegendPanel(stage);
        details = new DetailsPanel(stage);
        profile = new ProfilePanel(stage, arrows, bars -> pictures.save("profile.png", bars));
        RunTraffic traffic = new RunTraffic(arrows.messages());
        io = new IoPanel(stage, traffic, chart -> pictures.save("io.png", () -> chart), failed);
        matrix = new MatrixPanel(stage, traffic, chart -> pictures.save("matrix.png", () -> chart), failed);
        marks = new MarksPanel(stage);
        search = new SearchPanel(stage);
        waits = new WaitsPanel(stage, failed);
        path = new PathPanel(stage, arrows::setPath, failed);
        charts = new ChartPanel(stage, chart -> pictures.save("chart.png", chart));
    }

    /** Puts all of them into a dock; names and places are part of sessions. */
    void addTo(Dock dock) {
        dock.add("legend", "Legend", legend, DockSide.RIGHT, true);
        dock.add("details", "Details", details, DockSide.RIGHT, true);
        dock.add("profile", "Profile", profile, DockSide.BOTTOM, false);
        dock.add("charts", "Charts", charts, DockSide.BOTTOM, false);
        dock.add("matrix", "Matrix", matrix, DockSide.RIGHT, false);
        dock.add("io", "Files", io, DockSide.BOTTOM, false);
        dock.add("marks", "Marks", marks, DockSide.BOTTOM, false);
        dock.add("search", "Search", search, DockSide.BOTTOM, false);
        dock.add("waits", "Waits", waits, DockSide.BOTTOM, false);
        dock.add("path", "Critical path", path, DockSide.BOTTOM, false);
        dock.listen(() -> {
            waits.setActive(dock.isShown("waits"));
            path.setActive(dock.isShown("path"));
        });
    }

    LegendPanel legend() {
        return legend;
    }

    MatrixPanel matrix() {
        return matrix;
    }

    MarksPanel marks() {
        return marks;
    }

    SearchPanel search() {
        return search;
    }

    /** Ends what is done beside the event thread. */
    void stop() {
        legend.stop();
        details.stop();
        profile.stop();
        matrix.stop();
        io.stop();
        search.end();
        waits.stop();
        path.stop();
        charts.stop();
    }
}
