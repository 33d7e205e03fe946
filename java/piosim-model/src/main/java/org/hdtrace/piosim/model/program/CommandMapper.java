// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;

/** Turns states into commands. For one trace, in order, since files are opened and closed. */
final class CommandMapper {

    private static final Map<String, Mapping> MAPPINGS = mappings();

    private final TraceContext context;
    private final int rank;
    private final int thread;
    private final boolean realSources;
    private final long nobody;
    private TraceEntry state;

    private final Set<Long> startedRequests = new HashSet<>();
    private final Map<Long, OpenFile> openFiles = new HashMap<>();

    /** Makes the command of a state. */
    @FunctionalInterface
    private interface Mapping {
        Command map(CommandMapper mapper) throws NotExecutable;
    }

    /** A file as one rank has it open. */
    private static final class OpenFile {
        private final ApplicationFile file;
        private final Communicator communicator;
        /** Null for the file as it is. */
        private FileView view;

        OpenFile(ApplicationFile file, Communicator communicator) {
            this.file = file;
            this.communicator = communicator;
        }
    }

    CommandMapper(TraceContext context, TraceFile trace, TraceHead head) {
        this.context = context;
        this.rank = trace.rank();
        this.thread = trace.thread();
        this.nobody = head.nobody();
        this.realSources = head.realSources();
    }

    private static Map<String, Mapping> mappings() {
        Map<String, Mapping> all = new HashMap<>();
        all.put("Init", CommandMapper::globalSync);
        all.put("Init_thread", CommandMapper::globalSync);
        all.put("Finalize", CommandMapper::globalSync);
        all.put("Send", mapper -> mapper.send(SendMode.STANDARD, false));
        all.put("Ssend", mapper -> mapper.send(SendMode.SYNCHRONOUS, false));
        all.put("Bsend", mapper -> mapper.send(SendMode.BUFFERED, false));
        all.put("Rsend", mapper -> mapper.send(SendMode.READY, false));
        all.put("Issend", mapper -> mapper.send(SendMode.SYNCHRONOUS, true));
        all.put("Ibsend", mapper -> mapper.send(SendMode.BUFFERED, true));
        all.put("Irsend", mapper -> mapper.send(SendMode.READY, true));
        all.put("Recv", CommandMapper::recv);
        all.put("Sendrecv", mapper -> mapper.sendrecv("size"));
        // The size of the other attribute is that of what came in.
        all.put("Sendrecv_replace", mapper -> mapper.sendrecv("sendSize"));
        all.put("Isend", mapper -> mapper.send(SendMode.STANDARD, true));
        all.put("Probe", CommandMapper::probe);
        all.put("Irecv", CommandMapper::irecv);
        all.put("Wait", CommandMapper::await);
        all.put("Waitall", CommandMapper::await);
        for (String name : List.of("Waitany", "Waitsome", "Test", "Testany", "Testall", "Testsome")) {
            all.put(name, CommandMapper::awaitDone);
        }
        all.put("Barrier", mapper -> mapper.collective(CommandType.BARRIER, 0));
        all.put("Bcast", mapper -> mapper.rooted(CommandType.BCAST, mapper.number("size")));
        all.put("Reduce", mapper -> mapper.rooted(CommandType.REDUCE, mapper.number("size")));
        all.put("Allreduce", mapper -> mapper.collective(CommandType.ALLREDUCE, mapper.number("size")));
        all.put("Gather", CommandMapper::gather);
        all.put("File_open", CommandMapper::fileOpen);
        all.put("File_close", CommandMapper::fileClose);
        all.put("File_set_view", CommandMapper::fileSetView);
        all.put("File_read", mapper -> mapper.fileAccess(false, false));
        all.put("File_read_at", mapper -> mapper.fileAccess(false, true));
        all.put("File_write", mapper -> mapper.fileAccess(true, false));
        all.put("File_write_at", mapper -> mapper.fileAccess(true, true));
        return Map.copyOf(all);
    }

    /** The state as it was recorded, to be written again. */
    static Origin origin(TraceEntry state) {
        return new Origin(state.name(), state.attributes(), state.data());
    }

    /** The command of the next state. */
    Command map(TraceEntry next) throws NotExecutable {
        state = next;
        Mapping mapping = MAPPINGS.get(state.name());
        if (mapping == null) {
            throw new NotExecutable(state.name());
        }
        Command command = mapping.map(this);
        if (!context.options().executable().contains(command.type())) {
            throw new NotExecutable(state.name());
        }
        if (command.request() != Command.BLOCKING) {
            startedRequests.add(command.request());
        }
        return command;
    }

