// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis.cli;

final class PrintsStackTrace {
    static void print(RuntimeException e) {
        e.printStackTrace();
    }
}
