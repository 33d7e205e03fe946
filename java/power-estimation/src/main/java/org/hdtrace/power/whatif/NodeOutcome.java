// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.whatif;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.power.input.LeakageOverTime;
import org.hdtrace.power.input.NodeReading;
import org.hdtrace.power.model.Component;
import org.hdtrace.power.model.NodeConstant;
import org.hdtrace.power.model.PowerModel;
import org.hdtrace.power.series.Grid;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.Sum;

/**
 * A node under a strategy.
 *
 * @param joules at the wall, until the last component has done its work; where the load of a component is not known it idles
 * @param plans of one of each component
 */
public record NodeOutcome(String host, Strategy strategy, double seconds, double joules, Map<String, Plan> plans) {
    public NodeOutcome {
        plans = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(plans));
    }

    /** Play all components of a node; no energy where it has no statistics. */
    public static NodeOutcome of(PowerModel model, NodeReading node, Strategy strategy) {
        Map<String, Plan> plans = new LinkedHashMap<>();
        Map<String, LeakageOverTime> leakages = new LinkedHashMap<>();
        List<Series> changes = new ArrayList<>(node.activity().values());
        for (Component component : model.components()) {
            Plan plan = strategy.play(component, node);
            plans.put(component.name(), plan);
            changes.add(plan.watts());
            leakages.put(component.name(), node.leakage(component));
        }
        double constant = model.constant(node.host()).map(NodeConstant::watts).orElse(0.0);
        long[] times = Grid.of(changes);
        Sum joules = new Sum();
        Sum seconds = new Sum();
        for (int i = 1; i < times.length; i++) {
            double length = Series.seconds(times[i - 1], times[i]);
            double watts = constant + watts(model, plans, leakages, times[i - 1]);
            joules.add(length * model.supply().inputWatts(watts));
            seconds.add(length);
        }
        return new NodeOutcome(node.host(), strategy, seconds.value(), joules.value(), plans);
    }

    private static double watts(
            PowerModel model, Map<String, Plan> plans, Map<String, LeakageOverTime> leakages, long at) {
        double sum = 0;
        for (Component component : model.components()) {
            double watts = plans.get(component.name()).watts().at(at);
            double idle = component.function().watts(0)
                    + leakages.get(component.name()).at(at);
            sum += component.count() * (Double.isNaN(watts) ? idle : watts);
        }
        return sum;
    }

    public int changes() {
        return plans.values().stream().mapToInt(Plan::changes).sum();
    }

    /** By which the run became longer: that of the component that needs most. */
    public double addedSeconds() {
        return plans.values().stream().mapToDouble(Plan::addedSeconds).max().orElse(0);
    }
}
