// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.Viewport;
import org.hdtrace.sunshot.paint.Theme;

/**
 * Uses a window as somebody who is in a hurry: zooms, moves, scrolls, goes from state to state, opens and closes panels, the same each
 * time. As a program it opens a project, works with it and prints how long the event thread let others wait:
 * {@code ScriptedSession PROJECT SECONDS}.
 */
final class ScriptedSession {
    private static final int PAUSE_MILLIS = 25;
    /** A panel is opened or closed, or something like that, at each so many steps. */
    private static final int RARELY = 20;

    private static final List<Command> OFTEN = List.of(
            Command.ZOOM_IN,
            Command.ZOOM_OUT,
            Command.PAN_LEFT,
            Command.PAN_RIGHT,
            Command.PAGE_RIGHT,
            Command.NEXT_STATE,
            Command.NEXT_SAME,
            Command.PREVIOUS_SAME,
            Command.ROW_DOWN,
            Command.ROW_UP,
            Command.SCROLL_DOWN,
            Command.SCROLL_UP,
            Command.UNDO,
            Command.REDO,
            Command.FOCUS);

    private static final List<Command> RARE = List.of(
            Command.HOME,
            Command.PROFILE,
            Command.LEGEND,
            Command.DETAILS,
            Command.MATRIX,
            Command.MESSAGES,
            Command.NESTED,
            Command.COLLAPSE,
            Command.EXPAND,
            Command.MAP_NODE,
            Command.MAP_RECORDED,
            Command.SORT_BUSY,
            Command.SORT_AS_ARRANGED,
            Command.TALLER,
            Command.LOWER,
            Command.FIT,
            Command.THEME_DARK,
            Command.THEME_LIGHT);

    private final MainWindow window;
    private final Random random = new Random(14);
    private final Map<Command, Integer> done = new EnumMap<>(Command.class);

    ScriptedSession(MainWindow window) {
        this.window = window;
    }

    /** How often each command was given. */
    Map<Command, Integer> done() {
        return done;
    }

    /** Works for some time; the number of steps. */
    int run(long seconds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int steps = 0;
        while (System.nanoTime() < end) {
            boolean rare = steps % RARELY == RARELY - 1;
            int number = steps++;
            SwingUtilities.invokeAndWait(() -> step(number, rare));
            Thread.sleep(PAUSE_MILLIS);
        }
        return steps;
    }

    private void step(int number, boolean rare) {
        if (rare) {
            give(RARE.get(number / RARELY % RARE.size()));
        } else if (random.nextInt(3) > 0) {
            give(OFTEN.get(random.nextInt(OFTEN.size())));
        } else {
            jump();
        }
    }

    private void give(Command command) {
        done.merge(command, 1, Integer::sum);
        window.actions().run(command);
    }

    /** To a view of any width, anywhere. */
    private void jump() {
        Viewport now = window.model().viewport();
        long whole = now.whole().durationNanos();
        long width = Math.max(1000, (long) (whole * Math.pow(2, -16 * random.nextDouble())));
        long from = now.whole().startNanos() + (long) ((whole - width) * random.nextDouble());
        window.model().glide(now.select(from, from + width));
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("sunshot-session");
        MainWindow[] window = new MainWindow[1];
        Preparation.begin(Theme.LIGHT);
        SwingUtilities.invokeAndWait(() -> {
            Looks looks = Looks.of(Theme.LIGHT);
            looks.install();
            Preparation.beginLooks();
            PaintTurns.install();
            UserCategories colors = new UserCategories(folder.resolve("colors"));
            window[0] = new MainWindow(
                    looks,
                    new RecentFiles(folder.resolve("recent")),
                    colors,
                    colors.read(),
                    new UserSettings(folder.resolve("settings")));
            window[0].show();
        });
        int steps;
        String report;
        try (EventThreadWatchdog watchdog = new EventThreadWatchdog()) {
            SwingUtilities.invokeAndWait(() -> window[0].open(List.of(Path.of(args[0])), false));
            awaitRuns(window[0]);
            steps = new ScriptedSession(window[0]).run(Long.parseLong(args[1]));
            report = watchdog.report();
        }
        System.out.printf("steps %d%n%s", steps, report);
        // What is still painted has no meaning any more.
        System.exit(0);
    }

    private static void awaitRuns(MainWindow window) throws InterruptedException {
        CountDownLatch opened = new CountDownLatch(1);
        SwingUtilities.invokeLater(() -> {
            window.model().listen(change -> tellIfOpen(window, opened));
            tellIfOpen(window, opened);
        });
        if (!opened.await(30, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the project is not open");
        }
    }

    private static void tellIfOpen(MainWindow window, CountDownLatch opened) {
        if (!window.model().runs().isEmpty()) {
            opened.countDown();
        }
    }
}
