// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.SimulationResult.ClientResult;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.engine.EndOfTimeException;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.GlobalSettings;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.network.LogGopsNetwork;
import org.hdtrace.piosim.network.Network;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.network.RouteFinder;
import org.hdtrace.piosim.network.SharedMemoryCopies;
import org.hdtrace.piosim.network.Transport;
import org.hdtrace.piosim.network.route.Reachability;
import org.hdtrace.piosim.network.route.RouteFinders;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.process.Clients;
import org.hdtrace.piosim.process.DeadlockReport;
import org.hdtrace.piosim.process.Processors;
import org.hdtrace.piosim.process.UnmatchedMessages;
import org.hdtrace.piosim.rma.Windows;
import org.hdtrace.piosim.storage.FileSystem;
import org.hdtrace.piosim.storage.StorageObserver;
import org.hdtrace.piosim.storage.StorageServer;

/**
 * One simulation of applications on a cluster. Has no state outside itself, so any number of them may run in one virtual
 * machine, each in one thread. Runs once.
 */
public final class Simulation {
    /** Makes the network of a model without LogGOPS; tests have others than {@link Network}. */
    @FunctionalInterface
    interface NetworkMaker {
        Transport make(Kernel kernel, NetworkPlan plan, RouteFinder routes, long granularity);
    }

    private final ClusterModel model;
    private final Kernel kernel = new Kernel();
    private final Transport network;
    private final FileSystem files;
    private final Processors processors;
    private final Clients clients;
    private final FunctionTable functions = new FunctionTable();
    private final RunObserver observer;

    /** A simulation that nobody watches. */
    public Simulation(ClusterModel model, Map<String, Application> applications) throws TraceFormatException {
        this(model, applications, Algorithms.all(), RunObserver.NONE);
    }

    /** A simulation with seed 0. */
    public Simulation(
            ClusterModel model, Map<String, Application> applications, Algorithms algorithms, RunObserver observer)
            throws TraceFormatException {
        this(model, applications, algorithms, observer, 0);
    }

    /**
     * Set a simulation up.
     *
     * @param applications by alias in the model; clients of others have nothing to do; each must be in its list
     * @param seed chooses among equally short ways where the model has {@code ECMPRoute}; nothing else is random
     * @throws UnsupportedModelException when the model or an application can't be simulated
     * @throws TraceFormatException when an application can't be read
     */
    public Simulation(
            ClusterModel model,
            Map<String, Application> applications,
            Algorithms algorithms,
            RunObserver observer,
            long seed)
            throws TraceFormatException {
        this(model, applications, algorithms, observer, seed, Network::new);
    }

