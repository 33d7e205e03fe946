// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.List;

/** What calls wait for each other in without any message: a collective operation, or one of its parts. */
final class Meeting {
    int context;
    long tag;
    final List<Call> present = new ArrayList<>();
    /** Another one of the same context. */
    Meeting next;
}
