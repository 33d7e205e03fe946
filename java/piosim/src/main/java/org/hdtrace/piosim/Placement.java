// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ApplicationReference;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.process.Clients;
import org.hdtrace.piosim.process.LoadedApplication;

/**
 * Puts the threads of all applications where the model wants them. A thread for which the model has no process runs on
 * the node of its rank's thread 0; all threads of a rank use that one's network interface.
 */
final class Placement {
    private record Key(String application, int rank, int thread) {}

    private record Place(int node, ClientProcess process) {}

    private final Map<Key, Place> places = new HashMap<>();
    private final NetworkPlan plan;

    Placement(ClusterModel model, NetworkPlan plan) {
        this.plan = plan;
        for (int node = 0; node < model.nodes().size(); node++) {
            for (HostedComponent hosted : model.nodes().get(node).hosted()) {
                if (hosted instanceof ClientProcess process) {
                    Key key = new Key(process.application(), process.rank(), process.thread());
                    places.put(key, new Place(node, process));
                }
            }
        }
    }

    /** Add all threads in the order of applications, ranks and threads. */
    void addAll(ClusterModel model, Map<String, Application> applications, Clients clients)
            throws TraceFormatException {
        Set<String> unknown = new TreeSet<>(applications.keySet());
        model.applications().forEach(reference -> unknown.remove(reference.alias()));
        if (!unknown.isEmpty()) {
            throw new UnsupportedModelException("applications " + unknown + ": not in the model's ApplicationList");
        }
        List<LoadedApplication> loaded = new ArrayList<>();
        for (ApplicationReference reference : model.applications()) {
            Application program = applications.get(reference.alias());
            if (program != null) {
                loaded.add(clients.add(reference.alias(), loaded.size(), program));
            }
        }
        for (LoadedApplication application : loaded) {
            for (int rank = 0; rank < application.program().rankCount(); rank++) {
                addThreads(application, rank, clients);
            }
        }
    }

    private void addThreads(LoadedApplication application, int rank, Clients clients) throws TraceFormatException {
        Application program = application.program();
        Place first = places.get(new Key(application.alias(), rank, 0));
        if (first == null) {
            throw new UnsupportedModelException("application '" + application.alias() + "': rank " + rank + " of "
                    + program.rankCount() + " has no ClientProcess in the model");
        }
        int nic = plan.component(first.process.nic().id());
        for (int thread = 0; thread < program.threadCount(rank); thread++) {
            Key key = new Key(application.alias(), rank, program.threadNumber(rank, thread));
            clients.add(application, rank, thread, places.getOrDefault(key, first).node, nic);
        }
    }
}
