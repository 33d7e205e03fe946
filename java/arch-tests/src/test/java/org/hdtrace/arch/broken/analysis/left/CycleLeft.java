// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis.left;

public final class CycleLeft {
    org.hdtrace.arch.broken.analysis.right.CycleRight right;
}
