// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.format;

final class FormatUsesAnalysis {
    org.hdtrace.arch.broken.analysis.TargetAnalysis target;
}
