// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;

/**
 * The commands of one thread, parts of which are executed several times. Takes memory for what is written, not for what
 * is executed. Not safe for use by several threads while it is written.
 */
final class CommandList {
    /**
     * A part that is repeated.
     *
     * @param first position of its first command
     * @param end position behind its last command
     * @param times how often it is executed, at least 2
     * @param inner number of the first loop inside it, its own if there is none; loops are numbered by their ends
     */
    private record Loop(int first, int end, long times, int inner) {}

    private final List<Command> commands = new ArrayList<>();
    private final List<Loop> loops = new ArrayList<>();

    void add(Command command) {
        commands.add(command);
    }

    /** Where the next command comes. */
    int end() {
        return commands.size();
    }

    /**
     * Execute all commands from a position on several times in place of once.
     *
     * @param times 0 takes them away
     */
    void repeat(int first, long times) {
        int inner = loops.size();
        while (inner > 0 && loops.get(inner - 1).first >= first) {
            inner--;
        }
        if (times == 0) {
            commands.subList(first, commands.size()).clear();
            loops.subList(inner, loops.size()).clear();
        } else if (times > 1 && first < commands.size()) {
            loops.add(new Loop(first, commands.size(), times, inner));
        }
    }

    /** What is written now, for any number of threads. */
    Frozen frozen() {
        return new Frozen(commands.toArray(Command[]::new), loops.toArray(Loop[]::new));
    }

    /** A list that doesn't change any more. */
    static final class Frozen {
        private final Command[] commands;
        private final Loop[] loops;

        private Frozen(Command[] commands, Loop[] loops) {
            this.commands = commands;
            this.loops = loops;
        }

        /** All commands in the order of their execution. */
        CommandStream open() {
            return new Execution(commands, loops);
        }
    }

    private static final class Execution implements CommandStream {
        private final Command[] commands;
        private final Loop[] loops;
        private final long[] done;
        private int position;
        private int loop;

        Execution(Command[] commands, Loop[] loops) {
            this.commands = commands;
            this.loops = loops;
            done = new long[loops.length];
        }

        @Override
        public Command next() {
            if (loop < loops.length) {
                passEnds();
            }
            return position < commands.length ? commands[position++] : null;
        }

        /** Go back to the begin of the loop that ends here, unless it has been executed often enough. */
        private void passEnds() {
            while (loop < loops.length && loops[loop].end == position) {
                Loop ended = loops[loop];
                if (++done[loop] < ended.times) {
                    position = ended.first;
                    loop = ended.inner;
                } else {
                    done[loop++] = 0;
                }
            }
        }

        @Override
        public void close() {}
    }
}
