// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis.cli;

final class InnocentMain {
    picocli.CommandLine line;

    static void mayDoAll() {
        System.out.println(System.getenv("HOME"));
        System.exit(0);
    }
}