    private Origin origin() {
        return origin(state);
    }

    private Command globalSync() {
        return new Command.GlobalSync(context.communicators().world(), origin());
    }

    private Command send(SendMode mode, boolean nonblocking) throws NotExecutable {
        long target = peer("toRank");
        if (target < 0) {
            return nothing();
        }
        long request = nonblocking ? request() : Command.BLOCKING;
        return new Command.Send((int) target, tag("toTag"), number("size"), communicator(), mode, request, origin());
    }

    private Command probe() throws NotExecutable {
        long source = peer("fromRank");
        if (source < 0 && realSources) {
            return nothing();
        }
        return new Probing.Probe(source(source), tag("fromTag"), Probing.LEAVE, communicator(), origin());
    }

    private Command recv() throws NotExecutable {
        long source = peer("fromRank");
        // Older traces have the source as posted, so any negative one may stand for anybody.
        if (source < 0 && realSources) {
            return nothing();
        }
        return new Command.Recv(source(source), tag("fromTag"), communicator(), origin());
    }

    private Command sendrecv(String size) throws NotExecutable {
        long target = peer("toRank");
        long source = peer("fromRank");
        boolean receives = source >= 0 || (!realSources && source != nobody);
        if (target < 0 && !receives) {
            return nothing();
        }
        if (target < 0) {
            return new Command.Recv(source(source), tag("fromTag"), communicator(), origin());
        }
        if (!receives) {
            return new Command.Send((int) target, tag("toTag"), number(size), communicator(), origin());
        }
        return new Command.Sendrecv(
                (int) target, tag("toTag"), number(size), source(source), tag("fromTag"), communicator(), origin());
    }

    private Command irecv() throws NotExecutable {
        long source = peer("fromRank");
        if (source == nobody && realSources) {
            return nothing();
        }
        return new Command.Recv(source(source), tag("fromTag"), communicator(), request(), origin());
    }

    private Command await() throws NotExecutable {
        return await(element -> true);
    }

    /** Waits for what was complete at the end of the call; the others go on. */
    private Command awaitDone() throws NotExecutable {
        for (DataElement element : state.data()) {
            if (element.name().equalsIgnoreCase("For") && element.attributes().get("done") == null) {
                throw unusable("done");
            }
        }
        return await(element -> element.attributes().getLong("done", 0) == 1);
    }

    private Command await(Predicate<DataElement> ended) throws NotExecutable {
        List<Long> requests = new ArrayList<>();
        for (DataElement element : state.data()) {
            if (element.name().equalsIgnoreCase("For")) {
                long rid = Concept.REQUEST.of(element.attributes(), -1);
                if (rid < 0) {
                    throw unusable("request");
                }
                // What was never started here, as a transfer with nobody, is complete.
                if (ended.test(element) && startedRequests.remove(rid)) {
                    requests.add(rid);
                }
            }
        }
        return new Command.Wait(requests, origin());
    }

    private Command collective(CommandType type, long bytes) throws NotExecutable {
        return Command.CollectiveCall.of(type, communicator(), Command.NO_ROOT, bytes, origin());
    }

    private Command rooted(CommandType type, long bytes) throws NotExecutable {
        Communicator communicator = communicator();
        return Command.CollectiveCall.of(type, communicator, root(communicator), bytes, origin());
    }

    private Command gather() throws NotExecutable {
        // The root doesn't tell a size when its part is in place already; what it gets from each has the same.
        long bytes = state.attributes().getLong("size", state.attributes().getLong("recvSize", -1));
        if (bytes < 0) {
            throw unusable("size");
        }
        return rooted(CommandType.GATHER, bytes);
    }

    private Command fileOpen() throws NotExecutable {
        String name = state.attributes().get("name");
        if (name == null) {
            throw unusable("name");
        }
        Communicator communicator = communicator();
        ApplicationFile file = context.files().get(name);
        openFiles.put(handle(), new OpenFile(file, communicator));
        return new Command.FileOpen(file, false, communicator, origin());
    }

    private Command fileClose() throws NotExecutable {
        OpenFile open = openFile();
        openFiles.remove(handle());
        return new Command.FileClose(open.file, open.communicator, origin());
    }

    private Command fileSetView() throws NotExecutable {
        OpenFile open = openFile();
        DatatypeLayout etype = layout("etid");
        DatatypeLayout fileType = layout("filetid");
        open.view = new FileView(number("offset"), etype.size(), fileType);
        return new Command.FileSetView(open.file, open.communicator, origin());
    }

