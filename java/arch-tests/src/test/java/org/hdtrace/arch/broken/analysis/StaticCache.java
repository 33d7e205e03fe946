// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class StaticCache {
    static final java.util.HashMap<String, String> CACHE = new java.util.HashMap<>();
}
