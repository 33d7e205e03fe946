// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.report;

import java.util.Locale;
import org.hdtrace.calibration.validate.ValidationCase;
import org.hdtrace.calibration.validate.ValidationResult;
import org.hdtrace.calibration.validate.Verdict;
import org.hdtrace.format.json.JsonWriter;

/** A validation as JSON: {@code {"model","tolerance","noiseNs","sound","slower","faster","findings","cases"}}. */
public final class ValidationJson {
    private ValidationJson() {}

    public static String text(String model, ValidationResult result) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text);
        json.beginObject().field("model", model).field("tolerance", result.tolerance());
        json.field("noiseNs", result.noiseNanos());
        json.field("sound", result.isSound());
        json.field("slower", result.count(Verdict.SLOWER)).field("faster", result.count(Verdict.FASTER));
        json.name("findings").beginArray();
        result.findings().forEach(json::value);
        json.endArray().name("cases").beginArray();
        result.cases().forEach(one -> add(json, one));
        json.endArray().endObject();
        return text.append('\n').toString();
    }

    private static void add(JsonWriter json, ValidationCase one) {
        json.beginObject()
                .field("program", one.key().program())
                .field("function", one.key().function());
        json.field("ranks", one.key().ranks())
                .field("rank", one.rank())
                .field("bytes", one.key().bytes());
        json.field("repetitions", one.observed().count());
        json.field("leastNs", one.observed().least())
                .field("lowQuartileNs", one.observed().quantile(0.25));
        json.field("medianNs", one.observed().median())
                .field("highQuartileNs", one.observed().quantile(0.75));
        json.field("simulatedNs", one.simulated().least()).field("recordedSimulatedNs", one.recordedNanos());
        json.field("ratio", one.ratio());
        json.field("verdict", one.verdict().name().toLowerCase(Locale.ROOT));
        json.name("reasons").beginArray();
        one.reasons().forEach(json::value);
        json.endArray().endObject();
    }
}
