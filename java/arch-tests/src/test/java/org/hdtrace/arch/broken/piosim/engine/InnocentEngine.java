// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.piosim.engine;

final class InnocentEngine {
    org.hdtrace.arch.broken.piosim.model.TargetModel allowed;
}
