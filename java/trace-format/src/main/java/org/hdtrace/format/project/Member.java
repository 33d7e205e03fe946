// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

/**
 * A process in a {@link Communicator}.
 *
 * @param global world rank
 * @param local rank in the communicator
 * @param cid number by which this process's trace names the communicator
 */
public record Member(int global, int local, int cid) {}
