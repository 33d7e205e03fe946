// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;

/**
 * A stencil code on a two-dimensional grid of ranks: in each iteration a rank exchanges the borders of its part with up
 * to four neighbours, computes its inner cells meanwhile, waits, computes the border, and agrees with all others on how
 * much has changed.
 *
 * @param columns ranks side by side, at least 1
 * @param rows ranks one below the other, at least 1
 * @param iterations at least 0
 * @param side cells along each side of a rank's square part, at least 2
 * @param instructionsPerCell for one cell in one iteration, at least 0
 */
public record HaloExchange(int columns, int rows, int iterations, int side, long instructionsPerCell) {
    private static final int BYTES_PER_CELL = 8;
    private static final int[][] DIRECTIONS = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    public HaloExchange {
        if (columns < 1 || rows < 1 || iterations < 0 || side < 2 || instructionsPerCell < 0) {
            throw new IllegalArgumentException("columns=" + columns + " rows=" + rows + " iterations=" + iterations
                    + " side=" + side + " instructionsPerCell=" + instructionsPerCell
                    + ": must be >= 1, 1, 0, 2 and 0");
        }
    }

    /** Number of ranks. */
    public int ranks() {
        return columns * rows;
    }

    /** Bytes of one border. */
    public long haloBytes() {
        return (long) side * BYTES_PER_CELL;
    }

    /** The program. */
    public Application program() {
        ProgramBuilder program = new ProgramBuilder("halo", ranks());
        program.addInit();
        program.repeat(iterations, body -> {
            for (int rank = 0; rank < ranks(); rank++) {
                addIteration(body, rank);
            }
            body.addAllreduce(body.world(), BYTES_PER_CELL);
        });
        return program.addFinalize().build();
    }

    private void addIteration(ProgramBuilder program, int rank) {
        List<Long> requests = new ArrayList<>();
        for (int direction = 0; direction < DIRECTIONS.length; direction++) {
            int neighbor = neighbor(rank, direction);
            if (neighbor >= 0) {
                // What comes from there was sent in the opposite direction: 0 and 1 are a pair, 2 and 3 are.
                long request = requests.size();
                program.addIrecv(rank, neighbor, direction ^ 1, request);
                requests.add(request);
            }
        }
        for (int direction = 0; direction < DIRECTIONS.length; direction++) {
            int neighbor = neighbor(rank, direction);
            if (neighbor >= 0) {
                long request = requests.size();
                program.addIsend(rank, neighbor, haloBytes(), direction, SendMode.STANDARD, request);
                requests.add(request);
            }
        }
        long inner = (long) (side - 2) * (side - 2);
        program.addCompute(rank, inner * instructionsPerCell);
        program.addWaitAll(rank, requests.stream().mapToLong(Long::longValue).toArray());
        program.addCompute(rank, ((long) side * side - inner) * instructionsPerCell);
    }

    /** The rank in a direction, or -1 at the edge of the grid. */
    private int neighbor(int rank, int direction) {
        int column = rank % columns + DIRECTIONS[direction][0];
        int row = rank / columns + DIRECTIONS[direction][1];
        return column < 0 || column >= columns || row < 0 || row >= rows ? -1 : row * columns + column;
    }
}
