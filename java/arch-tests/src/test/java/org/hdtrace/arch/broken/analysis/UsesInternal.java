// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.analysis;

final class UsesInternal {
    org.hdtrace.arch.broken.format.internal.TargetInternal target;
}
