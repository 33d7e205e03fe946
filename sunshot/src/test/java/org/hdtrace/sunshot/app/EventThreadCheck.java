// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.swing.JComponent;
import javax.swing.RepaintManager;
import javax.swing.SwingUtilities;

/**
 * Refuses every change of a component beside the event thread, and remembers it: the thread that tried may swallow what is thrown. Paints as
 * the program does. Threads: any.
 */
final class EventThreadCheck extends PaintTurns {
    private final List<IllegalStateException> found = new CopyOnWriteArrayList<>();

    private EventThreadCheck() {}

    /** Watches all components from now on, instead of the check before. */
    static EventThreadCheck begin() {
        EventThreadCheck check = new EventThreadCheck();
        RepaintManager.setCurrentManager(check);
        return check;
    }

    @Override
    public synchronized void addInvalidComponent(JComponent component) {
        look(component);
        super.addInvalidComponent(component);
    }

    @Override
    public void addDirtyRegion(JComponent component, int x, int y, int width, int height) {
        look(component);
        super.addDirtyRegion(component, x, y, width, height);
    }

    private void look(JComponent component) {
        if (!SwingUtilities.isEventDispatchThread() && StackWalker.getInstance().walk(EventThreadCheck::isChange)) {
            IllegalStateException change =
                    new IllegalStateException(component + " is changed by " + Thread.currentThread());
            found.add(change);
            throw change;
        }
    }

    /** All but repaint(), which any thread may call, though not by way of other methods of Swing, and what is told of images. */
    private static boolean isChange(Stream<StackFrame> stack) {
        List<StackFrame> frames = stack.toList();
        int repaint = -1;
        for (int i = 0; i < frames.size(); i++) {
            String method = frames.get(i).getMethodName();
            if (method.equals("imageUpdate")) {
                return false;
            }
            repaint = method.equals("repaint") ? i : repaint;
        }
        return repaint < 0 || frames.stream().skip(repaint).anyMatch(frame -> isOfSwing(frame) && !isRepaint(frame));
    }

    private static boolean isOfSwing(StackFrame frame) {
        return frame.getClassName().startsWith("javax.swing.");
    }

    private static boolean isRepaint(StackFrame frame) {
        return frame.getMethodName().equals("repaint");
    }

    /** Fails with the first change beside the event thread, if there was one. */
    void assertNothingFound() {
        if (!found.isEmpty()) {
            throw new AssertionError("a component was changed beside the event thread", found.get(0));
        }
    }
}
