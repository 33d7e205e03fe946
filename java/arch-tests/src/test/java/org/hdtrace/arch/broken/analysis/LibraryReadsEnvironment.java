// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class LibraryReadsEnvironment {
    static String read() {
        return System.getenv("HOME");
    }
}
