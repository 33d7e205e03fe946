// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.document.DocumentParser;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Generators;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.document.generate.GeneratorReader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

/** The schema says what the reader does. */
class SchemaTest {
    private static final Path ROOT = Path.of(System.getProperty("hd.root"));
    private static final Path FILE =
            ROOT.resolve("java/piosim-model/src/main/resources/org/hdtrace/piosim/model/piosimhd-model.xsd");

    @TempDir
    Path directory;

    private static void validate(String text) throws SAXException, IOException {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        Schema schema = factory.newSchema(FILE.toFile());
        Validator validator = schema.newValidator();
        validator.validate(new StreamSource(new StringReader(text)));
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("examples/models"))) {
            return files.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void acceptsEveryExampleAsTheReaderDoes(Path file) throws Exception {
        ModelReader.read(file);
        validate(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void acceptsWhatTheWriterMakesOfThem(Path file) throws Exception {
        validate(ModelWriter.text(ModelReader.read(file)));
    }

    @Test
    void acceptsTheOriginalsStar() throws Exception {
        Path file = ROOT.resolve("../shared/fixtures/original/models/star-4-clients-1-server-model.xml");
        Assumptions.assumeTrue(Files.exists(file), "the original's models are not here");
        validate(Files.readString(file).replaceFirst("<Project[^>]*>", "<Project>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "implementation='StoreForwardNode'|implementation='Wormhole'",
                "implementation='SimpleNetworkEdge'|implementation='StoreForwardNode'",
                "<Latency>20us</Latency>|<Latnecy>20us</Latnecy>",
                "implementation='SimpleDisk'|implementation='FloppyDisk'",
                "<AvgAccessTime>|<IOSubsystem implementation='Raid'><Level>2</Level></IOSubsystem><AvgAccessTime>",
                "<Latency>20us</Latency>|<Latency>20</Latency>",
                "<Latency>20us</Latency>|<Latency>20us</Latency><Latency>20us</Latency>",
                "<Bandwidth>117000000|<Bandwidth>117Q",
                "<Bandwidth>117000000|<Bandwidth>fast",
                "<CPUs>2</CPUs>|<CPUs>two</CPUs>",
                "hosts='3'|hosts='many'",
                "hosts='3'|hosts='3' arms='5'",
                "node='host' |",
                "<ComponentList>|<ComponentList><Ring hosts='3'/>",
                "</Project>|<TopologyList><Topology scheduling='LIFO'/></TopologyList></Project>",
                "</Project>|<TopologyList><Topology><Node/></Topology></TopologyList></Project>",
                "</Project>|<TopologyList><Topology implementation='LogP'/></TopologyList></Project>",
                "</Project>|<TopologyList><Topology implementation='LogGOPS'><l>1us</l></Topology></TopologyList></Project>",
                "<GlobalSettings>|<GlobalSettings><ClientMethod name='Broadcast'>Direct</ClientMethod>",
                "</Project>|<Templates/></Project>",
                "</Project>|<ApplicationList><Application file='x'/></ApplicationList></Project>",
            })
    void refusesWhatTheReaderRefuses(String change) throws Exception {
        String right = Models.star();
        String[] parts = change.split("\\|", -1);
        String wrong = right.replace(parts[0], parts[1]);

        validate(right);
        assertThrows(SAXException.class, () -> validate(wrong), wrong);
        assertThrows(ModelFormatException.class, () -> Models.read(directory, wrong), wrong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Node", "NIC", "NetworkNode", "NetworkEdge", "IOSubsystem", "ServerCacheLayer"})
    void knowsAllImplementationsAndTheirValues(String tag) throws Exception {
        assertEquals(new TreeSet<>(ComponentRegistry.STANDARD.names(tag)), implementations(tag));
        Set<String> values = new TreeSet<>(List.of("IDENTIFIER"));
        for (String name : ComponentRegistry.STANDARD.names(tag)) {
            ComponentRegistry.STANDARD
                    .find(tag, name)
                    .orElseThrow()
                    .values()
                    .forEach(value -> values.add(value.name()));
        }
        if (tag.equals("Node")) {
            values.add("HOSTEDCOMPONENTS");
        }
        if (tag.equals("IOSubsystem")) {
            values.add("IOSubsystem");
        }
        Element type = type("complexType", tag);
        Set<String> elements = new TreeSet<>();
        type.child("all")
                .or(() -> type.child("choice"))
                .orElseThrow()
                .children("element")
                .forEach(element -> elements.add(element.attribute("name").orElseThrow()));
        assertEquals(values, elements);
    }

    @Test
    void knowsAllRoutingsAndTheirParameters() throws Exception {
        assertEquals(new TreeSet<>(RoutingRegistry.names()), implementations("PaketRoutingAlgorithm"));
        Set<String> parameters = new TreeSet<>(List.of("implementation", "name", "id"));
        RoutingRegistry.names().forEach(name -> parameters.addAll(RoutingRegistry.parameters(name)));
        List<Element> algorithms = new ArrayList<>();
        find(DocumentParser.parse(FILE), "PaketRoutingAlgorithm", algorithms);
        assertEquals(
                parameters, attributes(algorithms.get(0).child("complexType").orElseThrow()));
    }

    @Test
    void knowsAllCommands() throws Exception {
        List<String> names =
                type("simpleType", "CommandName").child("restriction").orElseThrow().children("enumeration").stream()
                        .map(value -> value.attribute("value").orElseThrow())
                        .toList();
        assertEquals(CommandType.commandNames(), names);
    }

    @Test
    void knowsAllGeneratorsAndTheirAttributes() throws Exception {
        for (String tag : Generators.tags()) {
            assertEquals(new TreeSet<>(GeneratorReader.attributes(tag)), attributes(type("complexType", tag)), tag);
        }
        List<Element> lists = new ArrayList<>();
        find(DocumentParser.parse(FILE), "ComponentList", lists);
        Set<String> inside = new TreeSet<>();
        lists.get(0)
                .child("complexType")
                .orElseThrow()
                .child("choice")
                .orElseThrow()
                .children("element")
                .forEach(element -> inside.add(element.attribute("name").orElseThrow()));
        Set<String> expected = new TreeSet<>(Generators.tags());
        expected.addAll(List.of("NodeList", "NetworkEdgeList", "NetworkNodeList"));
        assertEquals(expected, inside);
    }

    private static Set<String> attributes(Element type) {
        Set<String> names = new TreeSet<>();
        type.children("attribute")
                .forEach(attribute -> names.add(attribute.attribute("name").orElseThrow()));
        return names;
    }

    /** The names at the end of the pattern for an implementation. */
    private static Set<String> implementations(String tag) throws Exception {
        String pattern = type("simpleType", tag + "Implementation")
                .child("restriction")
                .flatMap(restriction -> restriction.child("pattern"))
                .flatMap(value -> value.attribute("value"))
                .orElseThrow();
        String names = pattern.substring(pattern.lastIndexOf('(') + 1, pattern.length() - 1);
        return new TreeSet<>(Arrays.asList(names.split("\\|", -1)));
    }

    private static Element type(String kind, String name) throws Exception {
        return DocumentParser.parse(FILE).children(kind).stream()
                .filter(type -> type.attribute("name").orElse("").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
    }

    private static void find(Element place, String name, List<Element> found) {
        if (place.is("element") && place.attribute("name").orElse("").equals(name)) {
            found.add(place);
        }
        place.children().forEach(child -> find(child, name, found));
    }
}
