// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.Durations;
import org.hdtrace.sunshot.control.RowProfile;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.paint.LabelPainter;
import org.hdtrace.sunshot.query.RowPairs;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;

/** The bars of a {@link ProfilePanel}, the longest as wide as there is room. Only lines that are seen are painted. */
final class ProfileBars extends JComponent {
    /** Height of a line in pixels. */
    static final int LINE = 24;

    private static final long serialVersionUID = 1L;
    private static final int WIDEST_LABEL = 150;
    private static final int VALUE = 90;
    private static final int LEAST_STRIP = 48;
    private static final int WIDEST_STRIP = 160;

    private final transient Stage stage;
    private transient List<RowProfile> profiles = List.of();
    private transient String marked = "";
    private int labelWidth = WIDEST_LABEL;
    private transient RowProfile.Metric metric = RowProfile.Metric.EXCLUSIVE;
    private transient Consumer<String> hover = text -> {};
    private transient Consumer<RowProfile> chosen = profile -> {};
    private transient Consumer<RowPairs.Pair> chosenPair = pair -> {};
    private transient RowPairs pairs = RowPairs.none();
    private transient BarArcs arcs = new BarArcs(pairs, profiles, LINE);
    private int pointedArc = -1;
    private int pointedBar = -1;

    /** A part of a bar: its category and its place in pixels. */
    private record Part(int category, double left, double right) {}

    ProfileBars(Stage stage) {
        this.stage = stage;
        setName("profile.bars");
        setToolTipText("");
        MouseAdapter mouse = new MouseAdapter() {
            @Override
            public void mouseMoved(MouseEvent event) {
                point(arcs.at(event.getX(), event.getY(), strip()), barAt(event.getX(), event.getY()));
                hover.accept(textAt(event.getX(), event.getY()));
            }

            @Override
            public void mouseExited(MouseEvent event) {
                point(-1, -1);
                hover.accept(" ");
            }

            @Override
            public void mousePressed(MouseEvent event) {
                if (SwingUtilities.isLeftMouseButton(event)) {
                    press(event.getX(), event.getY());
                }
            }
        };
        addMouseListener(mouse);
        addMouseMotionListener(mouse);
    }

    private void press(int x, int y) {
        Optional<RowPairs.Pair> pair = pairAt(x, y);
        int line = y / LINE;
        if (pair.isPresent()) {
            chosenPair.accept(pair.get());
        } else if (line >= 0 && line < profiles.size()) {
            chosen.accept(profiles.get(line));
        }
    }

    /** What the arc at a point stands for, if there is one. */
    Optional<RowPairs.Pair> pairAt(int x, int y) {
        return arcs.pair(arcs.at(x, y, strip()));
    }

    /** The bar at a point beside the strip, or -1. */
    private int barAt(int x, int y) {
        return x < strip() || y / LINE >= profiles.size() ? -1 : y / LINE;
    }

    private void point(int arc, int bar) {
        if (arc != pointedArc || bar != pointedBar) {
            pointedArc = arc;
            pointedBar = bar;
            repaint(0, 0, strip(), getHeight());
        }
    }

    /** Is told which arc was pressed. */
    void onPair(Consumer<RowPairs.Pair> listener) {
        chosenPair = listener;
    }

    /** Draws who sends messages to whom beside the bars. */
    void show(RowPairs between) {
        pairs = between;
        placeArcs();
    }

    RowPairs pairs() {
        return pairs;
    }

    private void placeArcs() {
        arcs = new BarArcs(pairs, profiles, LINE);
        pointedArc = -1;
        repaint();
    }

    /** Width of the arcs at the left. */
    private int strip() {
        return arcs.width(Math.max(LEAST_STRIP, Math.min(WIDEST_STRIP, getWidth() / 4)));
    }

    private int left() {
        return strip() + labelWidth;
    }

    /** Is told which bar was pressed. */
    void onChoice(Consumer<RowProfile> listener) {
        chosen = listener;
    }

    /** Marks the bar of a row; "" for none. */
    void mark(String key) {
        marked = key;
        repaint();
    }

    void onHover(Consumer<String> listener) {
        hover = listener;
    }

    List<RowProfile> profiles() {
        return profiles;
    }

    void show(List<RowProfile> counted) {
        profiles = counted;
        FontMetrics text = getFontMetrics(stage.theme().font());
        int widest = profiles.stream()
                .mapToInt(profile -> text.stringWidth(profile.row().title()))
                .max()
                .orElse(0);
        labelWidth = Math.min(WIDEST_LABEL, widest + 18);
        setPreferredSize(new Dimension(200, Math.max(1, profiles.size() * LINE)));
        placeArcs();
        revalidate();
    }

