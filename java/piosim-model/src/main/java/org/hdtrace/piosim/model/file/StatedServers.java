// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * A distribution over some of the servers, which it knows by their positions in a list.
 *
 * @param inner how the file is spread over those
 * @param list their numbers, from 0, each once
 */
public record StatedServers(Distribution inner, List<Integer> list) implements SomeServers {
    public StatedServers {
        list = List.copyOf(list);
        if (list.isEmpty()
                || new HashSet<>(list).size() < list.size()
                || list.stream().anyMatch(n -> n < 0)) {
            throw new IllegalArgumentException("Servers " + list + ": must be numbers >= 0, each once");
        }
        if (inner.leastServers() > list.size()) {
            throw new IllegalArgumentException("Servers " + list + ": the distribution needs " + inner.leastServers());
        }
    }

    @Override
    public int used(int servers) {
        return list.size();
    }

    @Override
    public int serverAt(int position, int servers) {
        return list.get(position);
    }

    @Override
    public int positionOf(int server, int servers) {
        return list.indexOf(server);
    }

    @Override
    public int leastServers() {
        return Math.addExact(list.stream().mapToInt(n -> n).max().orElse(0), 1);
    }

    @Override
    public DataElement restriction() {
        String text = list.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return new DataElement("Servers", Attributes.none(), text, List.of());
    }
}
