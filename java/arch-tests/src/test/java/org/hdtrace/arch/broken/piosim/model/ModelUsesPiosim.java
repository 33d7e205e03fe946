// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.piosim.model;

final class ModelUsesPiosim {
    org.hdtrace.arch.broken.piosim.TargetPiosim target;
}
