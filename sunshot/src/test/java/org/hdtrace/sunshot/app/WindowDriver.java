// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.GraphicsEnvironment;
import java.awt.KeyboardFocusManager;
import java.awt.Point;
import java.awt.Robot;
import java.awt.Window;
import java.awt.event.InputEvent;
import java.awt.event.KeyEvent;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import javax.swing.JLabel;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JOptionPane;
import javax.swing.JTextField;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.ViewModel;
import org.hdtrace.sunshot.paint.LabelPainter;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Assumptions;

/** Everything the window tests need from AWT, in one place. */
final class WindowDriver {
    private static final long PATIENCE_NANOS = 15_000_000_000L;

    private final MainWindow window;
    private final Robot robot;

    private WindowDriver(MainWindow window, Robot robot) {
        this.window = window;
        this.robot = robot;
    }

    static WindowDriver open(Path recent) throws Exception {
        Robot robot = new Robot();
        robot.setAutoDelay(30);
        MainWindow window = compute(() -> {
            Looks looks = Looks.of(Theme.LIGHT);
            looks.install();
            UserColors colors = new UserColors(recent.resolveSibling("colors"));
            MainWindow made = new MainWindow(looks, new RecentFiles(recent), colors, colors.read());
            made.show();
            made.frame().setLocation(0, 0);
            return made;
        });
        WindowDriver driver = new WindowDriver(window, robot);
        driver.await("the window is shown", () -> window.frame().isShowing());
        robot.delay(300);
        return driver;
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
    }

    /** Opens a project and waits until it is there. */
    void load(Path project) throws Exception {
        onEventThread(() -> window.open(List.of(project), false));
        await("the project is open", () -> !model().runs().isEmpty());
    }

    /** Ends a test; nothing to do if its window was never there. */
    static void end(WindowDriver driver) throws Exception {
        if (driver != null) {
            driver.close();
        }
    }

    static JMenuItem menuItem(JMenuBar bar, String name) {
        for (int i = 0; i < bar.getMenuCount(); i++) {
            for (Component item : bar.getMenu(i).getMenuComponents()) {
                if (name.equals(item.getName())) {
                    return (JMenuItem) item;
                }
            }
        }
        throw new AssertionError("no menu item " + name);
    }

    /** Whether a component is there and seen; to be asked on the event thread. */
    boolean shown(String name) {
        Component found = findOrNull(window.frame(), name);
        return found != null && found.isShowing();
    }

    MainWindow window() {
        return window;
    }

    ViewModel model() {
        return window.model();
    }

    static <T> T compute(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        SwingUtilities.invokeAndWait(task);
        return task.get();
    }

    void onEventThread(Runnable work) throws InterruptedException, InvocationTargetException {
        SwingUtilities.invokeAndWait(work);
    }

