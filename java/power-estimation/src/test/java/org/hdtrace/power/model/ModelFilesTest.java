// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.SAXException;

class ModelFilesTest {
    private static final Path NAME = Path.of("m.xml");

    @TempDir
    private Path folder;

    /** Everything that a model can hold. */
    private static PowerModel rich() {
        Feature cpu = new Feature("cpu", List.of(new Source("", List.of("CPU_TOTAL"), false, 100, "%")));
        Feature disk = new Feature(
                "disk",
                List.of(
                        new Source("", List.of("HDD_READ", "HDD_WRITE"), true, 1.5e8, "B/s"),
                        new Source("disk*", List.of("BYTES"), true, 1.5e8, "B/s")));
        Feature clock = new Feature("clock", List.of(new Source("", List.of("CPU_FREQ_AVG"), false, 2.4e6, "kHz")));
        Feature heat =
                new Feature("heat", List.of(new Source("", List.of("TEMP_coretemp0:Core_0"), false, 1000, "mC")));
        Leakage leakage = new Leakage(9.5, 60, 25, "heat", 55.5);
        List<Dvfs.State> states = List.of(new Dvfs.State(1.2e9, 0.875), new Dvfs.State(2.4e9, 1.1));
        SleepState sleep = new SleepState("D3", 2, 1, 3.6, 4, 93.6);
        List<Component> components = List.of(
                new Component("a", "CPU", "cpu", 2, new PowerFunction.Linear(28.072, 58), 1.25, List.of()),
                new Component("b", "CPU", "cpu", 1, new PowerFunction.PowerLaw(1, 9.5, 1.4), 0, List.of()),
                new Component(
                        "c",
                        "Disk",
                        "disk",
                        1,
                        new PowerFunction.Piecewise(List.of(
                                new PowerFunction.Point(0, 4.42),
                                new PowerFunction.Point(0.5, 6),
                                new PowerFunction.Point(1, 7.02))),
                        0,
                        List.of(sleep)),
                new Component("d", "VGA", "", 1, new PowerFunction.Linear(3, 3), 0, List.of()),
                new Component(
                        "e",
                        "CPU",
                        "cpu",
                        1,
                        new PowerFunction.Linear(5, 60),
                        0,
                        Optional.of(new Dvfs("clock", states, Optional.of(leakage))),
                        List.of(sleep)),
                new Component(
                        "f",
                        "CPU",
                        "cpu",
                        1,
                        new PowerFunction.Linear(5, 60),
                        0,
                        Optional.of(new Dvfs("clock", states, Optional.of(new Leakage(3, -5, 10, "", 20)))),
                        List.of()));
        Supply supply = new Supply(300, List.of(new Supply.Point(0.1, 0.7), new Supply.Point(0.5, 0.9)));
        CalibrationFacts facts =
                new CalibrationFacts(3, 498, 8.1, 3.25, 0.25, List.of(new CalibrationFacts.Range("cpu", 0, 0.95)));
        return new PowerModel(
                "rich & <odd>",
                List.of(cpu, disk, clock, heat),
                components,
                List.of(new NodeConstant("node0[6-9]", 128.25, 0.5), new NodeConstant("*", 120, 30)),
                supply,
                Optional.of(facts));
    }

    @Test
    void readsWhatItWrote() throws IOException, TraceFormatException {
        Path file = folder.resolve("m.xml");
        ModelWriter.write(rich(), file);
        assertEquals(rich(), ModelReader.read(file));
        assertEquals(List.of("m.xml"), List.of(folder.toFile().list()));
    }

