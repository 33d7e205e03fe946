// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class LibraryPrints {
    static void print() {
        System.err.println("x");
    }
}
