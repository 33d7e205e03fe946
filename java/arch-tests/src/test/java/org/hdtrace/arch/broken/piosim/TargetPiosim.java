// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.piosim;

public final class TargetPiosim {}
