// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.calibration.Machines;
import org.hdtrace.calibration.fit.MachineFitter;
import org.hdtrace.calibration.model.ModelMaker;
import org.hdtrace.calibration.report.ValidationHtml;
import org.hdtrace.calibration.report.ValidationJson;
import org.hdtrace.calibration.report.ValidationText;
import org.hdtrace.calibration.table.Sample;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that were recorded on a known machine are judged by models that are right, too slow and too fast. */
class ValidationTest {
    private static final Judge JUDGE = new Judge(0.3, 1e6);

    @TempDir
    private Path folder;

    private ClusterModel machine;
    private Path run;

    @BeforeEach
    void record() throws Exception {
        machine = Runs.model(Runs.RATE, folder);
        run = Runs.record(machine, folder.resolve("run"), Runs::messages);
    }

    private ValidationResult validated(ClusterModel model) throws Exception {
        Validation validation = new Validation(model, JUDGE);
        validation.add(run, "app");
        return validation.result();
    }

    private static ValidationCase of(ValidationResult result, String function) {
        return result.cases().stream()
                .filter(one -> one.key().function().equals(function))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRunIsAsItsOwnModelExpects() throws Exception {
        ValidationResult result = validated(machine);
        assertEquals(3, result.cases().size(), "Barrier, Bcast, Sendrecv");
        for (ValidationCase one : result.cases()) {
            assertEquals(Verdict.EXPECTED, one.verdict());
            assertEquals(1, one.ratio(), 1e-6, one.key().toString());
            assertEquals(6, one.observed().count());
        }
        assertTrue(result.isSound());
        assertEquals(Runs.RANKS, of(result, "Bcast").key().ranks());
        assertEquals(1 << 20, of(result, "Bcast").key().bytes());
    }

    @Test
    void linksAtHalfTheRateOfTheModelAreSlow() throws Exception {
        ValidationResult result = validated(Runs.model(2 * Runs.RATE, folder));
        for (String function : List.of("Bcast", "Sendrecv")) {
            assertEquals(Verdict.SLOWER, of(result, function).verdict());
            assertEquals(2, of(result, function).ratio(), 0.05);
        }
        assertFalse(result.isSound());
        // A barrier sends next to nothing.
        assertEquals(Verdict.EXPECTED, of(result, "Barrier").verdict());
    }

    @Test
    void aModelThatIsTooSlowIsWrong() throws Exception {
        ValidationResult result = validated(Runs.model(Runs.RATE / 2, folder));
        assertEquals(Verdict.FASTER, of(result, "Bcast").verdict());
        assertTrue(result.isSound(), "nothing is slower than expected");
    }

    @Test
    void exchangesThatTakeTwoMessagesAreToldFromSlowLinks() throws Exception {
        Validation validation = new Validation(Runs.model(2 * Runs.RATE, folder), JUDGE);
        validation.add(run, "app");
        Machines hosts = Runs.machine(2 * Runs.RATE);
        for (int rank = 0; rank < Runs.RANKS; rank++) {
            int next = (rank + 1) % Runs.RANKS;
            hosts.add("link", rank, next, 2, 262_144, hosts.message(262_144) + hosts.message(0));
            hosts.add("link", next, rank, 2, 262_144, hosts.message(262_144) + hosts.message(0));
        }
        validation.add(Runs.table(hosts, folder));
        ValidationResult result = validation.result();
        assertEquals(List.of("Sendrecv: both directions go one after the other"), result.findings());
        assertTrue(of(result, "Sendrecv").reasons().get(0).contains("as long as two messages"));
    }

    /** Rank 1 computes while a message comes, which the machine begins to send only when it's asked for. */
    private ValidationResult lateReceives(long cycles) throws Exception {
        Machines asking = new Machines(2, 1, 30_000, Runs.RATE, 4096, 0, nanos -> nanos)
                .curve(0, 1, 1)
                .memory(5e9);
        Machines eager = new Machines(2, 1, 30_000, Runs.RATE, -1, 0, nanos -> nanos)
                .curve(0, 1, 1)
                .memory(5e9);
        Path recorded = Runs.record(
                ModelMaker.make(MachineFitter.fit(Runs.table(asking, folder)), "MPICH"),
                folder.resolve("late"),
                2,
                program -> {
                    program.addSend(0, 1, 1 << 20, 0);
                    program.addCompute(1, cycles).addRecv(1, 0, 0);
                });
        Validation validation =
                new Validation(ModelMaker.make(MachineFitter.fit(Runs.table(eager, folder)), "MPICH"), JUDGE);
        validation.add(recorded, "late");
        return validation.result();
    }

    @Test
    void messagesThatCameBeforeTheyWereAskedForAreTold() throws Exception {
        ValidationResult result = lateReceives(2_000_000_000);
        assertEquals(Verdict.SLOWER, of(result, "Recv").verdict());
        assertTrue(of(result, "Recv").reasons().get(0).startsWith("unexpected messages: "), "the reason");
        assertEquals(
                List.of("Recv: unexpected messages, which were sent long before they were asked for"),
                result.findings());
        // Asked for at once they take as long as on the model, but for the request.
        assertEquals(List.of(), lateReceives(1).findings());
    }

    @Test
    void aModelOfAnotherMachineIsTold() throws Exception {
        Path other = folder.resolve("other");
        Files.createDirectories(other);
        Machines two = new Machines(2, 1, 30_000, 12e6, -1, 0, nanos -> nanos)
                .curve(0, 1, 1)
                .memory(5e9);
        ClusterModel small = ModelMaker.make(MachineFitter.fit(Runs.table(two, other)), "MPICH");
        TraceFormatException fault = assertThrows(TraceFormatException.class, () -> validated(small));
        assertTrue(fault.getMessage().contains("it has 4 ranks, but the model is of 2"), fault.getMessage());
        Machines shared = new Machines(4, 2, 30_000, 12e6, -1, 0, nanos -> nanos)
                .curve(0, 1, 0.1)
                .curve(0, 2, 1);
        for (int[] pair : new int[][] {{0, 3}, {1, 2}, {1, 3}, {2, 3}}) {
            shared.pair(pair[0], pair[1], pair[0] / 2 == pair[1] / 2 ? 0.1 : 1);
        }
        ClusterModel pairs = ModelMaker.make(MachineFitter.fit(Runs.table(shared.memory(5e9), other)), "MPICH");
        fault = assertThrows(TraceFormatException.class, () -> validated(pairs));
        assertTrue(
                fault.getMessage().contains("the model is of another machine: rank 1 ran on h1"), fault.getMessage());
    }

    @Test
    void reportsTellEveryCase() throws Exception {
        ValidationResult result = validated(Runs.model(2 * Runs.RATE, folder));
        String text = ValidationText.of(result);
        assertTrue(text.contains("slower than the hardware allows"), text);
        assertTrue(
                text.endsWith("3 cases: 1 as expected within 30 %, 2 slower, 0 faster than the model, 0 with too few"
                        + " repetitions\n"),
                text);
        String json = ValidationJson.text("m.xml", result);
        assertTrue(json.startsWith("{\"model\":\"m.xml\",\"tolerance\":0.3,\"noiseNs\":"), json);
        assertTrue(json.contains(",\"sound\":false,\"slower\":2,\"faster\":0,\"findings\":["), json);
        assertEquals(3, json.split("\"verdict\":", -1).length - 1);
        assertTrue(json.contains("\"recordedSimulatedNs\":null"), json);
        String html = ValidationHtml.text("<m>", result);
        assertTrue(html.contains("&lt;m&gt;") && !html.contains("<m>"), "names are text");
        assertEquals(2, html.split("<tr class='slower'>", -1).length - 1);
    }

    @Test
    void callsThatTookNoTimeAreDrawn() {
        List<ValidationCase> cases = new ArrayList<>();
        for (long bytes : new long[] {8, 16}) {
            Sample none = new Sample(0, 0, 0);
            cases.add(new ValidationCase(
                    new CaseKey("app", "Send", 0, bytes), 0, none, none, Double.NaN, Verdict.EXPECTED, List.of()));
        }
        ValidationResult result = new ValidationResult(0.3, 0, cases, List.of());
        String html = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> ValidationHtml.text("m.xml", result));
        assertTrue(html.contains("<svg") && !html.contains("NaN"), html);
    }
}
