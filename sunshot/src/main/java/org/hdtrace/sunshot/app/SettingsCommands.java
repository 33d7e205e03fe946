// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.paint.Theme;

/** Lets a window look like the settings of the user, and asks for them. Thread: event thread. */
final class SettingsCommands {
    /** Name of the thread that writes them. */
    static final String WRITER = "sunshot-settings";

    private final MainWindow window;
    private final CommandActions actions;
    private final UserSettings store;

    SettingsCommands(MainWindow window, CommandActions actions, UserSettings store) {
        this.window = window;
        this.actions = actions;
        this.store = store;
    }

    void define() {
        actions.define(Command.SETTINGS, () -> SettingsDialog.open(window.frame(), now(), this::apply, this::save));
    }

    /** What the window is like. */
    private Settings now() {
        Stage stage = window.stage();
        return new Settings(
                stage.theme().name(),
                stage.mouseMode(),
                stage.seriesStyle(),
                stage.denseStyle(),
                stage.minimapMode(),
                window.model().nested(),
                stage.zeroTime(),
                (int) Math.max(
                        Settings.LEAST_HEIGHT, Math.min(Settings.MOST_HEIGHT, Math.round(100 * stage.rowFactor()))),
                stage.leastDrag());
    }

    void apply(Settings settings) {
        Stage stage = window.stage();
        Theme.byName(settings.theme())
                .filter(theme -> !theme.equals(stage.theme()))
                .ifPresent(window::setTheme);
        stage.setMouseMode(settings.mouse());
        stage.setSeriesStyle(settings.statistics());
        stage.setDenseStyle(settings.dense());
        stage.setMinimapMode(settings.minimap());
        stage.setZeroTime(settings.zeroTime());
        stage.setRowFactor(settings.rowHeight() / 100.0);
        stage.setLeastDrag(settings.leastDrag());
        window.model().setNested(settings.nested());
        actions.updateSwitches();
    }

    private void save(Settings settings) {
        new Thread(() -> write(settings), WRITER).start();
    }

    private void write(Settings settings) {
        try {
            store.write(settings);
        } catch (IOException e) {
            SwingUtilities.invokeLater(() -> window.showError("Settings are not kept: " + e.getMessage()));
        }
    }
}
