// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.AWTError;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.GraphicsEnvironment;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.KeyEvent;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JMenuItem;
import javax.swing.JOptionPane;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import javax.swing.plaf.basic.ComboPopup;
import org.assertj.swing.core.BasicRobot;
import org.assertj.swing.core.ComponentMatcher;
import org.assertj.swing.core.MouseButton;
import org.assertj.swing.core.Robot;
import org.assertj.swing.finder.JFileChooserFinder;
import org.assertj.swing.fixture.FrameFixture;
import org.assertj.swing.fixture.JFileChooserFixture;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.paint.LabelPainter;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Assumptions;

/**
 * Everything the window tests need from AWT, in one place; it stands on AssertJ-Swing. While a driver is open, a change of a component
 * beside the event thread fails the test.
 */
final class WindowDriver {
    private static final int PATIENCE_MILLIS = 60_000;

    private static final int LOOK_MILLIS = 20;

    private static final Pattern WORKER = Pattern.compile("SwingWorker-pool-|sunshot-");

    private final MainWindow window;
    private final Robot robot;
    private final FrameFixture frame;
    private final RealInput input;
    private final EventThreadCheck check;

    private WindowDriver(MainWindow window, Robot robot, EventThreadCheck check) {
        this.window = window;
        this.robot = robot;
        this.check = check;
        frame = new FrameFixture(robot, window.frame());
        input = new RealInput(robot);
    }

    static WindowDriver open(Path recent) throws Exception {
        EventThreadCheck check = EventThreadCheck.begin();
        Robot robot = BasicRobot.robotWithCurrentAwtHierarchyWithoutScreenLock();
        // What was given is waited for by RealInput, not by a pause.
        robot.settings().delayBetweenEvents(10);
        robot.settings().eventPostingDelay(10);
        robot.settings().dragDelay(0);
        robot.settings().dropDelay(0);
        // Its own patience of ten seconds is short on a busy machine.
        robot.settings().idleTimeout(PATIENCE_MILLIS);
        robot.settings().timeoutToBeVisible(PATIENCE_MILLIS);
        robot.settings().timeoutToFindPopup(PATIENCE_MILLIS);
        robot.settings().timeoutToFindSubMenu(PATIENCE_MILLIS);
        MainWindow window = compute(() -> {
            Looks looks = Looks.of(Theme.LIGHT);
            looks.install();
            UserCategories colors = new UserCategories(recent.resolveSibling("colors"));
            MainWindow made = new MainWindow(
                    looks,
                    new RecentFiles(recent),
                    colors,
                    colors.read(),
                    new UserSettings(recent.resolveSibling("settings")));
            made.show();
            made.frame().setLocation(0, 0);
            return made;
        });
        WindowDriver driver = new WindowDriver(window, robot, check);
        driver.await("the window is shown", () -> window.frame().isShowing());
        // Without a window manager it is never active.
        driver.becomes(window.frame()::isActive);
        driver.settle();
        return driver;
    }

    /**
     * Waits until the window stays where it is: the window manager frames and moves it some time after it was shown, and what is clicked
     * before lies elsewhere then.
     */
    private void settle() throws Exception {
        List<Rectangle> seen = new ArrayList<>();
        await("the window stays where it is", () -> {
            Toolkit.getDefaultToolkit().sync();
            seen.add(new Rectangle(
                    window.frame().getLocationOnScreen(), window.frame().getSize()));
            int last = seen.size() - 1;
            return last >= 2
                    && seen.get(last).equals(seen.get(last - 1))
                    && seen.get(last).equals(seen.get(last - 2));
        });
        robot.waitForIdle();
    }

    /** A window with {@link TestProjects#halves} open; without a display the test is skipped. */
    static WindowDriver openHalves(Path folder) throws Exception {
        needDisplay();
        Path project = TestProjects.halves(folder.resolve("p"));
        WindowDriver driver = open(folder.resolve("recent"));
        driver.load(project);
        return driver;
    }

    static void needDisplay() {
        Assumptions.assumeTrue(
                System.getenv("DISPLAY") != null && !GraphicsEnvironment.isHeadless(),
                "there is no display; run under xvfb-run");
        needEventThread();
    }

