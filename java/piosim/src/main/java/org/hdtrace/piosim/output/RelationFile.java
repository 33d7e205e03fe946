// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.relation.ParentLink;
import org.hdtrace.format.relation.RelationWriter;
import org.hdtrace.format.trace.Attributes;

/** The tokens of one rank, server or disk. Each has one state, from its beginning to its end. Source: FORMATS A7, B1.5. */
final class RelationFile {
    private final RelationWriter writer;
    private final String prefix;
    private final String localPrefix;
    private final Set<Long> open = new TreeSet<>();

    /**
     * Without tokens.
     *
     * @param process number of the simulated process on its host; of rank, server and its disks
     * @param part which part of the process it is about
     */
    RelationFile(WriterPool pool, Path file, String host, int process, int part) throws IOException {
        writer = RelationWriter.create(
                pool,
                file,
                Attributes.of(
                        "hostID",
                        host,
                        "localToken",
                        "" + process,
                        "topologyNumber",
                        "" + part,
                        "timeAdjustment",
                        "0"));
        localPrefix = part + ":";
        prefix = host + ":" + process + ":" + localPrefix;
    }

    /** The link to a token of this file from another process. */
    ParentLink remote(long token) {
        return new ParentLink(ParentLink.Kind.REMOTE, prefix + token);
    }

    /** The link to a token of this file from the same process. */
    ParentLink local(long token) {
        return new ParentLink(ParentLink.Kind.PROCESS, localPrefix + token);
    }

    /** Make a token with a state; the result is its number. */
    long begin(long time, List<ParentLink> parents, String state, Attributes attributes) throws IOException {
        long token = writer.token(time, parents);
        writer.begin(token, time, state, attributes);
        open.add(token);
        return token;
    }

    /** End a token and its state. */
    void end(long token, long time) throws IOException {
        if (open.remove(token)) {
            writer.finish(token, time, Attributes.none(), List.of());
            writer.destroy(token, time);
        }
    }

    /** What hasn't ended ends now. */
    void close(long now) throws IOException {
        for (long token : new ArrayList<>(open)) {
            end(token, now);
        }
        writer.close();
    }
}
