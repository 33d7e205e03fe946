// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.Neighbors;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.model.program.Volume;

/**
 * A program of random steps, each of which all ranks concerned carry out in the same order, so that it ends. The same seed
 * gives the same program.
 */
final class RandomProgram {
    /** Speed of the processor that computation in nanoseconds was measured with. */
    private static final double RECORDED_SPEED = 1.7e9;

    private static final List<CommandType> COLLECTIVES = Arrays.stream(CommandType.values())
            .filter(CommandType::isMpiCollective)
            .toList();

    private static final List<SendMode> MODES = List.of(SendMode.values());

    /** Adds one step. */
    @FunctionalInterface
    private interface Step {
        void add(RandomProgram program);
    }

    private static final List<Step> STEPS = List.of(
            RandomProgram::compute,
            RandomProgram::message,
            RandomProgram::later,
            RandomProgram::fromAnybody,
            RandomProgram::fromAnybodyLater,
            RandomProgram::exchange,
            RandomProgram::probed,
            RandomProgram::collective,
            RandomProgram::collectivesAtOnce,
            RandomProgram::persistent,
            RandomProgram::matched,
            RandomProgram::whicheverIsFirst,
            RandomProgram::access);

    private final Random random;
    private final int ranks;
    private final ProgramBuilder program;
    private final List<Communicator> communicators;
    private final Communicator ring;
    private final List<ApplicationFile> files;
    private int tag;
    private long request;

    private RandomProgram(long seed, int ranks) {
        this.random = new Random(seed);
        this.ranks = ranks;
        this.program = new ProgramBuilder("random", ranks);
        this.communicators = List.of(
                program.world(),
                program.createCommunicator("some", 2, 0),
                program.createCommunicator("reversed", reversed(ranks)));
        this.ring = program.createCommunicator("ring", Neighbors.grid(new int[] {ranks}, true), reversed(ranks));
        this.files = List.of(
                program.createFile("one", 1 << 20, SimpleStripe.DEFAULT),
                program.createFile("two", 1 << 22, new SimpleStripe(1000)));
    }

    static Application of(long seed, int ranks, int steps) {
        RandomProgram made = new RandomProgram(seed, ranks);
        made.program.addInit().addCommCreate(made.communicators.get(2), 0);
        made.files.forEach(file -> made.program.addFileOpen(made.program.world(), file, false));
        for (int i = 0; i < steps; i++) {
            STEPS.get(made.random.nextInt(STEPS.size())).add(made);
        }
        made.files.forEach(file -> made.program.addFileClose(made.program.world(), file));
        return made.program.addFinalize().build();
    }

    private static int[] reversed(int ranks) {
        int[] all = new int[ranks];
        Arrays.setAll(all, local -> ranks - 1 - local);
        return all;
    }

    private int rank() {
        return random.nextInt(ranks);
    }

    private int otherThan(int rank) {
        return (rank + 1 + random.nextInt(ranks - 1)) % ranks;
    }

