// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/** A message as the {@link Matcher} sees it until it is matched; then used again for another. */
final class Arrival extends Envelope {
    MpiMessage message;
}
