// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.format.TraceFormatException;

/** Reads power models; faults name file, line, element and what is allowed. The elements: {@code power-model.xsd}. */
public final class ModelReader {
    private final Element root;
    private final Set<String> names = new HashSet<>();

    private ModelReader(Element root) {
        this.root = root;
    }

    public static PowerModel read(Path file) throws TraceFormatException {
        return new ModelReader(Element.read(file)).model();
    }

    static PowerModel read(Path file, Reader text) throws TraceFormatException {
        return new ModelReader(Element.read(file, text)).model();
    }

    private PowerModel model() throws TraceFormatException {
        if (!root.name().equals("PowerModel")) {
            throw root.fault("is not the root of a power model, <PowerModel>");
        }
        root.allow(Set.of("name", "version"), Set.of("Feature", "Component", "Node", "Supply", "Calibration"));
        if (!root.text("version").equals("1")) {
            throw root.fault("version='" + root.text("version") + "' is not known; there is 1");
        }
        List<Feature> features = new ArrayList<>();
        for (Element element : root.children("Feature")) {
            features.add(feature(element));
        }
        List<Component> components = new ArrayList<>();
        for (Element element : root.children("Component")) {
            components.add(component(element, features));
        }
        List<NodeConstant> nodes = new ArrayList<>();
        for (Element element : root.children("Node")) {
            element.allow(Set.of("hosts", "constant", "band"), Set.of());
            nodes.add(new NodeConstant(
                    element.text("hosts"),
                    element.amount("constant", Quantity.POWER),
                    element.amount("band", Quantity.POWER, 0)));
        }
        return new PowerModel(root.text("name", ""), features, components, nodes, supply(), calibration(features));
    }

    private Feature feature(Element element) throws TraceFormatException {
        element.allow(Set.of("name"), Set.of("Source"));
        List<Source> sources = new ArrayList<>();
        for (Element source : element.children()) {
            source.allow(Set.of("component", "statistics", "full"), Set.of());
            List<String> statistics =
                    Arrays.asList(source.text("statistics").strip().split("\\s+"));
            String component = source.text("component", "");
            sources.add(
                    source.parsed("full", source.text("full"), full -> Quantity.source(component, statistics, full)));
        }
        if (sources.isEmpty()) {
            throw element.fault("has no <Source>");
        }
        return new Feature(unique(element), sources);
    }

    private String unique(Element element) throws TraceFormatException {
        String name = element.text("name");
        if (!names.add(element.name() + " " + name)) {
            throw element.fault("name='" + name + "' is there already");
        }
        return name;
    }

    private Component component(Element element, List<Feature> features) throws TraceFormatException {
        element.allow(
                Set.of("name", "class", "feature", "count", "band"),
                Set.of("Linear", "Piecewise", "PowerLaw", "Dvfs", "Sleep"));
        String feature = element.text("feature", "");
        if (!feature.isEmpty()) {
            requireFeature(element, "feature", feature, features);
        }
        List<SleepState> sleeps = new ArrayList<>();
        Optional<Dvfs> dvfs = Optional.empty();
        PowerFunction function = null;
        for (Element child : element.children()) {
            if (child.name().equals("Sleep")) {
                sleeps.add(sleep(child));
            } else if (child.name().equals("Dvfs")) {
                if (dvfs.isPresent()) {
                    throw child.fault("is a second one");
                }
                dvfs = Optional.of(dvfs(child, features));
            } else if (function == null) {
                function = function(child);
            } else {
                throw child.fault("is a second function");
            }
        }
        if (function == null) {
            throw element.fault("has no <Linear>, <Piecewise> or <PowerLaw>");
        }
        int count = element.count("count", 1);
        if (count == 0) {
            throw element.fault("count='0'; one is the least");
        }
        String name = unique(element);
        double band = element.amount("band", Quantity.POWER, 0);
        return new Component(name, element.text("class", name), feature, count, function, band, dvfs, sleeps);
    }

    private static void requireFeature(Element element, String attribute, String name, List<Feature> features)
            throws TraceFormatException {
        if (features.stream().noneMatch(known -> known.name().equals(name))) {
            throw element.fault(attribute + "='" + name + "' is not there; there are "
                    + String.join(", ", features.stream().map(Feature::name).toList()));
        }
    }

    private static Dvfs dvfs(Element element, List<Feature> features) throws TraceFormatException {
        element.allow(Set.of("clock"), Set.of("State", "Leakage"));
        String clock = element.text("clock");
        requireFeature(element, "clock", clock, features);
        List<Dvfs.State> states = new ArrayList<>();
        for (Element state : element.children("State")) {
            state.allow(Set.of("frequency", "voltage"), Set.of());
            double hertz = state.number("frequency", Quantity.FREQUENCY);
            double volts = state.number("voltage", Quantity.VOLTAGE);
            states.add(state.parsed("State", "", unused -> new Dvfs.State(hertz, volts)));
        }
        List<Element> leakages = element.children("Leakage");
        if (leakages.size() > 1) {
            throw leakages.get(1).fault("is a second one");
        }
        Optional<Leakage> leakage =
                leakages.isEmpty() ? Optional.empty() : Optional.of(leakage(leakages.get(0), features));
        return element.parsed("State", "", unused -> new Dvfs(clock, states, leakage));
    }

