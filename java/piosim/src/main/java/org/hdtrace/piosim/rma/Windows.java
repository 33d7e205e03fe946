// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.model.program.Window;
import org.hdtrace.piosim.network.Transport;
import org.hdtrace.piosim.process.Blocked;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.process.Processors;
import org.hdtrace.piosim.process.WindowService;

/**
 * The windows of all programs. Messages reach the target's network interface and take effect there without any call of the target;
 * each has an answer, by which the origin knows that it has. What a reduction needs is computed by the target's node beside
 * whatever else it does.
 *
 * <p>Source: MPI 4.0, chapter 12; the messages are those of the active messages of MPICH 4.0, {@code
 * src/mpid/ch4/src/mpidig_rma.h}: each transfer is acknowledged on its own. Deviation: there the target makes progress in calls of
 * MPI only, unless its network does that itself. One per simulation; not safe for use by several threads.
 */
public final class Windows implements WindowService {
    private final Transport network;
    private final Processors processors;
    private final Map<Place, Side> sides = new LinkedHashMap<>();

    /** A window, seen from one of its ranks, which has a number over all applications. */
    private record Place(int window, int rank) {}

    /** Without any window. */
    public Windows(Transport network, Processors processors) {
        this.network = network;
        this.processors = processors;
    }

    @Override
    public void transfer(Call call, OneSided.Transfer transfer) {
        Client origin = call.client();
        Client target = call.peer(transfer.target());
        Outstanding outstanding = side(origin, transfer.window()).outstanding;
        Sizes sizes = Sizes.of(transfer, call.framing());
        boolean hasRequest = transfer.request() != Command.BLOCKING;
        Runnable usable = () -> {
            outstanding.usable(target.globalRank());
            if (hasRequest) {
                call.partDone();
            }
        };
        Runnable answered = () -> {
            if (sizes.brings()) {
                usable.run();
            }
            outstanding.complete(target.globalRank());
        };
        Runnable answer = () -> send(target, origin, sizes.back(), Windows::nothing, answered);
        outstanding.begun(target.globalRank());
        if (hasRequest) {
            call.await();
        }
        send(origin, target, sizes.there(), sizes.brings() ? Windows::nothing : usable, () -> {
            if (sizes.instructions() == 0) {
                answer.run();
            } else {
                processors.submit(target.node(), sizes.instructions(), answer::run);
            }
        });
    }

    @Override
    public void awaitTransfers(Call call, Window window, int target, boolean atTarget) {
        int rank = target == OneSided.EVERYBODY ? target : call.peer(target).globalRank();
        side(call.client(), window).outstanding.await(call, rank, atTarget);
    }

    @Override
    public void beginEpoch(Call call, Window window, boolean exposure, List<Integer> ranks) {
        Side side = side(call.client(), window);
        if (exposure) {
            side.origins = ranks;
        } else {
            side.targets = ranks;
        }
    }

    @Override
    public List<Integer> epoch(Call call, Window window, boolean exposure) {
        Side side = side(call.client(), window);
        return exposure ? side.origins : side.targets;
    }

    @Override
    public void tell(Call call, Window window, Signal signal, int target) {
        Client from = call.client();
        Client to = call.peer(target);
        Signals signals = signals(side(to, window), signal);
        send(from, to, call.framing().request(), Windows::nothing, () -> signals.arrived(from.globalRank()));
    }

    @Override
    public void awaitSignal(Call call, Window window, Signal signal, int source) {
        signals(side(call.client(), window), signal)
                .await(call, call.peer(source).globalRank());
    }

    @Override
    public void lock(Call call, Window window, int target, boolean exclusive) {
        Client origin = call.client();
        Client owner = call.peer(target);
        long answer = call.framing().acknowledge();
        LockQueue queue = side(owner, window).lock;
        call.await();
        LockQueue.Request request = new LockQueue.Request(
                call,
                origin.globalRank(),
                exclusive,
                () -> send(owner, origin, answer, Windows::nothing, call::partDone));
        send(origin, owner, call.framing().request(), Windows::nothing, () -> queue.request(request));
    }

    @Override
    public void unlock(Call call, Window window, int target) {
        Client origin = call.client();
        Client owner = call.peer(target);
        long answer = call.framing().acknowledge();
        LockQueue queue = side(owner, window).lock;
        call.await();
        send(origin, owner, call.framing().request(), Windows::nothing, () -> {
            // The answer leaves before the lock does, so that it doesn't wait for what the next one gets.
            send(owner, origin, answer, Windows::nothing, call::partDone);
            queue.release(origin.globalRank());
        });
    }

    @Override
    public void assumeLocked(Call call, Window window, int target) {
        side(call.client(), window).assumed.add(target);
    }

    @Override
    public boolean forgetAssumed(Call call, Window window, int target) {
        return side(call.client(), window).assumed.remove(target);
    }

    @Override
    public List<Blocked> blocked() {
        List<Blocked> all = new ArrayList<>();
        sides.forEach((place, side) -> {
            side.posts.waiters().forEach(waiter -> all.add(blocked(Blocked.Reason.POST, waiter)));
            side.completions.waiters().forEach(waiter -> all.add(blocked(Blocked.Reason.COMPLETE, waiter)));
            for (LockQueue.Request request : side.lock.waiting()) {
                for (int holder : side.lock.holders()) {
                    all.add(new Blocked(request.call(), Blocked.Reason.LOCK, holder, place.rank));
                }
            }
        });
        return all;
    }

    private static Blocked blocked(Blocked.Reason reason, Signals.Waiter waiter) {
        return new Blocked(waiter.call(), reason, waiter.source(), waiter.source());
    }

    private static Signals signals(Side side, Signal signal) {
        return signal == Signal.POSTED ? side.posts : side.completions;
    }

    private static void nothing() {}

    private Side side(Client client, Window window) {
        return sides.computeIfAbsent(new Place(window.id(), client.globalRank()), key -> new Side());
    }

    private void send(Client from, Client to, long bytes, Runnable sent, Runnable arrived) {
        network.send(new WindowMessage(from.networkInterface(), to.networkInterface(), bytes, sent, arrived));
    }
}
