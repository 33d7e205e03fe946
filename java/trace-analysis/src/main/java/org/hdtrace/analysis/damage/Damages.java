// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.damage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.query.Damage;

/**
 * What was wrong with the files that a result is made of: one finding for each that was not used whole, in the order in which
 * they were added.
 *
 * <p>Thread: one thread at a time.
 */
public final class Damages {
    private final List<Finding> findings = new ArrayList<>();
    private int files;
    private int refused;
    private boolean broken;

    /** Take in one file; empty when nothing is wrong with it. */
    public void add(Optional<Damage> damage) {
        files++;
        damage.ifPresent(found -> {
            findings.add(found.finding());
            refused += found.degree() == Damage.Degree.REFUSED ? 1 : 0;
            broken |= found.degree() != Damage.Degree.CUT;
        });
    }

    /**
     * Take in all files of a merged stream.
     *
     * @param damaged those of them that were not used whole
     */
    public void addAll(List<Damage> damaged, int count) {
        damaged.forEach(damage -> add(Optional.of(damage)));
        files += count - damaged.size();
    }

    /** Say that sums of a project are larger than they are given, see {@link org.hdtrace.format.Saturated}. */
    public void addBeyondRange(Path project) {
        findings.add(new Finding(
                project,
                "whole project",
                Severity.ERROR,
                "some sums are larger than " + Long.MAX_VALUE + " and given as that"));
    }

    /** Say that the sums are of a part of a project only, which is no fault of its files. */
    public void addLeftOut(Path project, String text) {
        findings.add(new Finding(project, "whole project", Severity.NOTE, text));
    }

    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** Whether there was a file that can't be read to its end; one that was cut is valid input (FORMATS A2). */
    public boolean isBadInput() {
        return broken;
    }

    /** Whether there were files and none of them gave anything, so that there is no result. */
    public boolean isNothingRead() {
        return files > 0 && refused == files;
    }

    /** One object, with the keys that {@code hdtrace check --json} has. */
    public static void writeJson(Finding finding, JsonWriter json) {
        json.lineBreak().beginObject();
        json.field("file", finding.file().toString()).field("place", finding.position());
        json.field("severity", severity(finding)).field("text", finding.text()).endObject();
    }

    /** For a result that is an object: where there are findings, {@code "findings":[...]}. */
    public void writeJsonField(JsonWriter json) {
        if (!findings.isEmpty()) {
            json.lineBreak().name("findings").beginArray();
            findings.forEach(finding -> writeJson(finding, json));
            json.endArray();
        }
    }

    /** For a result that is an array: where there are findings, a last element {@code {"findings":[...]}}. */
    public void writeJsonElement(JsonWriter json) {
        if (!findings.isEmpty()) {
            json.lineBreak().beginObject();
            writeJsonField(json);
            json.endObject();
        }
    }

    /** As programs read it. */
    public static String severity(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }
}
