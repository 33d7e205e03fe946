// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class InnocentAnalysis {
    org.hdtrace.arch.broken.format.TargetFormat allowed;
}
