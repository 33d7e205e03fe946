// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.MemoryLayout;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.PieceRanges;

/**
 * The states by which a trace tells the commands of one thread, in order: what the mappings make commands of. Those of
 * programs that are written in Java and of those that are saved come from here. Computation isn't among them. A state
 * holds what its command needs and no more; whether it is understood, {@link ProgramSaver} finds out by reading it.
 * Source: FORMATS A8, B 3.3.
 */
final class CallStates {
    /** What stands for anybody; nobody is -1. */
    static final int ANYBODY = -2;

    /** What splitting a communicator makes each rank tell the others: colour and key. */
    private static final long COLOR_AND_KEY = 8;

    private final int rank;
    private final List<Communicator> communicators;
    private final Map<Long, Probing.Probe> probed = new HashMap<>(0);
    /** Files of which this rank sees what a view shows. */
    private final Set<Integer> viewed = new HashSet<>(0);
    /** Communicators whose neighbours a state has told. */
    private final List<Communicator> told = new ArrayList<>(0);

    /**
     * The states of a thread of a rank.
     *
     * @param communicators of the program, to which others may be added; those with neighbours are told where one of the
     *     same members is made
     */
    CallStates(int rank, List<Communicator> communicators) {
        this.rank = rank;
        this.communicators = communicators;
    }

    /** Whether the state of a command is the same for all members of its communicator. */
    boolean isOfAll(Command command) {
        if (!(command instanceof CollectiveCall collective)) {
            return true;
        }
        CommandType type = collective.type();
        return type == CommandType.COMM_CREATE
                ? communicators.stream().allMatch(communicator -> communicator.neighbors() == Neighbors.NONE)
                : collective.volume() instanceof Volume.Uniform || tellsAllBlocks(type);
    }

    /** The state of a command other than computation. */
    Origin of(Command command) {
        if (command instanceof Command.GlobalSync sync) {
            return sync.origin().isWritten()
                    ? new Origin(sync.origin().name(), Attributes.none())
                    : call("Init").state();
        }
        if (command instanceof Command.Send send) {
            return send(send);
        }
        if (command instanceof Command.Recv recv) {
            return call(form("Recv", recv.request()))
                    .peer("fromRank", recv.source())
                    .number("fromTag", recv.tag())
                    .in(recv.communicator())
                    .request(recv.request())
                    .state();
        }
        if (command instanceof Command.Sendrecv both) {
            return call(form("Sendrecv", both.request()))
                    .number("size", both.bytes())
                    .peer("toRank", both.target())
                    .number("toTag", both.sendTag())
                    .peer("fromRank", both.source())
                    .number("fromTag", both.recvTag())
                    .in(both.communicator())
                    .request(both.request())
                    .state();
        }
        if (command instanceof Probing probing) {
            return probing(probing);
        }
        if (command instanceof Command.Start start) {
            Call call = call("Startall");
            start.operations().forEach(operation -> call.operation(operation.request(), of(operation)));
            return call.state();
        }
        if (command instanceof Command.Wait wait) {
            return call(switch (wait.until()) {
                        case ALL -> "Waitall";
                        case ANY -> "Waitany";
                        case SOME -> "Waitsome";
                    })
                    .requests(wait.requests())
                    .state();
        }
        if (command instanceof CollectiveCall collective) {
            return collective(collective);
        }
        return command instanceof OneSided oneSided ? WindowStates.of(oneSided) : file(command);
    }

    private static Origin send(Command.Send send) {
        String name =
                switch (send.mode()) {
                    case STANDARD -> "Send";
                    case SYNCHRONOUS -> "Ssend";
                    case BUFFERED -> "Bsend";
                    case READY -> "Rsend";
                };
        return call(form(name, send.request()))
                .number("size", send.bytes())
                .peer("toRank", send.target())
                .number("toTag", send.tag())
                .in(send.communicator())
                .request(send.request())
                .state();
    }

    private Origin probing(Probing command) {
        if (command instanceof Probing.Probe probe) {
            if (probe.message() != Probing.LEAVE) {
                probed.put(probe.message(), probe);
            }
            return call(probe.message() == Probing.LEAVE ? "Probe" : "Mprobe")
                    .peer("fromRank", probe.source())
                    .number("fromTag", probe.tag())
                    .in(probe.communicator())
                    .state();
        }
        Probing.MatchedRecv recv = (Probing.MatchedRecv) command;
        Call call = call(form("Mrecv", recv.request()));
        Probing.Probe probe = probed.remove(recv.message());
        if (probe != null && recv.request() == Command.BLOCKING) {
            call.peer("fromRank", probe.source()).number("fromTag", probe.tag());
        }
        return call.in(recv.communicator()).request(recv.request()).state();
    }

