// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.EventQueue;
import java.awt.Point;
import java.awt.Toolkit;
import java.awt.event.AWTEventListener;
import java.awt.event.KeyEvent;
import java.awt.event.MouseEvent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import org.assertj.swing.core.MouseButton;
import org.assertj.swing.core.Robot;

/**
 * Mouse and keys as a person uses them. What was given goes by the display's server and comes back as an event some time later, so each
 * method returns only after the event it causes was dispatched.
 */
final class RealInput implements AWTEventListener {
    private static final int LOOK_MILLIS = 5;
    /** About a minute; a busy machine may stop all for a while. */
    private static final int PATIENCE_LOOKS = 12_000;

    private static final int ATTEMPTS = 5;

    private final Robot robot;
    private final Map<Integer, Integer> arrived = new ConcurrentHashMap<>();
    private volatile Component pressed;
    private volatile int clicks;

    /** Input by a robot, to be ended by {@link #end}. */
    RealInput(Robot robot) {
        this.robot = robot;
        Toolkit.getDefaultToolkit()
                .addAWTEventListener(
                        this,
                        AWTEvent.KEY_EVENT_MASK
                                | AWTEvent.MOUSE_EVENT_MASK
                                | AWTEvent.MOUSE_MOTION_EVENT_MASK
                                | AWTEvent.MOUSE_WHEEL_EVENT_MASK);
    }

    @Override
    public void eventDispatched(AWTEvent event) {
        if (event.getID() == MouseEvent.MOUSE_PRESSED) {
            pressed = ((MouseEvent) event).getComponent();
            clicks = ((MouseEvent) event).getClickCount();
        }
        arrived.merge(event.getID(), 1, Integer::sum);
    }

    private int count(int kind) {
        return arrived.getOrDefault(kind, 0);
    }

    /** Does something that causes events of a kind, and waits until they are dispatched. */
    private void causing(int kind, int events, Runnable input) throws Exception {
        int arrived = caused(kind, events, PATIENCE_LOOKS, input);
        if (arrived < events) {
            throw new AssertionError("only " + arrived + " of " + events + " events of kind " + kind + " arrived");
        }
    }

    /** As {@link #causing}, with less patience; returns how many were dispatched. */
    private int caused(int kind, int events, int looks, Runnable input) throws Exception {
        int before = count(kind);
        input.run();
        for (int look = 0; look < looks && count(kind) - before < events; look++) {
            Thread.sleep(LOOK_MILLIS);
        }
        // Listeners hear of an event before its component does.
        EventQueue.invokeAndWait(() -> {});
        return count(kind) - before;
    }

    /** Moves the pointer to a place of a component. */
    void move(Component target, Point place) throws Exception {
        // A pointer that stays where it is tells nobody.
        causing(MouseEvent.MOUSE_MOVED, 1, () -> {
            robot.moveMouse(target, place.x - 3, place.y);
            robot.moveMouse(target, place.x, place.y);
        });
    }

    /**
     * Clicks; again where something else or nobody got it, as when the window was laid out anew just then, and where a busy machine made
     * two clicks of a double one.
     */
    void click(Component target, Point place, MouseButton button, int times) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int arrived = caused(
                    MouseEvent.MOUSE_RELEASED,
                    times,
                    PATIENCE_LOOKS / ATTEMPTS,
                    () -> robot.click(target, place, button, times));
            if (arrived >= times
                    && clicks >= times
                    && (SwingUtilities.isDescendingFrom(pressed, target)
                            || SwingUtilities.isDescendingFrom(target, pressed))) {
                return;
            }
        }
        throw new AssertionError("a click on " + target.getName() + " reaches " + pressed);
    }

    void drag(Component target, Point from, Point to, MouseButton button) throws Exception {
        drag(target, from, to, button, () -> {});
    }

    /** Drags, and does something before the button is let go. */
    void drag(Component target, Point from, Point to, MouseButton button, Input before) throws Exception {
        move(target, from);
        causing(MouseEvent.MOUSE_PRESSED, 1, () -> robot.pressMouse(target, from, button));
        causing(MouseEvent.MOUSE_DRAGGED, 1, () -> {
            robot.moveMouse(target, (from.x + to.x) / 2, (from.y + to.y) / 2);
            robot.moveMouse(target, to.x, to.y);
        });
        before.run();
        causing(MouseEvent.MOUSE_RELEASED, 1, () -> robot.releaseMouse(button));
    }

    void wheel(Component target, Point place, int turns) throws Exception {
        move(target, place);
        causing(MouseEvent.MOUSE_WHEEL, Math.abs(turns), () -> robot.rotateMouseWheel(turns));
    }

    /** Does something while a key is held down. */
    void holding(int key, Input input) throws Exception {
        causing(KeyEvent.KEY_PRESSED, 1, () -> robot.pressKey(key));
        try {
            input.run();
        } finally {
            causing(KeyEvent.KEY_RELEASED, 1, () -> robot.releaseKey(key));
        }
    }

    /**
     * Presses a key and lets it go, in whatever has the focus; again where nobody got any of it, as when the display had not given its
     * keys to the window yet.
     */
    void press(KeyStroke stroke) throws Exception {
        int events = 1 + modifierKeys(stroke);
        int arrived = 0;
        for (int attempt = 0; attempt < ATTEMPTS && arrived == 0; attempt++) {
            // What the key does may take the focus away; nobody is told then that it was let go.
            arrived = caused(
                    KeyEvent.KEY_PRESSED,
                    events,
                    PATIENCE_LOOKS / ATTEMPTS,
                    () -> robot.pressAndReleaseKey(stroke.getKeyCode(), stroke.getModifiers()));
        }
        if (arrived < events) {
            throw new AssertionError("only " + arrived + " of " + events + " presses arrived: " + stroke);
        }
    }

    private static int modifierKeys(KeyStroke stroke) {
        int all = KeyEvent.SHIFT_DOWN_MASK | KeyEvent.CTRL_DOWN_MASK | KeyEvent.ALT_DOWN_MASK | KeyEvent.META_DOWN_MASK;
        return Integer.bitCount(stroke.getModifiers() & all);
    }

    /** Writes letter by letter, into whatever has the focus. */
    void type(String text) throws Exception {
        causing(KeyEvent.KEY_TYPED, text.length(), () -> robot.enterText(text));
    }

    void end() {
        Toolkit.getDefaultToolkit().removeAWTEventListener(this);
    }

    /** Something that is done while a key is held. */
    interface Input {
        void run() throws Exception;
    }
}
