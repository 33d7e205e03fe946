// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.sunshot.paint;

public final class TargetPaint {}
