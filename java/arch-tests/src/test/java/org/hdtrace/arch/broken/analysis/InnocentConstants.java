// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class InnocentConstants {
    static final java.util.Map<String, String> TABLE = java.util.Map.of();
    public final int size = 1;

    enum InnocentEnum {
        ONE
    }
}
