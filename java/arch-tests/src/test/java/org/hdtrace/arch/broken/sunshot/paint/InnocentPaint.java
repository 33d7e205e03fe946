// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.sunshot.paint;

final class InnocentPaint {
    java.awt.Color colour;
    org.hdtrace.arch.broken.sunshot.query.InnocentLayer below;
}