    /** Waits until a condition, looked at on the event thread, holds. */
    void await(String what, BooleanSupplier condition) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!compute(condition::getAsBoolean)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited in vain until " + what);
            }
            robot.delay(40);
        }
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
            robot.delay(50);
        }
        return false;
    }

    void run(Command command) throws Exception {
        onEventThread(() -> window.actions().run(command));
    }

    /** Presses a key, named as in {@link KeyStroke#getKeyStroke(String)}, in a component; it needs no focus. */
    void press(String name, String key) throws Exception {
        KeyStroke stroke = KeyStroke.getKeyStroke(key);
        onEventThread(() -> {
            Component target = find(window.frame(), name);
            char letter = Character.isLetterOrDigit(stroke.getKeyCode())
                    ? (char) stroke.getKeyCode()
                    : KeyEvent.CHAR_UNDEFINED;
            send(target, KeyEvent.KEY_PRESSED, stroke.getModifiers(), stroke.getKeyCode(), letter);
            send(target, KeyEvent.KEY_RELEASED, stroke.getModifiers(), stroke.getKeyCode(), letter);
        });
    }

    /** Writes into a component, letter by letter; each letter is pressed, typed and let go as by a person. */
    void type(String name, String text) throws Exception {
        onEventThread(() -> {
            Component target = find(window.frame(), name);
            for (int i = 0; i < text.length(); i++) {
                char letter = text.charAt(i);
                int code = KeyEvent.getExtendedKeyCodeForChar(letter);
                send(target, KeyEvent.KEY_PRESSED, 0, code, letter);
                send(target, KeyEvent.KEY_TYPED, 0, KeyEvent.VK_UNDEFINED, letter);
                send(target, KeyEvent.KEY_RELEASED, 0, code, letter);
            }
        });
    }

    /** What Enter does in a field; Swing looks for the field that has the focus, so no key is pressed here. */
    void accept(String name) throws Exception {
        onEventThread(component(name, JTextField.class)::postActionEvent);
    }

    private static void send(Component target, int kind, int modifiers, int code, char letter) {
        KeyEvent event = new KeyEvent(target, kind, System.currentTimeMillis(), modifiers, code, letter);
        KeyboardFocusManager.getCurrentKeyboardFocusManager().redispatchEvent(target, event);
    }

    boolean exists(String name) throws Exception {
        return compute(() -> findOrNull(window.frame(), name) != null);
    }

    <T extends Component> T component(String name, Class<T> kind) {
        return kind.cast(find(window.frame(), name));
    }

    private Point point(String name, double x, double y) throws Exception {
        return compute(() -> {
            Component component = find(window.frame(), name);
            Point corner = component.getLocationOnScreen();
            return new Point(corner.x + (int) (component.getWidth() * x), corner.y + (int) (component.getHeight() * y));
        });
    }

    void wheel(String name, double x, double y, int turns, int key) throws Exception {
        Point point = point(name, x, y);
        robot.mouseMove(point.x, point.y);
        robot.keyPress(key);
        robot.mouseWheel(turns);
        robot.delay(100);
        robot.keyRelease(key);
    }

    void drag(String name, double x1, double y1, double x2, double y2) throws Exception {
        Point from = point(name, x1, y1);
        Point to = point(name, x2, y2);
        robot.mouseMove(from.x, from.y);
        robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
        robot.mouseMove((from.x + to.x) / 2, to.y);
        robot.mouseMove(to.x, to.y);
        robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    }

    /** Drags along the middle of a component, with a key held down or {@link KeyEvent#VK_UNDEFINED}. */
    void drag(String name, double x1, double x2, int key) throws Exception {
        if (key != KeyEvent.VK_UNDEFINED) {
            robot.keyPress(key);
        }
        drag(name, x1, 0.5, x2, 0.5);
        if (key != KeyEvent.VK_UNDEFINED) {
            robot.keyRelease(key);
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

    void move(String name, double x, int[] rowPlace) throws Exception {
        Point point = point(name, x, 0);
        robot.mouseMove(point.x - 3, point.y + rowPlace[1] + rowPlace[2] / 2);
        robot.mouseMove(point.x, point.y + rowPlace[1] + rowPlace[2] / 2);
    }

    void click(String name, double x, int[] rowPlace) throws Exception {
        move(name, x, rowPlace);
        robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
        robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    }

    /** Drags a row of the tree onto another one. */
    void dragRow(String title, String onto) throws Exception {
        int[] from = rowPlace(title);
        int[] to = rowPlace(onto);
        Point corner = point("tree", 0.5, 0);
        robot.mouseMove(corner.x, corner.y + from[1] + from[2] / 2);
        robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
        robot.mouseMove(corner.x, corner.y + (from[1] + to[1] + to[2]) / 2);
        robot.mouseMove(corner.x, corner.y + to[1] + to[2] / 2);
        robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    }

    void clickMark(String title) throws Exception {
        int[] place = rowPlace(title);
        VisibleRow row = model().rows().get(place[0]);
        Point corner = point("tree", 0, 0);
        robot.mouseMove(corner.x + LabelPainter.markX(row) + 4, corner.y + place[1] + place[2] / 2);
        robot.mousePress(InputEvent.BUTTON1_DOWN_MASK);
        robot.mouseRelease(InputEvent.BUTTON1_DOWN_MASK);
    }

    String text(String name) {
        return ((JLabel) find(window.frame(), name)).getText();
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

    private static Component find(Container root, String name) {
        Component found = findOrNull(root, name);
        if (found == null) {
            throw new AssertionError("no component " + name);
        }
        return found;
    }

    private static Component findOrNull(Container root, String name) {
        for (Component child : root.getComponents()) {
            if (name.equals(child.getName())) {
                return child;
            }
            if (child instanceof Container container) {
                Component found = findOrNull(container, name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
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
    }

    /** Waits until views and colours that are being written are on the disk. */
    static void awaitSessions() throws Exception {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (Set.of("sunshot-session", "sunshot-colors").contains(thread.getName())) {
                thread.join();
            }
        }
    }
}
