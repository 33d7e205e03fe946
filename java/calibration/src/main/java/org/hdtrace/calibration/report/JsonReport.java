// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.report;

import java.util.List;
import org.hdtrace.calibration.check.CheckedCase;
import org.hdtrace.calibration.fit.ClassFit;
import org.hdtrace.calibration.fit.Estimate;
import org.hdtrace.calibration.fit.MachineFit;
import org.hdtrace.calibration.fit.StorageFit;
import org.hdtrace.format.json.JsonWriter;

/** A calibration as JSON: {@code {"model","ranks","hosts","noise","classes","memory","storage","warnings","check","compared"}}. */
public final class JsonReport {
    private JsonReport() {}

    /** One object; {@code compared} is empty when nothing was. */
    public static String text(String model, MachineFit fit, List<CheckedCase> check, List<CheckedCase> compared) {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text);
        json.beginObject().field("model", model);
        json.field("ranks", fit.places().size());
        json.field(
                "hosts",
                fit.places().stream().map(place -> place.host()).distinct().count());
        json.name("noise").beginObject().field("work", fit.noise().work());
        json.field("messages", fit.noise().messages())
                .field("worst", fit.noise().worst())
                .endObject();
        json.name("classes").beginArray();
        fit.classes().forEach(one -> classFit(json, one));
        json.endArray();
        json.name("memory").beginObject();
        estimate(json, "sumBytesPerSecond", fit.sumRate());
        estimate(json, "copyBytesPerSecond", fit.copyRate());
        json.endObject();
        storage(json.name("storage"), fit.storage());
        json.name("warnings").beginArray();
        fit.warnings().forEach(json::value);
        json.endArray();
        cases(json.name("check"), check);
        cases(json.name("compared"), compared);
        json.endObject();
        return text.append('\n').toString();
    }

    private static void classFit(JsonWriter json, ClassFit one) {
        json.beginObject().field("name", one.name());
        json.name("pairs").beginArray();
        one.pairs().pairs().forEach(pair -> json.beginArray()
                .value(pair.first())
                .value(pair.second())
                .endArray());
        json.endArray();
        json.field("sharedMemory", one.sharedMemory());
        estimate(json, "latencyNs", one.latency());
        estimate(json, "bytesPerSecond", one.bandwidth());
        json.field("packetBytes", one.packet()).field("burstBytes", one.burst()).field("eagerBytes", one.eagerLimit());
        json.name("large");
        if (one.large() == null) {
            json.nullValue();
        } else {
            json.beginObject();
            estimate(json, "ns", one.large().nanos());
            estimate(json, "bytesPerSecond", one.large().bandwidth());
            json.endObject();
        }
        json.field("medianError", one.medianError()).field("largestError", one.largestError());
        json.field("exchangeEager", one.exchangeBelow()).field("exchangeRendezvous", one.exchangeAbove());
        json.endObject();
    }

    private static void storage(JsonWriter json, StorageFit files) {
        if (files == null) {
            json.nullValue();
            return;
        }
        json.beginObject();
        estimate(json, "writeAccessNs", files.writeAccess());
        estimate(json, "writeBytesPerSecond", files.writeRate());
        estimate(json, "readAccessNs", files.readAccess());
        estimate(json, "readBytesPerSecond", files.readRate());
        json.field("smallFileNs", files.createNanos()).field("deviceBytesPerSecond", files.syncRate());
        json.field("clients", files.clients()).field("sharing", files.sharing());
        json.endObject();
    }

    private static void estimate(JsonWriter json, String name, Estimate estimate) {
        json.name(name).beginObject().field("value", estimate.value());
        json.field("low", estimate.low()).field("high", estimate.high()).endObject();
    }

    private static void cases(JsonWriter json, List<CheckedCase> cases) {
        CheckedCase.Summary summary = CheckedCase.Summary.of(cases);
        json.beginObject().field("medianError", summary.medianError());
        json.field("largestError", summary.largestError()).name("cases").beginArray();
        for (CheckedCase one : cases) {
            json.beginObject().field("test", one.key().test());
            json.field("first", one.key().first()).field("second", one.key().second());
            json.field("ranks", one.key().ranks()).field("bytes", one.key().bytes());
            json.field("repetitions", one.measured().count());
            json.field("leastNs", one.measured().least())
                    .field("lowQuartileNs", one.measured().quantile(0.25));
            json.field("medianNs", one.measured().median())
                    .field("highQuartileNs", one.measured().quantile(0.75));
            json.field("simulatedNs", one.simulatedNanos())
                    .field("ratio", one.ratio())
                    .endObject();
        }
        json.endArray().endObject();
    }
}
