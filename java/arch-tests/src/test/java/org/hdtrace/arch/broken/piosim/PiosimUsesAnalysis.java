// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.piosim;

final class PiosimUsesAnalysis {
    org.hdtrace.arch.broken.analysis.TargetAnalysis target;
}