    /** As above, with a network of one's own. */
    Simulation(
            ClusterModel model,
            Map<String, Application> applications,
            Algorithms algorithms,
            RunObserver observer,
            long seed,
            NetworkMaker networks)
            throws TraceFormatException {
        ChosenMethods methods = new ChosenMethods(model.globalSettings(), algorithms);
        applications.forEach(methods::require);
        this.model = model;
        this.observer = observer;
        ClusterModel split = SharedMemoryCopies.expand(model);
        NetworkPlan plan = new NetworkPlan(split);
        network = transport(split, plan, seed, networks);
        processors = new Processors(
                kernel,
                model.nodes().stream().mapToInt(Node::cpus).toArray(),
                model.nodes().stream().mapToDouble(Node::instructionsPerSecond).toArray());
        files = new FileSystem(kernel, network, model);
        for (Application program : applications.values()) {
            requireRoomFor(program);
        }
        clients = new Clients(
                kernel,
                network,
                processors,
                methods,
                files,
                new Windows(network, processors),
                model.logGops()
                        .map(LogGops::eagerBytes)
                        .orElse(model.globalSettings().maxEagerSendSize()),
                new Clients.Observer() {
                    @Override
                    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
                        ended(client, command, start, end, bytes);
                    }

                    @Override
                    public void stepEnded(Client client, int step, long start, long end) {
                        observer.stepEnded(client, step, start, end);
                    }

                    @Override
                    public void completed(Client client, long request, int source, int tag, long bytes) {
                        observer.completed(client, request, source, tag, bytes);
                    }
                });
        new Placement(model, plan).addAll(model, applications, clients);
    }

    private void requireRoomFor(Application program) throws TraceFormatException {
        for (ApplicationFile file : program.files()) {
            String fault = files.claimRoom(file).orElse(null);
            Application.FilePlace place = program.placeOf(file).orElse(null);
            if (fault != null && place != null) {
                throw new TraceFormatException(
                        place.project(), place.position(), "<File>: name='" + file.name() + "': " + fault);
            }
            if (fault != null) {
                throw new UnsupportedModelException("file '" + file.name() + "': " + fault);
            }
        }
    }

    private Transport transport(ClusterModel from, NetworkPlan plan, long seed, NetworkMaker networks) {
        GlobalSettings settings = from.globalSettings();
        return from.logGops().isPresent()
                ? new LogGopsNetwork(kernel, plan, from.logGops().get(), settings.ioGranularity())
                : networks.make(kernel, plan, RouteFinders.of(from, plan, seed), settings.transferGranularity());
    }

    public ClusterModel model() {
        return model;
    }

    public Kernel kernel() {
        return kernel;
    }

    public Transport network() {
        return network;
    }

    public Processors processors() {
        return processors;
    }

    /** From now on tell somebody what servers do; called before the simulation begins. */
    public void observe(StorageObserver storageObserver) {
        files.observe(storageObserver);
    }

    public List<StorageServer> servers() {
        return files.servers();
    }

    /**
     * Simulate.
     *
     * @throws Clients.ProgramException when a trace can't be read further
     * @throws EndOfTimeException when a computation or what a server does lasts longer than virtual time
     */
    public SimulationResult run(SimulationOptions options) {
        long began = System.nanoTime();
        observer.begin(this, clients.all());
        Kernel.Outcome outcome;
        try {
            clients.start();
            outcome = kernel.run(options.untilNanos(), options.maxEvents());
        } finally {
            clients.close();
        }
        network.catchUp();
        observer.end(kernel.now());
        DeadlockReport waiting = outcome == Kernel.Outcome.FINISHED ? new DeadlockReport(clients) : null;
        String deadlock = waiting == null ? null : waiting.text();
        SimulationResult.Outcome end = outcome != Kernel.Outcome.FINISHED
                ? SimulationResult.Outcome.LIMIT
                : deadlock == null ? SimulationResult.Outcome.FINISHED : SimulationResult.Outcome.DEADLOCK;
        return new SimulationResult(
                kernel.now(),
                kernel.processed(),
                System.nanoTime() - began,
                end,
                deadlock,
                waiting == null ? List.of() : waiting.cycle(),
                clients.unreceivedMessages(),
                new UnmatchedMessages(clients).lines(),
                clients.all().stream().map(Simulation::result).toList(),
                files.servers().stream().map(Simulation::result).toList(),
                functions.results());
    }

    private void ended(Client client, Command command, long start, long end, long bytes) {
        if (command.origin().isWritten()) {
            functions.add(command.origin().name(), end - start, bytes);
        }
        observer.commandEnded(client, command, start, end, bytes);
    }

    private static ClientResult result(Client client) {
        return new ClientResult(client.application().alias(), client.worldRank(), client.thread(), client.ended());
    }

    private static ServerResult result(StorageServer server) {
        StorageServer.Counters sums = server.counters();
        return new ServerResult(
                server.name(),
                sums.reads(),
                sums.writes(),
                sums.bytesRead(),
                sums.bytesWritten(),
                sums.bytesReplaced(),
                sums.bytesDiscarded(),
                sums.busyNanos(),
                sums.diskOperations());
    }

    /**
     * Processes that ought to talk with each other and have no way, one line for each pair or process.
     *
     * @throws UnsupportedModelException when a topology hasn't the shape of its routing
     */
    public static List<String> unreachable(ClusterModel model) {
        if (model.logGops().isPresent()) {
            return List.of();
        }
        ClusterModel split = SharedMemoryCopies.expand(model);
        NetworkPlan plan = new NetworkPlan(split);
        return Reachability.faults(split, plan, RouteFinders.of(split, plan));
    }

    /**
     * The commands that can be simulated on a model.
     *
     * @throws UnsupportedModelException when the model asks for something that this simulator doesn't have
     */
    public static Set<CommandType> executable(ClusterModel model) {
        return new ChosenMethods(model.globalSettings(), Algorithms.all()).executable();
    }
}
