// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** A posted receive of a {@link Call}; used again as soon as it is matched. */
final class Receive extends Envelope {
    Call call;
}