    private Command fileAccess(boolean writes, boolean explicitOffset) throws NotExecutable {
        OpenFile open = openFile();
        long requested = number("size");
        long moved = state.attributes().getLong("bytes", requested);
        long size = moved >= 0 && moved < requested ? moved : requested;
        List<Piece> pieces = pieces(open.view, explicitOffset, size);
        return writes
                ? new Command.FileWrite(open.file, pieces, origin())
                : new Command.FileRead(open.file, pieces, origin());
    }

    private List<Piece> pieces(FileView view, boolean explicitOffset, long size) throws NotExecutable {
        if (size == 0) {
            return List.of();
        }
        if (view == null) {
            long absolute =
                    state.attributes().getLong("absOffset", state.attributes().getLong("offset", -1));
            if (absolute < 0) {
                throw unusable("offset");
            }
            return List.of(new Piece(absolute, size));
        }
        long offset = number("offset");
        try {
            // Calls with an offset of their own count it in units of the view, all others tell the place in the file.
            long position = explicitOffset ? Math.multiplyExact(offset, view.etypeSize()) : view.positionOf(offset);
            return view.pieces(position, size);
        } catch (IllegalArgumentException | ArithmeticException e) {
            // The view leads to before the beginning of the file or beyond any size.
            throw unusable("offset");
        }
    }

    /** What is left of a transfer to or from nobody. */
    private Command nothing() {
        return new Command.Compute(0, Command.ComputeUnit.NANOSECONDS, origin());
    }

    private long peer(String attribute) throws NotExecutable {
        long peer = state.attributes().getLong(attribute, Long.MIN_VALUE);
        if (peer == Long.MIN_VALUE || peer >= context.communicators().world().size()) {
            throw unusable(attribute);
        }
        return peer;
    }

    private static int source(long recorded) {
        return recorded < 0 ? Command.ANY_SOURCE : (int) recorded;
    }

    /** A tag; negative ones mean any. */
    private int tag(String attribute) throws NotExecutable {
        long tag = state.attributes().getLong(attribute, Long.MIN_VALUE);
        if (tag == Long.MIN_VALUE || tag > Integer.MAX_VALUE) {
            throw unusable(attribute);
        }
        return tag < 0 ? Command.ANY_TAG : (int) tag;
    }

    private int root(Communicator communicator) throws NotExecutable {
        long root = Concept.ROOT.of(state.attributes(), -1);
        if (root < 0 || root > Integer.MAX_VALUE || !communicator.contains((int) root)) {
            throw unusable("root");
        }
        return (int) root;
    }

    private long request() throws NotExecutable {
        long request = Concept.REQUEST.of(state.attributes(), -1);
        if (request < 0) {
            throw unusable("rid");
        }
        return request;
    }

    private long number(String attribute) throws NotExecutable {
        long value = state.attributes().getLong(attribute, -1);
        if (value < 0) {
            throw unusable(attribute);
        }
        return value;
    }

    private Communicator communicator() throws NotExecutable {
        if (state.attributes().get("cid") == null) {
            return context.communicators().world();
        }
        Communicator communicator =
                context.communicators().find(rank, state.attributes().getLong("cid", -1));
        if (communicator == null) {
            throw new NotExecutable(state.name() + " in a communicator that the project doesn't list");
        }
        return communicator;
    }

    /** The number under which a file is open: of this opening when recorded, else of the file. */
    private long handle() throws NotExecutable {
        long instance = state.attributes().getLong("oid", -1);
        // Both kinds of numbers count from 0.
        return instance >= 0 ? -1 - instance : number("fid");
    }

    private OpenFile openFile() throws NotExecutable {
        OpenFile open = openFiles.get(handle());
        if (open == null) {
            throw new NotExecutable(state.name() + " of a file that isn't open");
        }
        return open;
    }

    private DatatypeLayout layout(String attribute) throws NotExecutable {
        long id = state.attributes().getLong(attribute, Long.MIN_VALUE);
        DatatypeLayout layout = context.project().layout(rank, thread, id).orElse(null);
        if (layout == null || layout.size() <= 0) {
            throw new NotExecutable(state.name() + " with a datatype that the project doesn't describe");
        }
        return layout;
    }

    private NotExecutable unusable(String attribute) {
        return new NotExecutable(state.name() + " without usable " + attribute);
    }
}
