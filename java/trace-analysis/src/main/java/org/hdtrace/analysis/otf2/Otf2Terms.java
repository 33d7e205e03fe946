// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

/** What this project says in archives beyond what OTF2 has words for; from them a project comes back as it was. */
final class Otf2Terms {
    /** Property of an archive: it was made of a project. */
    static final String VERSION = "HDTRACE::VERSION";
    /** Property of an archive: the levels of the topology, with slashes between. */
    static final String LEVELS = "HDTRACE::LEVELS";
    /** Property of an archive, with the number of the communicator: rank, rank within, number in traces, side of each member. */
    static final String COMMUNICATOR = "HDTRACE::COMMUNICATOR_";
    /** Property of a location: names of nodes from the outermost one, with slashes between. */
    static final String PATH = "HDTRACE::PATH";
    /** Property of a location: types of these nodes. */
    static final String TYPES = "HDTRACE::TYPES";
    /** Property of a location that holds statistics: their group. */
    static final String GROUP = "HDTRACE::GROUP";
    /** Property of a location that holds statistics: when the interval of the first record begins, ns since the epoch. */
    static final String BEGIN = "HDTRACE::BEGIN";
    /** Attribute of a region: the elements below a state or event, as XML. */
    static final String DATA = "HDTRACE::DATA";

    private Otf2Terms() {}
}
