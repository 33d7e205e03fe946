// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.examples;

final class ExamplesUseAnalysis {
    org.hdtrace.arch.broken.analysis.TargetAnalysis target;
}
