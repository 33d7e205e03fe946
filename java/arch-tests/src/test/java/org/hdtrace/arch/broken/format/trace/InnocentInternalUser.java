// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch.broken.format.trace;

final class InnocentInternalUser {
    org.hdtrace.arch.broken.format.internal.TargetInternal allowed;
}
