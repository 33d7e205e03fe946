// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class LoadsByName {
    static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }
}
