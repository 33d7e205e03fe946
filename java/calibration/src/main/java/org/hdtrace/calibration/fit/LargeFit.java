// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

/**
 * Messages in shared memory beyond the eager limit, where those are a line of their own: libraries copy them once, by the kernel.
 *
 * @param nanos what each of them takes besides, with the handshake
 * @param bandwidth bytes per second
 */
public record LargeFit(Estimate nanos, Estimate bandwidth) {}