    /** Below, at and beyond what is sent eagerly. */
    private long bytes() {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(1000);
            case 2 -> 102_390 + random.nextInt(30);
            default -> random.nextInt(400_000);
        };
    }

    private void compute() {
        long amount = random.nextInt(4) == 0 ? 0 : random.nextInt(3_000_000);
        if (random.nextBoolean()) {
            program.addCompute(rank(), amount);
        } else {
            program.add(rank(), new Compute(amount, Compute.Unit.NANOSECONDS, RECORDED_SPEED, Origin.NONE));
        }
    }

    private void message() {
        int from = rank();
        int to = otherThan(from);
        SendMode mode = MODES.get(random.nextInt(MODES.size()));
        if (mode == SendMode.READY) {
            // Its receive has to be there already.
            long number = request++;
            program.addIrecv(to, from, ++tag, number).addBarrier(program.world());
            program.addSend(from, to, bytes(), tag, mode).addWaitAll(to, number);
        } else {
            program.addSend(from, to, bytes(), ++tag, mode)
                    .addRecv(to, from, random.nextBoolean() ? tag : Command.ANY_TAG);
        }
    }

    private void later() {
        int from = rank();
        int to = otherThan(from);
        long sent = request++;
        long received = request++;
        SendMode mode = random.nextBoolean() ? SendMode.STANDARD : SendMode.SYNCHRONOUS;
        program.addIrecv(to, from, ++tag, received).addIsend(from, to, bytes(), tag, mode, sent);
        program.addCompute(from, random.nextInt(100_000)).addWaitAll(from, sent).addWaitAll(to, received, sent);
    }

    private void fromAnybody() {
        int to = rank();
        tag++;
        for (int from = 0; from < ranks; from++) {
            if (from != to) {
                program.addCompute(from, random.nextInt(200_000)).addSend(from, to, bytes(), tag);
                program.addRecv(to, Command.ANY_SOURCE, tag);
            }
        }
    }

    /** Several receives at once of which each takes whatever comes, with and without being started again. */
    private void fromAnybodyLater() {
        int to = rank();
        int found = otherThan(to);
        long first = request;
        request += ranks - 1L;
        tag++;
        Command again = new Command.Recv(Command.ANY_SOURCE, tag, program.world(), request++, Origin.NONE);
        // With any tag, what is sent later may not come in between.
        program.addBarrier(program.world());
        boolean any = random.nextBoolean();
        for (long number = first; number < first + ranks - 1; number++) {
            program.addIrecv(to, Command.ANY_SOURCE, any ? Command.ANY_TAG : tag, number);
        }
        for (int from = 0; from < ranks; from++) {
            if (from != to) {
                program.addCompute(from, random.nextInt(200_000)).addSend(from, to, bytes(), tag);
            }
        }
        long[] all = LongStream.range(first, first + ranks - 1).toArray();
        if (random.nextBoolean()) {
            program.addWaitSome(to, all);
        }
        program.addWaitAll(to, all).addBarrier(program.world());
        program.addSend(found, to, bytes(), tag).addStart(to, again).addWaitAny(to, again.request());
        program.addSend(found, to, random.nextInt(5000), tag)
                .addMatchedProbe(to, Command.ANY_SOURCE, tag, again.request())
                .addMatchedRecv(to, again.request());
    }

    private void exchange() {
        int one = rank();
        int other = otherThan(one);
        tag += 2;
        program.addSendrecv(one, other, bytes(), tag, random.nextBoolean() ? other : Command.ANY_SOURCE, tag - 1);
        program.addSendrecv(other, one, bytes(), tag - 1, one, tag);
    }

    private void probed() {
        int from = rank();
        int to = otherThan(from);
        program.addSend(from, to, random.nextInt(5000), ++tag);
        program.addProbe(to, random.nextBoolean() ? from : Command.ANY_SOURCE, tag)
                .addRecv(to, from, tag);
    }

    private Communicator communicator() {
        return communicators.get(random.nextInt(communicators.size()));
    }

    private void collective() {
        collective(COLLECTIVES.get(random.nextInt(COLLECTIVES.size())), Command.BLOCKING);
    }

    /** Several of one type at once, or of two. */
    private void collectivesAtOnce() {
        CommandType type = COLLECTIVES.get(random.nextInt(COLLECTIVES.size()));
        long first = request;
        // Splitting a communicator has no nonblocking form, so what each tells is what duplicating one takes: nothing.
        collective(type, request++);
        collective(type, request++);
        collective(CommandType.BARRIER, request++);
        for (int rank = 0; rank < ranks; rank++) {
            program.addCompute(rank, random.nextInt(50_000)).addWaitAll(rank, first + 2, first, first + 1);
        }
    }

    private void collective(CommandType type, long number) {
        Communicator communicator = type.isNeighborhood() ? ring : communicator();
        int root = type.isRooted() ? communicator.worldRank(random.nextInt(communicator.size())) : Command.NO_ROOT;
        Volume same =
                switch (type) {
                    case BARRIER -> Volume.NONE;
                    case COMM_CREATE -> new Volume.Uniform(number == Command.BLOCKING && random.nextBoolean() ? 8 : 0);
                    case GATHERV, SCATTERV, ALLGATHERV, REDUCE_SCATTER ->
                        new Volume.PerRank(blocks(communicator.size()));
                    case ALLTOALLV, ALLTOALLW, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW -> null;
                    default -> new Volume.Uniform(bytes());
                };
        for (int local = 0; local < communicator.size(); local++) {
            int blocks = type.isNeighborhood() ? 2 : communicator.size();
            Volume volume = same == null ? new Volume.PerPair(blocks(blocks)) : same;
            program.add(
                    communicator.worldRank(local),
                    state -> new CollectiveCall(type, communicator, root, volume, number, state));
        }
    }

    private long[] blocks(int count) {
        long[] blocks = new long[count];
        Arrays.setAll(blocks, local -> bytes());
        return blocks;
    }

    private void persistent() {
        int from = rank();
        int to = otherThan(from);
        long sent = request++;
        long received = request++;
        tag++;
        Communicator world = program.world();
        Command send = new Command.Send(to, tag, bytes(), world, SendMode.STANDARD, sent, Origin.NONE);
        Command receive = new Command.Recv(from, tag, world, received, Origin.NONE);
        Command barrier =
                new CollectiveCall(CommandType.BARRIER, world, Command.NO_ROOT, Volume.NONE, request, Origin.NONE);
        for (int turn = 0; turn < 2; turn++) {
            for (int rank = 0; rank < ranks; rank++) {
                Command[] both = {rank == from ? send : receive, barrier};
                program.addStart(rank, rank == from || rank == to ? both : new Command[] {barrier});
                program.addWaitAll(rank, sent, received, request);
            }
        }
        request++;
    }

    private void matched() {
        int from = rank();
        int to = otherThan(from);
        long message = request++;
        program.addSend(from, to, random.nextInt(5000), ++tag);
        program.addMatchedProbe(to, from, tag, message).addMatchedRecv(to, message);
    }

    private void whicheverIsFirst() {
        int to = rank();
        long first = request;
        tag++;
        for (int from = 0; from < ranks; from++) {
            if (from != to) {
                program.addIrecv(to, from, tag, request++);
                program.addCompute(from, random.nextInt(200_000)).addSend(from, to, random.nextInt(5000), tag);
            }
        }
        long[] all = LongStream.range(first, request).toArray();
        if (random.nextBoolean()) {
            program.addWaitAny(to, all);
        } else {
            program.addWaitSome(to, all);
        }
        program.addWaitAll(to, all);
    }

    private void access() {
        ApplicationFile file = files.get(random.nextInt(files.size()));
        int rank = rank();
        long number = random.nextBoolean() ? Command.BLOCKING : request++;
        List<Piece> pieces = pieces();
        if (random.nextBoolean()) {
            program.add(rank, state -> new FileAccess.Alone(CommandType.FILE_READ, file, pieces, number, state));
        } else {
            program.add(rank, state -> new FileAccess.Alone(CommandType.FILE_WRITE, file, pieces, number, state));
        }
        if (number != Command.BLOCKING) {
            program.addCompute(rank, random.nextInt(100_000)).addWaitAll(rank, number);
        }
    }

    /** Up to three ranges that don't touch each other. */
    private List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        long offset = random.nextInt(1 << 19);
        for (int i = random.nextInt(4); i > 0; i--) {
            Piece piece = new Piece(offset, 1 + bytes());
            pieces.add(piece);
            offset += piece.size() + 1 + random.nextInt(100_000);
        }
        return pieces;
    }
}
