// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Where processes wait for others: late senders and receivers, collective calls, queues of servers. Read first: {@link
 * org.hdtrace.analysis.waits.WaitReader}, {@link org.hdtrace.analysis.waits.WaitSums}.
 */
package org.hdtrace.analysis.waits;
