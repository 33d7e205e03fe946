// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Optional;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.MemoryLayout;

/** A recorded state in its thread, with what mappings ask of both. */
final class RecordedCall {
    /** What traces write for {@code MPI_PROC_NULL}, whatever the library calls it. */
    static final long NOBODY = -1;

    /** What traces write for {@code MPI_ROOT}. */
    static final long ITSELF = -3;

    private final RecordedThread thread;
    private final TraceEntry state;

    RecordedCall(RecordedThread thread, TraceEntry state) {
        this.thread = thread;
        this.state = state;
    }

    /** A call that an element of this one tells of. */
    RecordedCall told(DataElement element) {
        State told = new State(
                element.name(),
                state.startNanos(),
                state.endNanos(),
                element.attributes(),
                element.children(),
                List.of());
        return new RecordedCall(thread, told);
    }

    /** The state as it was recorded, to be written again. */
    static Origin origin(TraceEntry state) {
        return new Origin(state.name(), state.attributes(), state.data());
    }

    TraceEntry state() {
        return state;
    }

    /** The state to be written again; older traces have for anybody what their library has. */
    Origin origin() {
        Origin origin = origin(state);
        boolean anybody = !realSources() && attributes().getLong("fromRank", 0) < 0;
        return anybody
                ? new Origin(
                        origin.name(),
                        attributes().with("fromRank", Integer.toString(CallStates.ANYBODY)),
                        origin.data())
                : origin;
    }

    Attributes attributes() {
        return state.attributes();
    }

    /** Elements of a name below the state. */
    List<DataElement> children(String name) {
        return state.data().stream()
                .filter(element -> element.name().equalsIgnoreCase(name))
                .toList();
    }

    StartedRequests requests() {
        return thread.requests();
    }

    MatchedMessages messages() {
        return thread.messages();
    }

    OpenFiles files() {
        return thread.files();
    }

    /** A command with the source and tag that its completion told; null when it was cancelled. */
    Command asItWent(Command command) {
        return thread.context().survey().completions().asItWent(rank(), state.startNanos(), command);
    }

    /** How the operation of a request that begins now ended, or null when that isn't recorded. */
    Completions.Completion completion(long request) {
        return thread.context().survey().completions().find(rank(), request, state.startNanos());
    }

    /** The blocks that all ranks together state in a call of which each states its own. */
    Volume blocks() throws NotExecutable {
        long cid = attributes().getLong("cid", -1);
        Volume blocks = thread.context()
                .survey()
                .ownBlocks()
                .of(new CommunicatorNumber(rank(), cid), thread.number(), thread.nextOwnBlock(cid));
        if (blocks == null) {
            throw unusable("size");
        }
        return blocks;
    }

    int rank() {
        return thread.rank();
    }

    /** Whether a finished receive tells the source it really had. */
    boolean realSources() {
        return thread.head().realSources();
    }

    /** What is left of a call that has nothing to do. */
    Command nothing() {
        return new Compute(0, Compute.Unit.NANOSECONDS, origin());
    }

    /** The same command, if the simulation can execute it. */
    Command checked(Command command) throws NotExecutable {
        if (command != null && !thread.context().options().executable().contains(command.type())) {
            throw new NotExecutable(state.name());
        }
        return command;
    }

    /** A number that must not be negative. */
    long number(String attribute) throws NotExecutable {
        return firstNumber(attribute);
    }

    /** The first of several attributes that is there; the number must not be negative. */
    long firstNumber(String... names) throws NotExecutable {
        for (String name : names) {
            long value = attributes().getLong(name, -1);
            if (value >= 0) {
                return value;
            }
        }
        throw unusable(names[0]);
    }

    /** Whether a flag says yes. */
    boolean flag() throws NotExecutable {
        long flag = attributes().getLong("flag", -1);
        if (flag < 0) {
            throw unusable("flag");
        }
        return flag != 0;
    }

    /** A rank in WORLD; negative for anybody or nobody. */
    long peer(String attribute) throws NotExecutable {
        long peer = attributes().getLong(attribute, Long.MIN_VALUE);
        if (peer == Long.MIN_VALUE || peer >= world().size()) {
            throw unusable(attribute);
        }
        return peer;
    }