    void setMetric(RowProfile.Metric other) {
        metric = other;
        repaint();
    }

    private List<Part> parts(RowProfile profile, double scale) {
        List<Part> parts = new ArrayList<>();
        BitSet hidden = stage.model().hidden();
        double at = left();
        for (int category : profile.usage().ranking()) {
            double wide = Math.max(0, profile.value(category, metric)) * scale;
            if (!hidden.get(category)) {
                parts.add(new Part(category, at, at + wide));
                at += wide;
            }
        }
        return parts;
    }

    private double scale() {
        double most = profiles.stream()
                .mapToDouble(profile -> profile.total(metric))
                .max()
                .orElse(0);
        return most == 0 ? 0 : Math.max(10, getWidth() - left() - VALUE) / most;
    }

    @Override
    protected void paintComponent(Graphics g) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setColor(new Color(stage.theme().background()));
            graphics.fill(graphics.getClipBounds());
            double scale = scale();
            int first = Math.max(0, graphics.getClipBounds().y / LINE);
            int last = (graphics.getClipBounds().y + graphics.getClipBounds().height) / LINE;
            for (int i = first; i <= last && i < profiles.size(); i++) {
                paintLine(graphics, profiles.get(i), i * LINE, scale);
            }
            arcs.paint(graphics, stage.theme(), strip(), pointedArc, pointedBar);
        } finally {
            graphics.dispose();
        }
    }

    private void paintLine(Graphics2D graphics, RowProfile profile, int y, double scale) {
        if (profile.row().key().equals(marked)) {
            graphics.setColor(new Color(stage.theme().heading()));
            graphics.fillRect(0, y, getWidth(), LINE);
        }
        graphics.setFont(stage.theme().font());
        graphics.setColor(new Color(stage.theme().text()));
        FontMetrics text = graphics.getFontMetrics();
        graphics.drawString(LabelPainter.elide(profile.row().title(), text, labelWidth - 14), strip() + 8, y + 16);
        double end = left();
        BitSet chosen = stage.model().marked();
        for (Part part : parts(profile, scale)) {
            Category category = stage.model().categories().get(part.category());
            int left = (int) Math.round(part.left());
            int right = (int) Math.round(part.right());
            boolean highlighted = chosen.get(part.category());
            graphics.setColor(new Color(category.rgb()));
            graphics.fillRect(left, y + 3, right - left, LINE - 6);
            if (highlighted) {
                graphics.setColor(new Color(stage.theme().mark()));
                graphics.drawRect(left, y + 3, Math.max(1, right - left - 1), LINE - 7);
            }
            end = part.right();
        }
        graphics.setFont(stage.theme().smallFont());
        graphics.setColor(new Color(stage.theme().muted()));
        graphics.drawString(ProfileDrawing.amount(metric, profile.total(metric)), (int) Math.round(end) + 6, y + 16);
    }

    /** Row, category and all its figures at a point. */
    String textAt(int x, int y) {
        Optional<RowPairs.Pair> pair = pairAt(x, y);
        if (pair.isPresent()) {
            return arcs.textOf(pair.get());
        }
        int line = y / LINE;
        if (line < 0 || line >= profiles.size()) {
            return " ";
        }
        RowProfile profile = profiles.get(line);
        for (Part part : parts(profile, scale())) {
            if (x >= part.left() && x < part.right()) {
                return profile.row().title() + "    " + figures(profile, part.category());
            }
        }
        return profile.row().title();
    }

    @Override
    public String getToolTipText(MouseEvent event) {
        return pairAt(event.getX(), event.getY()).map(arcs::textOf).orElse(null);
    }

    private String figures(RowProfile profile, int category) {
        long count = profile.usage().count(category);
        long inclusive = profile.usage().inclusiveNanos(category);
        long exclusive = profile.usage().exclusiveNanos(category);
        Durations each = profile.durations();
        boolean known = each.has(category);
        return stage.model().categories().get(category).title() + "    " + ValueText.count(count)
                + (count == 1 ? " time" : " times") + "    inclusive " + TimeTicks.duration(inclusive)
                + (known ? span(each.shortest(category), each.longest(category), inclusive / Math.max(1, count)) : "")
                + ", exclusive " + TimeTicks.duration(exclusive)
                + (known
                        ? span(
                                each.shortestAlone(category),
                                each.longestAlone(category),
                                exclusive / Math.max(1, count))
                        : "")
                + ", " + ValueText.percent(profile.usage().inclusiveShare(category));
    }

    private static String span(long least, long most, long mean) {
        return " (" + TimeTicks.duration(least) + " to " + TimeTicks.duration(most) + ", mean "
                + TimeTicks.duration(mean) + ")";
    }
}
