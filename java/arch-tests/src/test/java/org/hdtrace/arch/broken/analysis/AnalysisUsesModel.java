// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class AnalysisUsesModel {
    org.hdtrace.arch.broken.piosim.model.TargetModel target;
}