    /** Skips a test where DISPLAY names a display that is not there, so that nothing would ever come from an event thread. */
    static void needEventThread() {
        Assumptions.assumeTrue(EventThread.THERE, "the display " + System.getenv("DISPLAY") + " is not there");
    }

    /** Looked at once: the second time Java tells of another error. */
    private static final class EventThread {
        static final boolean THERE = isThere();

        private static boolean isThere() {
            try {
                Toolkit.getDefaultToolkit();
                return true;
            } catch (AWTError | NoClassDefFoundError e) {
                return false;
            }
        }
    }

    /** Opens a project and waits until it is there instead of what was open before. */
    void load(Path project) throws Exception {
        List<Run> before = compute(() -> model().runs());
        onEventThread(() -> window.open(List.of(project), false));
        await(
                "the project is open",
                () -> !model().runs().isEmpty() && !model().runs().equals(before));
        settle();
    }

    /** Waits until a project is the first of the recent ones, whose list is written beside the event thread. */
    void awaitRecent(Path project) throws Exception {
        await(
                project + " is the first of the recent ones",
                () -> window.recent().list().stream().findFirst().equals(Optional.of(project)));
    }

    /** Waits until the timelines are painted as they are to be now, which is done beside the event thread. */
    void awaitPicture() throws Exception {
        TimelineView timelines = component("timelines", TimelineView.class);
        await("the timelines are painted", timelines::isUpToDate);
    }

    /** Ends a test; nothing to do if its window was never there. */
    static void end(WindowDriver driver) throws Exception {
        if (driver != null) {
            driver.close();
        }
    }

    /** A command of the menu bar, open or not. */
    JMenuItem menuItem(String name) {
        return component(name, JMenuItem.class);
    }

    /** Whether a component is there and seen; to be asked on the event thread. */
    boolean shown(String name) {
        return found(window.frame(), name).stream().anyMatch(Component::isShowing);
    }

    /** The fixture that finds buttons, menus, tables and so on of the window. */
    FrameFixture frame() {
        return frame;
    }

    Robot robot() {
        return robot;
    }

    MainWindow window() {
        return window;
    }

    ViewModel model() {
        return window.model();
    }

    /** Fails if a time is further than some nanoseconds from the one expected; pixels are no nanoseconds. */
    static void assertNear(long expected, long nanos, long within) {
        assertTrue(Math.abs(nanos - expected) <= within, "expected " + expected + " but was " + nanos);
    }

