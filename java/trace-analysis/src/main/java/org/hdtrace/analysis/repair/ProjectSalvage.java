// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.ProjectDescription;

/**
 * Takes what is whole out of a damaged project file: communicators, the datatypes of a rank, files. Each is tried on its own,
 * because damage in one must not cost the others.
 */
final class ProjectSalvage {
    private static final long MOST_BYTES = 1L << 28;
    private static final Pattern COMMUNICATOR =
            Pattern.compile("<Communicator\\b(?:[^<]|<Rank\\b[^<]*|</Rank>){0,1000000}?</Communicator>");
    private static final Pattern DATATYPES =
            Pattern.compile("<Rank\\s+name=[^>]*thread=[^>]*>.*?</Rank>", Pattern.DOTALL);
    private static final Pattern FILE = Pattern.compile("<File\\b[^>]*>.*?</File>", Pattern.DOTALL);
    private static final Pattern GROUPS =
            Pattern.compile("<ExternalStatistics\\b[^>]*>.*?</ExternalStatistics>", Pattern.DOTALL);

    private final Path scratch;
    private final RepairLog log;

    private ProjectSalvage(Path scratch, RepairLog log) {
        this.scratch = scratch;
        this.log = log;
    }

    /**
     * What is whole in a damaged file; without topology.
     *
     * @param scratch file to use in between, in a folder of its own
     */
    static ProjectDescription salvage(Path file, Path scratch, RepairLog log) throws IOException, TraceFormatException {
        String text = "";
        if (file != null && Files.size(file) <= MOST_BYTES) {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        }
        try {
            return new ProjectSalvage(scratch, log).salvage(text);
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    private ProjectDescription salvage(String text) throws IOException, TraceFormatException {
        StringBuilder kept = new StringBuilder();
        keep(kept, "FileList", pieces(FILE, text));
        keep(kept, "CommunicatorList", pieces(COMMUNICATOR, text));
        keep(kept, "Datatypes", pieces(DATATYPES, text));
        List<String> groups = pieces(GROUPS, text);
        kept.append(groups.isEmpty() || !isGood(groups.get(0)) ? "" : groups.get(0));
        return parse(kept.toString());
    }

    private static List<String> pieces(Pattern pattern, String text) {
        List<String> pieces = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            pieces.add(matcher.group());
        }
        return pieces;
    }

    private void keep(StringBuilder kept, String list, List<String> pieces) throws IOException {
        List<String> good = new ArrayList<>();
        addGood(list, pieces, good);
        if (!pieces.isEmpty()) {
            kept.append(whole(list, good));
            log.mended("whole file", good.size() + " of " + pieces.size() + " elements of " + list + " kept");
        }
    }

    /** Halves what is not good until the bad ones are alone. */
    private void addGood(String list, List<String> pieces, List<String> good) throws IOException {
        if (pieces.isEmpty()) {
            return;
        }
        if (isGood(whole(list, pieces))) {
            good.addAll(pieces);
        } else if (pieces.size() > 1) {
            int half = pieces.size() / 2;
            addGood(list, pieces.subList(0, half), good);
            addGood(list, pieces.subList(half, pieces.size()), good);
        }
    }

    private static String whole(String list, List<String> pieces) {
        return "<" + list + ">" + String.join("", pieces) + "</" + list + ">";
    }

    private boolean isGood(String piece) throws IOException {
        try {
            parse(piece);
            return true;
        } catch (TraceFormatException e) {
            return false;
        }
    }

    private ProjectDescription parse(String pieces) throws IOException, TraceFormatException {
        String text = "<Application name=''><Topology><Level type='Rank'/></Topology>" + pieces + "</Application>";
        Files.writeString(scratch, text, StandardCharsets.ISO_8859_1);
        return Project.open(scratch).content();
    }
}
