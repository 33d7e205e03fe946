// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.List;
import java.util.Objects;

/** What a node did and took during an interval. Immutable as long as nobody writes to {@link #utilisations}. */
final class Sample {
    private final int run;
    private final String host;
    private final double seconds;
    private final double watts;
    private final double[] utilisations;

    /**
     * @param run number of the recording, or of its piece, that is left out as a whole
     * @param seconds length of the interval
     * @param watts measured mean power
     * @param utilisations one for each feature; not copied
     */
    Sample(int run, String host, double seconds, double watts, double[] utilisations) {
        this.run = run;
        this.host = Objects.requireNonNull(host, "host");
        this.seconds = seconds;
        this.watts = watts;
        this.utilisations = utilisations;
    }

    int run() {
        return run;
    }

    String host() {
        return host;
    }

    double seconds() {
        return seconds;
    }

    double watts() {
        return watts;
    }

    double[] utilisations() {
        return utilisations;
    }

    /** What it is one observation of: a node's run. */
    List<Object> cluster() {
        return List.of(run, host);
    }
}
