// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.report;

/** Text within HTML. */
final class HtmlText {
    private HtmlText() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }
}