    private Origin collective(CollectiveCall collective) {
        Communicator communicator = collective.communicator();
        CommandType type = collective.type();
        if (type == CommandType.COMM_CREATE && collective.volume().stated() == 0) {
            for (Communicator made : communicators) {
                if (made.neighbors() != Neighbors.NONE
                        && !told.contains(made)
                        && Arrays.equals(made.members(), communicator.members())) {
                    return topology(collective, made);
                }
            }
        }
        Call call = call(collectiveName(collective));
        int own = communicator.localRank(rank);
        Volume volume = collective.volume();
        switch (type) {
            case BARRIER, COMM_CREATE -> {}
            case SCATTER, SCATTERV -> call.number("recvSize", block(volume, own));
            case REDUCE_SCATTER -> call.blocks(BlockElements.ofAll("Recv", communicator, volume));
            case ALLTOALLV, ALLTOALLW -> call.blocks(BlockElements.ofAll("Send", communicator, volume));
            case NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW ->
                call.blocks(BlockElements.of(
                        "Send", communicator, communicator.neighbors().destinations(own), volume));
            default -> call.number("size", block(volume, own));
        }
        if (type.isRooted()) {
            boolean whole = type == CommandType.BCAST || type == CommandType.REDUCE;
            call.number(whole ? "rootRank" : "root", collective.root());
        }
        return call.in(communicator).request(collective.request()).state();
    }

    /** The call that makes a communicator with neighbours. */
    private Origin topology(CollectiveCall collective, Communicator made) {
        told.add(made);
        int own = made.localRank(rank);
        return call("Dist_graph_create_adjacent")
                .ranks("Source", made, made.neighbors().sources(own))
                .ranks("Destination", made, made.neighbors().destinations(own))
                .in(collective.communicator())
                .number("newcid", made.id())
                .request(collective.request())
                .state();
    }

    private static String collectiveName(CollectiveCall collective) {
        if (collective.type() == CommandType.COMM_CREATE) {
            boolean waits = collective.request() == Command.BLOCKING;
            return collective.volume().stated() == COLOR_AND_KEY ? "Comm_split" : waits ? "Comm_dup" : "Comm_idup";
        }
        // States are named as functions of MPI are: ReduceScatter is Reduce_scatter.
        String words = collective.type().commandName().replaceAll("(?<=.)(?=[A-Z])", "_");
        String name = words.substring(0, 1) + words.substring(1).toLowerCase(Locale.ROOT);
        return form(name, collective.request());
    }

    private static long block(Volume volume, int own) {
        return volume instanceof Volume.Uniform ? volume.stated() : volume.of(own);
    }

    /** Types of which each rank tells the block of every rank. */
    private static boolean tellsAllBlocks(CommandType type) {
        return type == CommandType.REDUCE_SCATTER || type == CommandType.ALLTOALLV || type == CommandType.ALLTOALLW;
    }

    private Origin file(Command command) {
        if (command instanceof Command.FileOpen open) {
            return call("File_open")
                    .in(open.communicator())
                    .text("name", open.file().name())
                    .text("amode", amode(open.opening()))
                    .file(open.file())
                    .hints(open.hints())
                    .state();
        }
        if (command instanceof Command.FileClose close) {
            return call("File_close").file(close.file()).state();
        }
        if (command instanceof Command.FileSetView view) {
            viewed.add(view.file().id());
            return call("File_set_view")
                    .file(view.file())
                    .number("offset", view.displacement())
                    .number("etid", view.etype())
                    .number("filetid", view.fileType())
                    .text("representation", "native")
                    .state();
        }
        if (command instanceof FileAccess access) {
            return access(access);
        }
        if (command instanceof PointerAccess access) {
            return access(access);
        }
        if (command instanceof FileControl control) {
            return control(control);
        }
        throw new IllegalArgumentException("command=" + command.type().commandName() + ": isn't a call");
    }

    private static String amode(Opening opening) {
        return (opening.creates() ? "CREATE|" : "")
                + "RDWR"
                + (opening.appends() ? "|APPEND" : "")
                + (opening.deletes() ? "|DELETE_ON_CLOSE" : "");
    }