    @Test
    void writtenModelsAndPresetsFollowTheSchema() throws IOException, SAXException {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(ModelReader.class.getResource("power-model.xsd"));
        Path file = folder.resolve("m.xml");
        ModelWriter.write(rich(), file);
        assertDoesNotThrow(() -> schema.newValidator().validate(new StreamSource(file.toFile())));
        StreamSource presets = new StreamSource(ModelReader.class.getResourceAsStream("presets.xml"));
        assertDoesNotThrow(() -> schema.newValidator().validate(presets));
        StreamSource wrong = new StreamSource(new StringReader("<PowerModel version='1'><Oven/></PowerModel>"));
        assertThrows(SAXException.class, () -> schema.newValidator().validate(wrong));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Power/> | line 1: <Power> is not the root of a power model",
                "<PowerModel version='2'/> | version='2' is not known",
                "<PowerModel version='1'><Oven/></PowerModel> | <Oven> is unknown in <PowerModel>; there are Calibration",
                "<PowerModel version='1'>#<Node hosts='a' constant='5'/></PowerModel> | line 2: <Node> constant: '5' is no"
                        + " number with unit W, kW, mW",
                "<PowerModel version='1'><Node hosts='a' constant='-5W'/></PowerModel> | constant='-5W' is negative",
                "<PowerModel version='1'><Node hosts='a' constant='5W' colour='red'/></PowerModel> | attribute 'colour' is"
                        + " unknown; there are band, constant, hosts",
                "<PowerModel version='1'><Component name='c' feature='x'><Linear idle='1W' load='2W'/></Component></PowerModel>"
                        + " | feature='x' is not there",
                "<PowerModel version='1'><Component name='c'/></PowerModel> | has no <Linear>, <Piecewise> or <PowerLaw>",
                "<PowerModel version='1'><Component name='c'><Piecewise><Point utilisation='0' power='1W'/></Piecewise>"
                        + "</Component></PowerModel> | points=1; two are the least",
                "<PowerModel version='1'><Supply rated='300W'><Load share='0' efficiency='1.2'/></Supply></PowerModel> |"
                        + " efficiency=1.2 is not above 0 and up to 1",
                "<PowerModel version='1'><Supply factor='0.5'/></PowerModel> | efficiency=2.0 is not above 0 and up to 1",
                "<PowerModel version='1'><Feature name='f'/></PowerModel> | <Feature> has no <Source>",
                "<PowerModel version='1'><Calibration ridge='-0.1'/></PowerModel> | ridge='-0.1' is negative",
                "<PowerModel version='1'><Calibration ridge='much'/></PowerModel> | ridge: 'much' is no number",
                "<PowerModel version='1'><Component name='c'><Linear idle='1W' load='2W'/><Dvfs clock='f'/></Component>"
                        + "</PowerModel> | clock='f' is not there",
                "<PowerModel version='1'><Feature name='f'><Source statistics='A' full='1kHz'/></Feature>#<Component"
                        + " name='c'><Linear idle='1W' load='2W'/>#<Dvfs clock='f'/></Component></PowerModel> |"
                        + " line 3: <Dvfs> State: states=0; one is the least",
                "<PowerModel version='1'><Feature name='f'><Source statistics='A' full='1kHz'/></Feature><Component"
                        + " name='c'><Linear idle='1W' load='2W'/><Dvfs clock='f'><State frequency='1GHz' voltage='1V'/>"
                        + "<State frequency='1GHz' voltage='2V'/></Dvfs></Component></PowerModel> | is not more than the"
                        + " one before",
                "<PowerModel version='1'><Feature name='f'><Source statistics='A' full='1kHz'/></Feature><Component"
                        + " name='c'><Linear idle='1W' load='2W'/><Dvfs clock='f'><State frequency='1GHz' voltage='0V'/>"
                        + "</Dvfs></Component></PowerModel> | voltage=0.0: both are above 0",
                "<PowerModel version='1'><Feature name='f'><Source statistics='A' full='0%'/></Feature></PowerModel> |"
                        + " full=0.0 of [A]",
                "<PowerModel version='1'> | is no XML",
                "<!DOCTYPE a><PowerModel version='1'/> | document types are not read"
            })
    void faultsNameLineElementAndCause(String text, String expected) {
        TraceFormatException fault = assertThrows(
                TraceFormatException.class, () -> ModelReader.read(NAME, new StringReader(text.replace('#', '\n'))));
        assertTrue(fault.getMessage().startsWith("m.xml: line "), fault.getMessage());
        assertTrue(fault.getMessage().contains(expected), fault.getMessage());
    }

    /** Each with a fault in the leakage, on line 3. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "at='60C' doubling='25K' constant='50C' | attribute 'power' is missing",
                "power='9W' doubling='25K' constant='50C' | attribute 'at' is missing",
                "power='9W' at='60C' constant='50C' | attribute 'doubling' is missing",
                "power='9W' at='60C' doubling='25K' | attribute 'constant' is missing",
                "power='-9W' at='60C' doubling='25K' constant='50C' | power='-9W' is negative",
                "power='9W' at='60' doubling='25K' constant='50C' | at: '60' is no number with unit C, mC",
                "power='9W' at='60C' doubling='25C' constant='50C' | doubling: '25C' is no number with unit K, mK",
                "power='9W' at='60C' doubling='0K' constant='50C' | doubling=0.0 is not above 0",
                "power='9W' at='60C' doubling='25K' constant='500C' | constant=500.0 is no temperature of a chip, -55.0 to",
                "power='9W' at='-60C' doubling='25K' constant='0C' | at=-60.0 is no temperature of a chip",
                "power='9W' at='60C' doubling='25K' sensor='h' | sensor='h' is not there; there are f",
                "power='9W' at='60C' doubling='25K' sensor='f' | sensor='f' is no temperature: each of its sources has one",
                "power='9W' at='60C' doubling='25K' constant='50C' slope='2' | attribute 'slope' is unknown; there are at,",
                "power='9W' at='60C' doubling='25K' constant='50C'/><Leakage | <Leakage> is a second one"
            })
    void faultsOfLeakageNameLineElementAndCause(String attributes, String expected) {
        String text = "<PowerModel version='1'><Feature name='f'><Source statistics='A' full='1kHz'/></Feature>\n"
                + "<Component name='c'><Linear idle='1W' load='2W'/><Dvfs clock='f'>"
                + "<State frequency='1GHz' voltage='1V'/>\n<Leakage " + attributes
                + "/></Dvfs></Component></PowerModel>";
        TraceFormatException fault =
                assertThrows(TraceFormatException.class, () -> ModelReader.read(NAME, new StringReader(text)));
        assertTrue(fault.getMessage().startsWith("m.xml: line 3: <Leakage> "), fault.getMessage());
        assertTrue(fault.getMessage().contains(expected), fault.getMessage());
    }

    @Test
    void readsMappingFilesOfTheOriginal() throws IOException, TraceFormatException {
        Path file = Files.writeString(
                folder.resolve("x.mapping"),
                "CPU_TOTAL_0 pvscluster.CPU\n\n# none\nHDD_WRITE\tpvscluster.Disk # disk\n");
        PowerModel model = MappingFile.read(file);
        assertEquals(
                List.of("CPU_TOTAL_0", "HDD_WRITE"),
                model.components().stream().map(Component::name).toList());
        assertEquals(28.072, model.components().get(0).watts(0), 1e-9);
        assertEquals(58, model.components().get(0).watts(1), 1e-9);
        assertEquals(5, model.components().get(1).sleeps().get(0).changeSeconds());
        assertEquals(0.027 * 3600, model.components().get(1).sleeps().get(0).changeJoules(), 1e-9);
        assertEquals(
                3000, model.feature("HDD_WRITE").orElseThrow().sources().get(0).full());
        assertEquals(6.305 * 1.35, model.supply().inputWatts(6.305), 1e-9);
        for (String wrong :
                List.of("CPU_TOTAL", "CPU_TOTAL no.Such", "A pvscluster.CPU\nA pvscluster.CPU", "# nothing")) {
            Files.writeString(file, wrong + "\n");
            TraceFormatException fault = assertThrows(TraceFormatException.class, () -> MappingFile.read(file));
            assertTrue(fault.getMessage().contains("x.mapping: line "), fault.getMessage());
        }
    }

    @Test
    void theExampleOfTheReadmeIsAModel() throws IOException, TraceFormatException {
        String readme = Files.readString(Path.of(System.getProperty("hd.root"), "java/power-estimation/README.md"));
        String example = readme.substring(readme.indexOf("<PowerModel"), readme.indexOf("</PowerModel>") + 13);
        PowerModel model = ModelReader.read(NAME, new StringReader(example));
        assertEquals(2, model.components().size());
        assertEquals(0.9, model.supply().points().get(1).efficiency(), 1e-12);
    }

    @Test
    void functionsGoThroughTheirPoints() {
        PowerFunction law = new PowerFunction.PowerLaw(10, 30, 2);
        assertEquals(15, law.watts(0.5));
        PowerFunction pieces = rich().components().get(2).function();
        assertEquals(4.42, pieces.watts(0));
        assertEquals(6, pieces.watts(0.5), 1e-12);
        assertEquals(7.02, pieces.watts(1), 1e-12);
        assertEquals(8.04, pieces.watts(1.5), 1e-12);
    }

    @Test
    void suppliesDivideByTheirEfficiency() {
        assertEquals(200, Supply.factor(2).inputWatts(100));
        Supply curve = rich().supply();
        assertEquals(20 / 0.7, curve.inputWatts(20), 1e-9);
        assertEquals(90 / 0.8, curve.inputWatts(90), 1e-9);
        assertEquals(290 / 0.9, curve.inputWatts(290), 1e-9);
        assertEquals(7, Supply.ideal().inputWatts(7));
    }
}
