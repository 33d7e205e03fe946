// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.power;

final class PowerUsesPiosim {
    org.hdtrace.arch.broken.piosim.TargetPiosim target;
}
