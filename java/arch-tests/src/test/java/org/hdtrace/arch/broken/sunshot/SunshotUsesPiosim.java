// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.sunshot;

final class SunshotUsesPiosim {
    org.hdtrace.arch.broken.piosim.TargetPiosim target;
}
