// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/**
 * A distribution over so many of the servers, files in turn: of S servers file f is on those from f mod S on. What the hint
 * {@code striping_factor} wants. Where there are no more servers than that, it is on all of them, from the first.
 *
 * @param inner how the file is spread over those
 * @param count how many, at least 1
 * @param file its number in the application
 */
public record ServersInTurn(Distribution inner, int count, int file) implements SomeServers {
    public ServersInTurn {
        if (count < 1 || file < 0 || inner.leastServers() > count) {
            throw new IllegalArgumentException("ServerCount=" + count + ": must be >= " + inner.leastServers());
        }
    }

    @Override
    public int used(int servers) {
        return Math.min(count, servers);
    }

    @Override
    public int serverAt(int position, int servers) {
        return (position + first(servers)) % servers;
    }

    @Override
    public int positionOf(int server, int servers) {
        return Math.floorMod(server - first(servers), servers);
    }

    @Override
    public int leastServers() {
        return inner.leastServers();
    }

    @Override
    public DataElement restriction() {
        return new DataElement("ServerCount", Attributes.none(), Integer.toString(count), List.of());
    }

    private int first(int servers) {
        return count < servers ? file % servers : 0;
    }
}
