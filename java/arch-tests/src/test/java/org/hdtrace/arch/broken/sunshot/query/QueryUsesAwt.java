// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.sunshot.query;

final class QueryUsesAwt {
    java.awt.Color colour;
}
