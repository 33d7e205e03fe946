// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jfree.svg.SVGGraphics2D;
import org.jfree.svg.SVGUtils;

/**
 * A drawing as SVG. A timeline has tens of thousands of rectangles, so what each of them says is kept short: whole numbers without
 * decimals, and its colour as an attribute instead of a style.
 */
final class SvgPage {
    /** How an opaque rectangle ends. No text looks like this, since angle brackets in texts are escaped. */
    private static final Pattern FILL = Pattern.compile("style='fill:rgb\\((\\d+),(\\d+),(\\d+)\\)'/>");

    /** Beyond that, not each whole number has a double of its own. */
    private static final double MOST_WHOLE = 1L << 53;

    private SvgPage() {}

    static String of(Drawing picture) {
        SVGGraphics2D graphics = new SVGGraphics2D(picture.width(), picture.height());
        graphics.setGeomDoubleConverter(SvgPage::number);
        picture.paint(graphics, false);
        return withShortFills(graphics.getSVGDocument());
    }

    private static String number(double value) {
        long whole = (long) value;
        return whole == value && Math.abs(value) <= MOST_WHOLE ? Long.toString(whole) : SVGUtils.doubleToString(value);
    }

    private static String withShortFills(String svg) {
        HexFormat hex = HexFormat.of();
        StringBuilder result = new StringBuilder(svg.length());
        Matcher fill = FILL.matcher(svg);
        int copied = 0;
        while (fill.find()) {
            result.append(svg, copied, fill.start()).append("fill='#");
            for (int part = 1; part <= 3; part++) {
                hex.toHexDigits(result, (byte) Integer.parseInt(fill.group(part)));
            }
            result.append("'/>");
            copied = fill.end();
        }
        return result.append(svg, copied, svg.length()).toString();
    }
}
