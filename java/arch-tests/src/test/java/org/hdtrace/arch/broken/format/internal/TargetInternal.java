// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.format.internal;

public final class TargetInternal {}
