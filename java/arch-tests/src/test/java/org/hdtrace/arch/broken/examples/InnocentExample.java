// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.examples;

final class InnocentExample {
    org.hdtrace.arch.broken.piosim.TargetPiosim simulator;
    org.hdtrace.arch.broken.piosim.model.TargetModel model;
    org.hdtrace.arch.broken.format.TargetFormat format;
}