    private static Leakage leakage(Element element, List<Feature> features) throws TraceFormatException {
        element.allow(Set.of("power", "at", "doubling", "sensor", "constant"), Set.of());
        double watts = element.amount("power", Quantity.POWER);
        double celsius = element.number("at", Quantity.TEMPERATURE);
        double doubling = element.number("doubling", Quantity.KELVIN);
        String sensor = element.text("sensor", "");
        if (sensor.isEmpty()) {
            element.text("constant"); // without a sensor it is needed
        } else {
            requireFeature(element, "sensor", sensor, features);
            requireDegrees(element, sensor, features);
        }
        double constant = element.number("constant", Quantity.TEMPERATURE, celsius);
        return element.parsed("power", "", unused -> new Leakage(watts, celsius, doubling, sensor, constant));
    }

    /** A sensor's sources each are one statistic, which is 1 at one degree. */
    private static void requireDegrees(Element element, String sensor, List<Feature> features)
            throws TraceFormatException {
        for (Feature feature : features) {
            for (Source source : feature.name().equals(sensor) ? feature.sources() : List.<Source>of()) {
                boolean degrees = (source.unit().equals("C") && source.full() == 1)
                        || (source.unit().equals("mC") && source.full() == 1000);
                if (!degrees || source.statistics().size() != 1) {
                    throw element.fault("sensor='" + sensor + "' is no temperature: each of its sources has one"
                            + " statistic and full='1C' or full='1000mC'");
                }
            }
        }
    }

    private static SleepState sleep(Element element) throws TraceFormatException {
        element.allow(Set.of("state", "power", "down", "downEnergy", "up", "upEnergy"), Set.of());
        return new SleepState(
                element.text("state"),
                element.amount("power", Quantity.POWER),
                element.amount("down", Quantity.TIME, 0),
                element.amount("downEnergy", Quantity.ENERGY, 0),
                element.amount("up", Quantity.TIME, 0),
                element.amount("upEnergy", Quantity.ENERGY, 0));
    }

    private static PowerFunction function(Element element) throws TraceFormatException {
        if (element.name().equals("Piecewise")) {
            return piecewise(element.allow(Set.of(), Set.of("Point")));
        }
        boolean law = element.name().equals("PowerLaw");
        element.allow(law ? Set.of("idle", "load", "exponent") : Set.of("idle", "load"), Set.of());
        double idle = element.amount("idle", Quantity.POWER);
        double load = element.amount("load", Quantity.POWER);
        if (!law) {
            return new PowerFunction.Linear(idle, load);
        }
        double exponent = element.number("exponent", Quantity.NUMBER);
        if (!(exponent > 0)) {
            throw element.fault("exponent='" + element.text("exponent") + "' is not above 0");
        }
        return new PowerFunction.PowerLaw(idle, load, exponent);
    }

    private static PowerFunction piecewise(Element element) throws TraceFormatException {
        List<PowerFunction.Point> points = new ArrayList<>();
        for (Element point : element.children()) {
            point.allow(Set.of("utilisation", "power"), Set.of());
            points.add(new PowerFunction.Point(
                    point.number("utilisation", Quantity.NUMBER), point.amount("power", Quantity.POWER)));
        }
        return element.parsed("Point", "", unused -> new PowerFunction.Piecewise(points));
    }

    private Supply supply() throws TraceFormatException {
        List<Element> supplies = root.children("Supply");
        if (supplies.size() > 1) {
            throw supplies.get(1).fault("is a second one");
        }
        if (supplies.isEmpty()) {
            return Supply.ideal();
        }
        Element element = supplies.get(0).allow(Set.of("factor", "rated"), Set.of("Load"));
        if (element.children().isEmpty()) {
            double factor = element.number("factor", Quantity.NUMBER);
            return element.parsed("factor", "", unused -> Supply.factor(factor));
        }
        List<Supply.Point> points = new ArrayList<>();
        for (Element load : element.children()) {
            load.allow(Set.of("share", "efficiency"), Set.of());
            points.add(new Supply.Point(
                    load.amount("share", Quantity.NUMBER), load.amount("efficiency", Quantity.NUMBER)));
        }
        double rated = element.number("rated", Quantity.POWER);
        return element.parsed("Load", "", unused -> new Supply(rated, points));
    }

    private Optional<CalibrationFacts> calibration(List<Feature> features) throws TraceFormatException {
        List<Element> found = root.children("Calibration");
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Element element =
                found.get(0).allow(Set.of("recordings", "samples", "residual", "between", "ridge"), Set.of("Range"));
        List<CalibrationFacts.Range> ranges = new ArrayList<>();
        for (Element range : element.children()) {
            range.allow(Set.of("feature", "from", "to"), Set.of());
            String feature = range.text("feature");
            if (features.stream().noneMatch(known -> known.name().equals(feature))) {
                throw range.fault("feature='" + feature + "' is not there");
            }
            ranges.add(new CalibrationFacts.Range(
                    feature, range.number("from", Quantity.NUMBER), range.number("to", Quantity.NUMBER)));
        }
        return Optional.of(new CalibrationFacts(
                element.count("recordings", 0),
                element.count("samples", 0),
                element.amount("residual", Quantity.POWER, 0),
                element.amount("between", Quantity.POWER, 0),
                element.amount("ridge", Quantity.NUMBER, 0),
                ranges));
    }
}
