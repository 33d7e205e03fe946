// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes power models so that {@link ModelReader} reads the same back; under another name first, so that the file is whole. */
public final class ModelWriter {
    private final XMLStreamWriter xml;

    private ModelWriter(XMLStreamWriter xml) {
        this.xml = xml;
    }

    public static void write(PowerModel model, Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            try (java.io.Writer text = Files.newBufferedWriter(unfinished)) {
                new ModelWriter(XMLOutputFactory.newInstance().createXMLStreamWriter(text)).write(model);
            } catch (XMLStreamException e) {
                throw new IOException(String.valueOf(e.getMessage()), e);
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void write(PowerModel model) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        open(0, "PowerModel", "name", model.name(), "version", "1");
        for (Feature feature : model.features()) {
            open(1, "Feature", "name", feature.name());
            for (Source source : feature.sources()) {
                empty(2, "Source", attributes(source));
            }
            close(1);
        }
        for (Component component : model.components()) {
            write(component);
        }
        for (NodeConstant node : model.nodes()) {
            empty(1, "Node", "hosts", node.hosts(), "constant", watts(node.watts()), "band", watts(node.bandWatts()));
        }
        write(model.supply());
        if (model.calibration().isPresent()) {
            write(model.calibration().get());
        }
        close(0);
        xml.writeEndDocument();
        xml.flush();
    }

    private static String[] attributes(Source source) {
        String statistics = String.join(" ", source.statistics());
        String full = Quantity.text(source.full(), source.unit());
        return source.component().isEmpty()
                ? new String[] {"statistics", statistics, "full", full}
                : new String[] {"component", source.component(), "statistics", statistics, "full", full};
    }

    private void write(Component component) throws XMLStreamException {
        indent(1);
        xml.writeStartElement("Component");
        attribute("name", component.name());
        attribute("class", component.kind());
        if (!component.feature().isEmpty()) {
            attribute("feature", component.feature());
        }
        attribute("count", Integer.toString(component.count()));
        attribute("band", watts(component.bandWatts()));
        xml.writeCharacters("\n");
        write(component.function());
        if (component.dvfs().isPresent()) {
            write(component.dvfs().get());
        }
        for (SleepState sleep : component.sleeps()) {
            empty(
                    2,
                    "Sleep",
                    "state",
                    sleep.name(),
                    "power",
                    watts(sleep.watts()),
                    "down",
                    Quantity.text(sleep.downSeconds(), "s"),
                    "downEnergy",
                    Quantity.text(sleep.downJoules(), "J"),
                    "up",
                    Quantity.text(sleep.upSeconds(), "s"),
                    "upEnergy",
                    Quantity.text(sleep.upJoules(), "J"));
        }
        close(1);
    }

    private void write(PowerFunction function) throws XMLStreamException {
        if (function instanceof PowerFunction.Linear line) {
            empty(2, "Linear", "idle", watts(line.idleWatts()), "load", watts(line.loadWatts()));
        } else if (function instanceof PowerFunction.PowerLaw law) {
            String exponent = Quantity.text(law.exponent(), "");
            empty(2, "PowerLaw", "idle", watts(law.idleWatts()), "load", watts(law.loadWatts()), "exponent", exponent);
        } else if (function instanceof PowerFunction.Piecewise pieces) {
            open(2, "Piecewise");
            for (PowerFunction.Point point : pieces.points()) {
                String utilisation = Quantity.text(point.utilisation(), "");
                empty(3, "Point", "utilisation", utilisation, "power", watts(point.watts()));
            }
            close(2);
        }
    }

    private void write(Dvfs dvfs) throws XMLStreamException {
        open(2, "Dvfs", "clock", dvfs.clock());
        for (Dvfs.State state : dvfs.states()) {
            String hertz = Quantity.text(state.hertz(), "Hz");
            empty(3, "State", "frequency", hertz, "voltage", Quantity.text(state.volts(), "V"));
        }
        if (dvfs.leakage().isPresent()) {
            write(dvfs.leakage().get());
        }
        close(2);
    }

    private void write(Leakage leakage) throws XMLStreamException {
        indent(3);
        xml.writeEmptyElement("Leakage");
        attribute("power", watts(leakage.watts()));
        attribute("at", Quantity.text(leakage.celsius(), "C"));
        attribute("doubling", Quantity.text(leakage.doublingKelvin(), "K"));
        if (!leakage.sensor().isEmpty()) {
            attribute("sensor", leakage.sensor());
        }
        attribute("constant", Quantity.text(leakage.constantCelsius(), "C"));
        xml.writeCharacters("\n");
    }

    private void write(Supply supply) throws XMLStreamException {
        if (supply.equals(Supply.ideal())) {
            return;
        }
        open(1, "Supply", "rated", watts(supply.ratedWatts()));
        for (Supply.Point point : supply.points()) {
            String share = Quantity.text(point.share(), "");
            empty(2, "Load", "share", share, "efficiency", Quantity.text(point.efficiency(), ""));
        }
        close(1);
    }

    private void write(CalibrationFacts facts) throws XMLStreamException {
        open(
                1,
                "Calibration",
                "recordings",
                Integer.toString(facts.recordings()),
                "samples",
                Integer.toString(facts.samples()),
                "residual",
                watts(facts.residualWatts()),
                "between",
                watts(facts.betweenWatts()),
                "ridge",
                Quantity.text(facts.ridge(), ""));
        for (CalibrationFacts.Range range : facts.ranges()) {
            String from = Quantity.text(range.from(), "");
            empty(2, "Range", "feature", range.feature(), "from", from, "to", Quantity.text(range.to(), ""));
        }
        close(1);
    }

    private static String watts(double value) {
        return Quantity.text(value, "W");
    }

    private void open(int depth, String name, String... attributes) throws XMLStreamException {
        indent(depth);
        xml.writeStartElement(name);
        writeAll(List.of(attributes));
        xml.writeCharacters("\n");
    }

    private void empty(int depth, String name, String... attributes) throws XMLStreamException {
        indent(depth);
        xml.writeEmptyElement(name);
        writeAll(List.of(attributes));
        xml.writeCharacters("\n");
    }

    private void writeAll(List<String> attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.size(); i += 2) {
            attribute(attributes.get(i), attributes.get(i + 1));
        }
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, value);
    }

    private void close(int depth) throws XMLStreamException {
        indent(depth);
        xml.writeEndElement();
        xml.writeCharacters("\n");
    }

    private void indent(int depth) throws XMLStreamException {
        xml.writeCharacters("  ".repeat(depth));
    }
}
