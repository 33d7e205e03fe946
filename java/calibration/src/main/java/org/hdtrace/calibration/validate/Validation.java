// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.hdtrace.calibration.check.Predictor;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ClusterModel;

/** What was observed, collected run by run, judged as often as wanted. */
public final class Validation {
    private static final double SERIALISED = 1.6;
    private static final double SERIALISED_MOST = 2.7;
    /** A server that others wait for has requests alone for this part of the time, and for this many times that of any other. */
    private static final double WAITED_FOR = 0.5;

    private static final double MORE_THAN_OTHERS = 2;

    private final Judge judge;
    private final Predictor predictor;
    private final ProjectCases projects;
    private final HostCheck hosts;
    private final Map<CaseKey, CaseTimes> times = new TreeMap<>();

    public Validation(ClusterModel model, Judge judge) {
        this.judge = judge;
        this.predictor = new Predictor(model);
        this.projects = new ProjectCases(model);
        this.hosts = new HostCheck(judge);
    }

    /** Add a recorded run. */
    public void add(Path project, String program) throws TraceFormatException {
        projects.add(project, program, times);
    }

    /** Add what the micro-benchmark measured of each host. */
    public void add(ResultTable table) {
        hosts.add(table);
    }

    /** The ranks and files of the model. */
    public ProjectCases projects() {
        return projects;
    }

    /** All that has been added, judged. */
    public ValidationResult result() throws TraceFormatException {
        hosts.judge(predictor);
        List<ValidationCase> cases = new ArrayList<>(hosts.cases());
        NoiseOfGroups noise = new NoiseOfGroups(times, judge);
        for (Map.Entry<CaseKey, CaseTimes> entry : times.entrySet()) {
            Judge lenient = judge.withNoise(noise.of(entry.getKey().ranks()));
            ValidationCase one = entry.getValue().judged(entry.getKey(), lenient);
            cases.add(one.verdict() == Verdict.SLOWER ? one.withReasons(reasons(one, entry.getValue())) : one);
        }
        List<String> findings = new ArrayList<>(hosts.findings());
        algorithms(cases, findings);
        exchanges(cases, findings);
        for (ValidationCase one : slow(cases).toList()) {
            if (isUnexpected(one)) {
                findings.add("Recv: unexpected messages, which were sent long before they were asked for");
                break;
            }
        }
        files(cases, findings);
        return new ValidationResult(judge.tolerance(), noise.most(), cases, findings);
    }

    private List<String> reasons(ValidationCase slow, CaseTimes all) throws TraceFormatException {
        List<String> reasons = new ArrayList<>();
        if (isOtherAlgorithm(slow)) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "another algorithm than documented: the recorded messages take %.3f ms on the model, its own %.3f",
                    slow.recordedNanos() / 1e6,
                    slow.simulated().least() / 1e6));
        }
        if (!all.pattern().isEmpty()) {
            reasons.add("inside: " + all.pattern().text(slow.key().ranks()));
        }
        if (isExchange(slow) && all.allAbove(SERIALISED)) {
            reasons.add("one direction waits for the other: an exchange takes as long as two messages");
        }
        if (isUnexpected(slow)) {
            reasons.add("unexpected messages: they were sent long before they were asked for, so that they are copied"
                    + " once more, or wait for the answer to their request");
        }
        if (isFile(slow)) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "each call takes %.3f ms longer than the file system of the model",
                    (slow.observed().least() - slow.simulated().least()) / 1e6));
            waitsFor(all.servers()).ifPresent(who -> reasons.add("waits for " + who));
        }
        return reasons;
    }

    /** Which server accesses of files wait for while all others have nothing to do, if that's so for most of their time. */
    private static Optional<String> waitsFor(ServerLoad.Share share) {
        List<Map.Entry<String, Double>> most = share.alone().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .toList();
        if (most.isEmpty()) {
            return Optional.empty();
        }
        double alone = most.get(0).getValue();
        double next = most.size() > 1 ? most.get(1).getValue() : 0;
        if (alone >= WAITED_FOR * share.whole() && alone >= MORE_THAN_OTHERS * next) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "one server: for %.0f %% of the time %s has requests and no other server has",
                    100 * alone / share.whole(),
                    most.get(0).getKey()));
        }
        return share.crowded() >= WAITED_FOR * share.whole()
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "one server at a time: for %.0f %% of the time one has requests of several clients and no other has any",
                        100 * share.crowded() / share.whole()))
                : Optional.empty();
    }

    private boolean isOtherAlgorithm(ValidationCase slow) {
        return judge.exceedsByItself(slow.recordedNanos(), slow.simulated().least());
    }

    private static boolean isExchange(ValidationCase slow) {
        return slow.key().function().startsWith("Sendrecv") && slow.ratio() < SERIALISED_MOST;
    }

    /** A receive that ends at once on the model, though a message of that size takes its time there: it has come before. */
    private boolean isUnexpected(ValidationCase slow) throws TraceFormatException {
        if (!slow.key().function().equals("Recv") || slow.key().bytes() == 0) {
            return false;
        }
        int partner = slow.rank() == 0 ? 1 : 0;
        Case thereAndBack = new Case(
                "pingpong",
                Math.min(slow.rank(), partner),
                Math.max(slow.rank(), partner),
                2,
                slow.key().bytes());
        return slow.simulated().median() < predictor.nanos(thereAndBack).orElseThrow() / 4;
    }

    private static boolean isFile(ValidationCase slow) {
        return slow.key().function().startsWith("File_");
    }

    private void algorithms(List<ValidationCase> cases, List<String> findings) {
        slow(cases)
                .filter(this::isOtherAlgorithm)
                .map(one -> one.key().function())
                .distinct()
                .forEach(function -> findings.add(function + ": the library uses another algorithm than documented"));
    }

    /** Exchanges that are slow on all ranks while each direction by itself is as it should be. */
    private void exchanges(List<ValidationCase> cases, List<String> findings) {
        boolean links = cases.stream()
                .anyMatch(one -> one.key().function().startsWith("link") && one.verdict() == Verdict.SLOWER);
        boolean serialised = slow(cases)
                .anyMatch(one -> isExchange(one) && times.get(one.key()).allAbove(SERIALISED));
        if (serialised && !links) {
            findings.add("Sendrecv: both directions go one after the other");
        }
    }

    /** A line for all accesses of files, and one for the server that they wait for. */
    private void files(List<ValidationCase> cases, List<String> findings) {
        double[] longer = slow(cases)
                .filter(Validation::isFile)
                .mapToDouble(one -> one.observed().least() - one.simulated().least())
                .toArray();
        if (longer.length > 0) {
            Sample all = new Sample(longer);
            findings.add(String.format(
                    Locale.ROOT,
                    "the file system: accesses take %.3f to %.3f ms longer than the model says",
                    all.least() / 1e6,
                    all.quantile(1) / 1e6));
        }
        ServerLoad.Share servers = slow(cases)
                .filter(Validation::isFile)
                .map(one -> times.get(one.key()).servers())
                .reduce(ServerLoad.Share.NONE, ServerLoad.Share::plus);
        waitsFor(servers).ifPresent(who -> findings.add("the file system: accesses wait for " + who));
    }

    private static java.util.stream.Stream<ValidationCase> slow(List<ValidationCase> cases) {
        return cases.stream().filter(one -> one.verdict() == Verdict.SLOWER);
    }
}
