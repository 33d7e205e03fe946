// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.sunshot;

final class InnocentSunshot {
    org.hdtrace.arch.broken.analysis.TargetAnalysis allowed;
    org.hdtrace.arch.broken.format.TargetFormat allowedToo;
}
