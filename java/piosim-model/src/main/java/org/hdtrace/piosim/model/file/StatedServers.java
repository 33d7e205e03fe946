// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
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
public record StatedServers(Distribution inner, List<Integer> list) implements Distribution {
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
    public List<ServerPiece> split(long offset, long size, int servers) {
        if (servers < leastServers()) {
            throw new IllegalArgumentException("servers=" + servers + ": must be >= " + leastServers());
        }
        return inner.split(offset, size, list.size()).stream()
                .map(piece -> new ServerPiece(list.get(piece.server()), piece.offset(), piece.size()))
                .toList();
    }

    @Override
    public long offsetInFile(int server, long offset, int servers) {
        return inner.offsetInFile(list.indexOf(server), offset, list.size());
    }

    @Override
    public boolean uses(int server, int servers) {
        int position = list.indexOf(server);
        return position >= 0 && inner.uses(position, list.size());
    }

    @Override
    public int leastServers() {
        return Math.addExact(list.stream().mapToInt(n -> n).max().orElse(0), 1);
    }

    @Override
    public String implementation() {
        return inner.implementation();
    }

    @Override
    public long chunkSize() {
        return inner.chunkSize();
    }

    @Override
    public List<DataElement> details() {
        String text = list.stream().map(String::valueOf).collect(Collectors.joining(" "));
        List<DataElement> all = new ArrayList<>(inner.details());
        all.add(new DataElement("Servers", Attributes.none(), text, List.of()));
        return List.copyOf(all);
    }
}
