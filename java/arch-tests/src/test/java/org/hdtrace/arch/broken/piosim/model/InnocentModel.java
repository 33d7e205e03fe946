// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.piosim.model;

final class InnocentModel {
    org.hdtrace.arch.broken.format.TargetFormat allowed;
}
