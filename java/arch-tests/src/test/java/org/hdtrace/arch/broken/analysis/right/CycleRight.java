// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis.right;

public final class CycleRight {
    org.hdtrace.arch.broken.analysis.left.CycleLeft left;
}