    private static Origin control(FileControl control) {
        // Types are named as functions of MPI: Filesetsize is File_set_size.
        Call call = call("File_"
                        + control.type().name().substring("FILE_".length()).toLowerCase(Locale.ROOT))
                .file(control.file());
        if (control instanceof FileControl.Together together) {
            boolean seeks = together.type() == CommandType.FILE_SEEK_SHARED;
            return together.type() == CommandType.FILE_SYNC
                    ? call.state()
                    : call.number(seeks ? "visibleOffset" : "size", together.size())
                            .state();
        }
        return control.type() == CommandType.FILE_DELETE
                ? call.text("name", control.file().name()).state()
                : call.state();
    }

    private static Origin access(PointerAccess access) {
        String verb = access.writes() ? "write" : "read";
        boolean waits = access.request() == Command.BLOCKING;
        String name = access instanceof PointerAccess.Ordered
                ? verb + (waits ? "_ordered" : "_ordered_begin")
                : (waits ? "" : "i") + verb + "_shared";
        Call call = call("File_" + name).file(access.file()).memory(access.memory());
        return call.number("size", access.bytes()).request(access.request()).state();
    }

    private Origin access(FileAccess access) {
        String verb = access.writes() ? "write" : "read";
        String together = access instanceof Command.Collective ? "_all" : "";
        String form = access.request() == Command.BLOCKING ? "" : "i";
        // Through a view the place is told in bytes of the file, where the own pointer stands.
        String place = viewed.contains(access.file().id()) ? "" : "_at";
        Call call = call("File_" + form + verb + place + together).file(access.file());
        if (access.ranges() instanceof PieceRanges pieces && pieces.list().size() > 1) {
            pieces.list().forEach(call::piece);
        } else {
            call.number("offset", access.ranges().first());
        }
        return call.memory(access.memory())
                .number("size", access.bytes())
                .request(access.request())
                .state();
    }

    /** The name of the form that a rank waits for at once, or of the other. */
    private static String form(String name, long request) {
        return request == Command.BLOCKING
                ? name
                : "I" + name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static Call call(String name) {
        return new Call(name);
    }

    /** A state while it is put together. */
    private static final class Call {
        private final String name;
        private Attributes attributes = Attributes.none();
        private List<DataElement> data = new ArrayList<>(0);

        Call(String name) {
            this.name = name;
        }

        Call text(String attribute, String value) {
            attributes = attributes.with(attribute, value);
            return this;
        }

        /** The datatype, where it matters. */
        Call memory(MemoryLayout memory) {
            return memory.isContiguous() ? this : number("tid", memory.type());
        }

        Call number(String attribute, long value) {
            return text(attribute, Long.toString(value));
        }

        Call peer(String attribute, int worldRank) {
            return number(attribute, worldRank == Command.ANY_SOURCE ? ANYBODY : worldRank);
        }

        Call in(Communicator communicator) {
            return number("cid", communicator.id());
        }

        Call file(ApplicationFile file) {
            return number("fid", file.id());
        }

        Call hints(FileHints hints) {
            hints.values()
                    .forEach((key, value) ->
                            data.add(new DataElement("Info", Attributes.of("key", key, "value", value))));
            return this;
        }

        Call request(long request) {
            return request == Command.BLOCKING ? this : number("rid", request);
        }

        Call requests(List<Long> requests) {
            requests.forEach(request -> data.add(new DataElement("For", Attributes.of("rid", Long.toString(request)))));
            return this;
        }

        /** What starts a request, told by the persistent form of the function, as no call has made the request. */
        void operation(long request, Origin nonblocking) {
            String function = nonblocking.name().substring(1);
            String name = function.substring(0, 1).toUpperCase(Locale.ROOT) + function.substring(1) + "_init";
            DataElement made = new DataElement(name, nonblocking.attributes(), "", nonblocking.data());
            data.add(new DataElement("For", Attributes.of("rid", Long.toString(request)), "", List.of(made)));
        }

        Call piece(Piece piece) {
            data.add(new DataElement(
                    "Data",
                    Attributes.of("offset", Long.toString(piece.offset()), "size", Long.toString(piece.size()))));
            return this;
        }

        Call ranks(String element, Communicator communicator, int[] localRanks) {
            for (int local : localRanks) {
                String worldRank = Integer.toString(communicator.worldRank(local));
                data.add(new DataElement(element, Attributes.of("rank", worldRank)));
            }
            return this;
        }

        Call blocks(BlockElements blocks) {
            data = blocks;
            return this;
        }

        Origin state() {
            return new Origin(name, attributes, data);
        }
    }
}