    /** Holds the calling thread for so long; one that parks once may come back before. */
    static void rest(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** What the event thread finds out; may be called there, too. */
    static <T> T compute(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        if (SwingUtilities.isEventDispatchThread()) {
            task.run();
        } else {
            SwingUtilities.invokeAndWait(task);
        }
        return task.get();
    }

    void onEventThread(Runnable work) throws InterruptedException, InvocationTargetException {
        SwingUtilities.invokeAndWait(work);
    }

    /** Waits until a condition, looked at on the event thread, holds; looks are counted, since a busy machine may stop all for a while. */
    void await(String what, BooleanSupplier condition) throws Exception {
        for (int look = 0; look < PATIENCE_MILLIS / LOOK_MILLIS; look++) {
            if (compute(condition::getAsBoolean)) {
                return;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        throw new AssertionError("waited in vain until " + what);
    }

    /**
     * Chooses an item of a box by clicks. AssertJ-Swing's own way closes the list when the clicks were asked for, which may be before
     * they arrive.
     */
    void choose(String box, int item) throws Exception {
        JComboBox<?> target = frame.comboBox(box).target();
        robot.click(target);
        JList<?> list = compute(() -> ((ComboPopup) target.getUI().getAccessibleChild(target, 0)).getList());
        await("the list of " + box + " is open", list::isShowing);
        Rectangle cell = compute(() -> list.getCellBounds(item, item));
        robot.click(list, new Point((int) cell.getCenterX(), (int) cell.getCenterY()));
        await(
                "item " + item + " of " + box + " is chosen",
                () -> target.getSelectedIndex() == item && !list.isShowing());
    }

    /** Moves the pointer over a row until a condition holds; once more if the window was laid out anew meanwhile. */
    void hover(String row, double x, String what, BooleanSupplier condition) throws Exception {
        for (int attempt = 0; attempt < 5; attempt++) {
            // A pointer that stays where it is tells nobody.
            move("timelines", x + 0.002 * attempt, rowPlace(row));
            if (becomes(condition)) {
                return;
            }
        }
        throw new AssertionError("waited in vain until " + what);
    }

    /** Whether a condition comes true within two seconds. */
    boolean becomes(BooleanSupplier condition) throws Exception {
        for (int i = 0; i < 40; i++) {
            if (compute(condition::getAsBoolean)) {
                return true;
            }
            Thread.sleep(50);
        }
        return false;
    }

    void run(Command command) throws Exception {
        onEventThread(() -> window.actions().run(command));
    }

    /** Presses a key, named as in {@link KeyStroke#getKeyStroke(String)}, in a component. */
    void press(String name, String key) throws Exception {
        focus(name);
        input.press(KeyStroke.getKeyStroke(key));
    }

    /** Writes into a component, letter by letter; each letter is pressed, typed and let go as by a person. */
    void type(String name, String text) throws Exception {
        focus(name);
        input.type(text);
    }

    private void focus(String name) throws Exception {
        Component target = component(name, Component.class);
        onEventThread(target::requestFocusInWindow);
        await(name + " has the focus", target::isFocusOwner);
    }

    /** Enter in a field. */
    void accept(String name) throws Exception {
        press(name, "ENTER");
    }

    boolean exists(String name) throws Exception {
        return compute(() -> !found(window.frame(), name).isEmpty());
    }

    <T extends Component> T component(String name, Class<T> kind) {
        return kind.cast(find(window.frame(), name));
    }

    private static Point point(Component component, double x, double y) throws Exception {
        return compute(() -> new Point((int) (component.getWidth() * x), (int) (component.getHeight() * y)));
    }

    /** Turns the wheel at a place, a share of width and height, with a key held or {@link KeyEvent#VK_UNDEFINED}. */
    void wheel(String name, double x, double y, int turns, int key) throws Exception {
        Component target = component(name, Component.class);
        Point place = point(target, x, y);
        holding(key, () -> input.wheel(target, place, turns));
    }

    void drag(String name, double x1, double y1, double x2, double y2) throws Exception {
        drag(name, x1, y1, x2, y2, MouseButton.LEFT_BUTTON);
    }

    void drag(String name, double x1, double y1, double x2, double y2, MouseButton button) throws Exception {
        Component target = component(name, Component.class);
        input.drag(target, point(target, x1, y1), point(target, x2, y2), button);
    }

    /** Drags along the middle of a component and presses a key before the button is let go. */
    void dragAndPress(String name, double x1, double x2, String key) throws Exception {
        drag(name, x1, x2, () -> input.press(KeyStroke.getKeyStroke(key)));
    }

    /** Drags along the middle of a component and does something before the button is let go. */
    void drag(String name, double x1, double x2, RealInput.Input before) throws Exception {
        Component target = component(name, Component.class);
        input.drag(target, point(target, x1, 0.5), point(target, x2, 0.5), MouseButton.LEFT_BUTTON, before);
    }

    /** Drags along the middle of a component, with a key held down or {@link KeyEvent#VK_UNDEFINED}. */
    void drag(String name, double x1, double x2, int key) throws Exception {
        holding(key, () -> drag(name, x1, 0.5, x2, 0.5));
    }

    /** Does something with a key held down; {@link KeyEvent#VK_UNDEFINED} for none. */
    void holding(int key, RealInput.Input what) throws Exception {
        if (key == KeyEvent.VK_UNDEFINED) {
            what.run();
        } else {
            input.holding(key, what);
        }
    }

    /** Index, top and height of the row with a title. */
    int[] rowPlace(String title) throws Exception {
        return compute(() -> {
            for (int i = 0; i < model().rows().size(); i++) {
                if (model().rows().get(i).title().equals(title)) {
                    return new int[] {
                        i,
                        window.stage().layout().top(i),
                        window.stage().layout().height(i)
                    };
                }
            }
            throw new AssertionError("no row " + title);
        });
    }

    /** A place in a row: a share of the width, and the middle of its height. */
    private static Point inRow(Component component, double x, int[] rowPlace) throws Exception {
        Point place = point(component, x, 0);
        return new Point(place.x, rowPlace[1] + rowPlace[2] / 2);
    }

    void move(String name, double x, int[] rowPlace) throws Exception {
        Component target = component(name, Component.class);
        input.move(target, inRow(target, x, rowPlace));
    }

    void click(String name, double x, int[] rowPlace) throws Exception {
        click(name, x, rowPlace, MouseButton.LEFT_BUTTON, 1);
    }

    void click(String name, double x, int[] rowPlace, MouseButton button, int times) throws Exception {
        Component target = component(name, Component.class);
        input.click(target, inRow(target, x, rowPlace), button, times);
    }

    /** Clicks into the middle of a component. */
    void click(String name) throws Exception {
        Component target = component(name, Component.class);
        input.click(target, point(target, 0.5, 0.5), MouseButton.LEFT_BUTTON, 1);
    }

    /** Drags a row of the tree onto another one. */
    void dragRow(String title, String onto) throws Exception {
        Component tree = component("tree", Component.class);
        Point from = inRow(tree, 0.5, rowPlace(title));
        Point to = inRow(tree, 0.5, rowPlace(onto));
        input.drag(tree, from, to, MouseButton.LEFT_BUTTON);
    }

    /** Saves a picture by the button of a panel and waits until it is written. */
    void savePicture(String button, Path file) throws Exception {
        SwingUtilities.invokeLater(component(button, JButton.class)::doClick);
        JFileChooserFixture chooser = JFileChooserFinder.findFileChooser("saveChooser")
                .withTimeout(PATIENCE_MILLIS)
                .using(robot);
        chooser.fileNameTextBox().setText(file.toString());
        chooser.approve();
        await("it is saved", () -> text("hover").equals("saved " + file));
    }

    void clickMark(String title) throws Exception {
        int[] place = rowPlace(title);
        VisibleRow row = model().rows().get(place[0]);
        Component tree = component("tree", Component.class);
        Point mark = new Point(LabelPainter.markX(row) + 4, place[1] + place[2] / 2);
        input.click(tree, mark, MouseButton.LEFT_BUTTON, 1);
    }

    /** The text of a label. */
    String text(String name) {
        try {
            return compute(component(name, JLabel.class)::getText);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    Dialog dialog(String name) {
        for (Window each : Window.getWindows()) {
            if (each instanceof Dialog dialog && each.isShowing() && name.equals(each.getName())) {
                return dialog;
            }
        }
        return null;
    }

    /** A component of a dialog that is shown. */
    <T extends Component> T inDialog(String dialog, String name, Class<T> kind) {
        return kind.cast(find(dialog(dialog), name));
    }

    String dialogText(String name) throws Exception {
        return compute(() -> {
            Component pane = find(dialog(name), "error");
            return String.valueOf(((JOptionPane) pane).getMessage());
        });
    }

    private Component find(Container root, String name) {
        Collection<Component> all = found(root, name);
        assertTrue(!all.isEmpty(), "no component " + name);
        return all.iterator().next();
    }

    /** All components of a name; looked for on the event thread, where it takes one turn instead of one for each component. */
    private Collection<Component> found(Container root, String name) {
        ComponentMatcher named = component -> component != null && name.equals(component.getName());
        try {
            return compute(() -> robot.finder().findAll(root, named));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    void close() throws Exception {
        onEventThread(() -> {
            for (Window each : Window.getWindows()) {
                each.dispose();
            }
        });
        // That they are closed is told by an event of its own, behind this one.
        onEventThread(() -> {});
        awaitSessions();
        awaitWork();
        input.end();
        robot.cleanUpWithoutDisposingWindows();
        check.assertNothingFound();
    }

    /** Waits until the work beside the event thread ends, which may still write into the folder of the test. */
    private void awaitWork() throws Exception {
        await("the work beside the event thread ends", () -> Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> WORKER.matcher(each.getKey().getName()).lookingAt())
                .allMatch(each -> waitsForWork(each.getValue())));
    }

    private static boolean waitsForWork(StackTraceElement[] worker) {
        return Arrays.stream(worker)
                .anyMatch(frame -> frame.getClassName().equals(ThreadPoolExecutor.class.getName())
                        && frame.getMethodName().equals("getTask"));
    }

    /** Waits until views and colours that are being written are on the disk. */
    static void awaitSessions() throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (Set.of("sunshot-session", "sunshot-colors", SettingsCommands.WRITER)
                    .contains(thread.getName())) {
                thread.join();
            }
        }
    }
}