    /** The source of a receive whose rank may stand for anybody. */
    static int source(long recorded) {
        return recorded < 0 ? Command.ANY_SOURCE : (int) recorded;
    }

    /** A tag; negative ones mean any. */
    int tag(String attribute) throws NotExecutable {
        long tag = attributes().getLong(attribute, Long.MIN_VALUE);
        if (tag == Long.MIN_VALUE || tag > Integer.MAX_VALUE) {
            throw unusable(attribute);
        }
        return tag < 0 ? Command.ANY_TAG : (int) tag;
    }

    /** The root in WORLD; {@link Command#NO_ROOT} for those beside the root of an intercommunicator. */
    int root(Communicator communicator) throws NotExecutable {
        long root = Concept.ROOT.of(attributes(), Long.MIN_VALUE);
        if (communicator.isInter() && root == ITSELF) {
            return rank();
        }
        if (communicator.isInter() && root == NOBODY) {
            return Command.NO_ROOT;
        }
        if (root < 0 || root > Integer.MAX_VALUE || !communicator.contains((int) root)) {
            throw unusable("root");
        }
        return (int) root;
    }

    /** The number that a later wait names. */
    long request() throws NotExecutable {
        long request = Concept.REQUEST.of(attributes(), -1);
        if (request < 0) {
            throw unusable("rid");
        }
        return request;
    }

    Communicator world() {
        return thread.context().communicators().world();
    }

    /** The communicator it is called in; WORLD when it doesn't tell any. */
    Communicator communicator() throws NotExecutable {
        return attributes().get("cid") == null ? world() : communicator("cid");
    }

    /** The communicator that all its members call this in together; WORLD when it doesn't tell any. */
    Communicator intracommunicator() throws NotExecutable {
        return attributes().get("cid") == null ? world() : intracommunicator("cid");
    }

    /** The communicator of which an attribute tells that all its members call this together. */
    Communicator intracommunicator(String attribute) throws NotExecutable {
        Communicator communicator = communicator(attribute);
        if (communicator.isInter()) {
            throw new NotExecutable(state.name() + " in an intercommunicator");
        }
        return communicator;
    }

    /** The communicator that an attribute names. */
    Communicator communicator(String attribute) throws NotExecutable {
        Communicator communicator =
                thread.context().communicators().find(rank(), attributes().getLong(attribute, -1));
        if (communicator == null) {
            throw new NotExecutable(state.name() + " in a communicator that the project doesn't list");
        }
        return communicator;
    }

    /** The window it acts on. */
    Window window() throws NotExecutable {
        Window window =
                thread.context().survey().windows().find(rank(), attributes().getLong("win", -1));
        if (window == null) {
            throw new NotExecutable(state.name() + " in a window that not all its ranks were seen to make");
        }
        return window;
    }

    /** The file of a name. */
    ApplicationFile file(String name) {
        return thread.context().files().get(name);
    }

    /** The file of a name that this call opens. */
    ApplicationFile openedFile(String name, FileHints hints, boolean creates) {
        return thread.context().files().open(name, hints, creates);
    }

    /** A datatype with data. */
    DatatypeLayout layout(String attribute) throws NotExecutable {
        long id = attributes().getLong(attribute, Long.MIN_VALUE);
        Optional<DatatypeLayout> layout = thread.context().project().layout(rank(), thread.number(), id);
        if (layout.isEmpty() || layout.get().size() <= 0) {
            throw new NotExecutable(state.name() + " with a datatype that the project doesn't describe");
        }
        return layout.get();
    }

    /** Where in memory the data is that some attributes are about; contiguous where the project doesn't tell. */
    MemoryLayout memory(Attributes told) {
        long type = told.getLong("tid", -1);
        return thread.context()
                .project()
                .layout(rank(), thread.number(), type)
                .map(layout -> MemoryLayout.of(type, layout))
                .orElse(MemoryLayout.CONTIGUOUS);
    }

    NotExecutable unusable(String attribute) {
        return new NotExecutable(state.name() + " without usable " + attribute);
    }
}
