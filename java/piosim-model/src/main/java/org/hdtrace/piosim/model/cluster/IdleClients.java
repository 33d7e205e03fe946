// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The processes of an application that the ApplicationList doesn't have: nothing can give them a program, so they end at once.
 * That is allowed, and mostly a slip of the pen. Source: MODEL B1.5.
 *
 * @param alias that they name
 * @param first id of the first of them
 * @param count how many there are
 * @param listed all aliases that there are
 */
public record IdleClients(String alias, int first, int count, List<String> listed) {
    public IdleClients {
        listed = List.copyOf(listed);
    }

    /** Of each alias that isn't listed, in the order of the aliases. */
    public static List<IdleClients> of(ClusterModel model) {
        List<String> listed =
                model.applications().stream().map(ApplicationReference::alias).toList();
        Set<String> known = Set.copyOf(listed);
        Map<String, List<ClientProcess>> idle = model.clients().stream()
                .filter(client -> !known.contains(client.application()))
                .collect(Collectors.groupingBy(ClientProcess::application, TreeMap::new, Collectors.toList()));
        List<IdleClients> all = new ArrayList<>();
        idle.forEach((alias, clients) ->
                all.add(new IdleClients(alias, clients.get(0).id(), clients.size(), listed)));
        return List.copyOf(all);
    }

    /** What is wrong with them. */
    public String text() {
        return "<ClientProcess>: application='" + alias + "' isn't in the ApplicationList, which has "
                + (listed.isEmpty() ? "none" : String.join(", ", listed)) + ": "
                + (count == 1 ? "the process has" : "its " + count + " processes have") + " nothing to do";
    }
}
