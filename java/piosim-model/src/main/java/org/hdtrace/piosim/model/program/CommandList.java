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

    private final List<Command> commands;
    private final List<Loop> loops;

    CommandList() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    private CommandList(List<Command> commands, List<Loop> loops) {
        this.commands = commands;
        this.loops = loops;
    }

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

    /** A copy that doesn't change any more, for any number of threads. */
    CommandList frozen() {
        return new CommandList(List.copyOf(commands), List.copyOf(loops));
    }

    /** All commands in the order of their execution; to be used while nothing is added any more. */
    CommandStream open() {
        return new Execution();
    }

    private final class Execution implements CommandStream {
        private final long[] done = new long[loops.size()];
        private int position;
        private int loop;

        @Override
        public Command next() {
            while (loop < done.length && loops.get(loop).end == position) {
                Loop ended = loops.get(loop);
                if (++done[loop] < ended.times) {
                    position = ended.first;
                    loop = ended.inner;
                } else {
                    done[loop++] = 0;
                }
            }
            return position < commands.size() ? commands.get(position++) : null;
        }

        @Override
        public void close() {}
    }
}
