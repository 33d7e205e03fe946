// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.sunshot.query;

public final class InnocentLayer {
    org.hdtrace.arch.broken.analysis.TargetAnalysis allowed;
}
