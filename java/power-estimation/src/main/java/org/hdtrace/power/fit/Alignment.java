// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.series.Lag;
import org.hdtrace.power.series.Series;

/**
 * How late a node's measured power is behind what the node did: clocks of meters differ from those of nodes, and meters take time.
 *
 * @param feature the one whose utilisation agrees best with the power
 */
public record Alignment(String host, String feature, Lag lag) {
    /** The longest lag that is looked for. Clocks that differ more need to be set. */
    public static final long LONGEST_NANOS = 5_000_000_000L;

    public Alignment {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(feature, "feature");
        Objects.requireNonNull(lag, "lag");
    }

    /** Empty when no feature of the node goes with its power well enough to tell, or the shift may be chance. */
    public static Optional<Alignment> of(NodeReading node) {
        Optional<Alignment> best = Optional.empty();
        for (Map.Entry<String, Series> activity : new TreeMap<>(node.activity()).entrySet()) {
            Optional<Lag> lag = Lag.of(activity.getValue(), node.power(), LONGEST_NANOS);
            double known = best.map(alignment -> alignment.lag().correlation()).orElse(0.0);
            if (lag.isPresent() && lag.get().correlation() > known) {
                best = Optional.of(new Alignment(node.host(), activity.getKey(), lag.get()));
            }
        }
        return best.filter(alignment -> alignment.lag().isCertain());
    }

    /** The node with its power where the load is. */
    public NodeReading aligned(NodeReading node) {
        return new NodeReading(node.host(), node.activity(), node.power().shifted(-lag.nanos()));
    }
}
