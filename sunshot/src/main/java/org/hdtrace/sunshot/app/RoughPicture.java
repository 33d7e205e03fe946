// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.function.LongConsumer;
import org.hdtrace.sunshot.model.RoughRun;
import org.hdtrace.sunshot.paint.Picture;
import org.hdtrace.sunshot.paint.PictureContents;
import org.hdtrace.sunshot.paint.Theme;

/**
 * What is seen of a large project while it is read: a picture that says that it is rough. It can't be zoomed or asked anything, and
 * no other part of the window knows of it. Thread: event thread.
 */
final class RoughPicture {
    private static final int LEAST_WIDTH = 320;

    private final LatestTask painter;
    private final Runnable repaint;
    private RoughRun rough;
    private LongConsumer painted = nanos -> {};
    private Request requested;
    private BufferedImage image;

    private record Request(RoughRun rough, Dimension size, double pixelScale, Theme theme) {}

    /**
     * A picture of nothing.
     *
     * @param painter makes the picture beside the event thread
     * @param repaint is called when another one is there
     */
    RoughPicture(LatestTask painter, Runnable repaint) {
        this.painter = painter;
        this.repaint = repaint;
    }

    /**
     * Shows a run. The picture of an earlier run of the same project stays until the new one is made.
     *
     * @param run null for nothing any more
     * @param told the nanoseconds that each picture of it took, by the thread that made it
     */
    void show(RoughRun run, LongConsumer told) {
        painted = told;
        image = isOf(rough, run) ? image : null;
        rough = run;
        requested = null;
        repaint.run();
    }

    /** Whether the picture is seen wherever {@link #paint} is called. */
    boolean isThere() {
        return image != null;
    }

    /** Whether there is a run to show, so that nobody is invited to open one. */
    boolean isWanted() {
        return rough != null;
    }

    void paint(Graphics2D graphics, Dimension size, Theme theme) {
        Request wanted = new Request(rough, size, graphics.getTransform().getScaleX(), theme);
        if (!wanted.equals(requested)) {
            requested = wanted;
            LongConsumer told = painted;
            painter.submit(() -> timed(wanted, told), made -> {
                // Where runs come faster than pictures are made, each is one behind.
                if (isOf(wanted.rough(), rough)) {
                    image = made;
                    repaint.run();
                }
            });
        }
        if (image != null) {
            graphics.drawImage(image, 0, 0, size.width, size.height, null);
        }
    }

    private static boolean isOf(RoughRun one, RoughRun other) {
        return one != null
                && other != null
                && one.run().file().equals(other.run().file());
    }

    private static BufferedImage timed(Request request, LongConsumer told) {
        long begin = System.nanoTime();
        BufferedImage image = imageOf(request);
        told.accept(System.nanoTime() - begin);
        return image;
    }

    private static BufferedImage imageOf(Request request) {
        int width = Math.max(1, (int) Math.round(request.size().width * request.pixelScale()));
        int height = Math.max(1, (int) Math.round(request.size().height * request.pixelScale()));
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setColor(new Color(request.theme().background()));
            graphics.fillRect(0, 0, width, height);
            graphics.scale(request.pixelScale(), request.pixelScale());
            picture(request.rough(), request.theme(), request.size().width, request.size().height)
                    .paint(graphics, false);
        } finally {
            graphics.dispose();
        }
        return image;
    }

    /**
     * The whole picture with what is to be known of it.
     *
     * @param height there is room for
     */
    static Picture picture(RoughRun rough, Theme theme, int width, int height) {
        return fitted(PictureContents.of(rough), theme, Math.max(LEAST_WIDTH, width), height);
    }

    /** As tall as its rows need, or lower where there is no room; of a window that is too low only the top is seen. */
    private static Picture fitted(Picture.Content content, Theme theme, int width, int height) {
        Picture natural = new Picture(content, theme, width, 0);
        if (natural.height() <= height) {
            return natural;
        }
        try {
            return new Picture(content, theme, width, height);
        } catch (IllegalArgumentException e) {
            return natural;
        }
    }
}
