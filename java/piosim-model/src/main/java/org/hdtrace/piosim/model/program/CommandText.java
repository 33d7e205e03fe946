// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.MemoryLayout;

/**
 * What a simulation sees of the commands of one thread, in order, one line each: two programs with the same lines run
 * alike. Communicators and files are told by number, requests of a wait as far as they are under way, messages that
 * probes took by their order.
 */
final class CommandText {
    private final Set<Long> started = new HashSet<>();
    private final Map<Long, Integer> messages = new HashMap<>();

    /** The line of the next command. */
    String of(Command command) {
        String text = line(command);
        if (command.request() != Command.BLOCKING) {
            started.add(command.request());
            return text + " request " + command.request();
        }
        return text;
    }

    private String line(Command command) {
        String head = command.type().commandName();
        if (command.communicator() != null) {
            head += " in " + command.communicator().id();
        }
        if (command instanceof Compute compute) {
            boolean factor = compute.unit() == Compute.Unit.NANOSECONDS && compute.amount() > 0;
            return head + " " + compute.amount() + " " + compute.unit()
                    + (factor ? " at " + compute.recordedSpeed() : "");
        }
        if (command instanceof Command.Send send) {
            return head + " " + send.mode() + " to " + send.target() + " tag " + send.tag() + " bytes " + send.bytes();
        }
        if (command instanceof Command.Recv recv) {
            return head + " from " + any(recv.source()) + " tag " + any(recv.tag());
        }
        if (command instanceof Command.Sendrecv both) {
            return head + " to " + both.target() + " tag " + both.sendTag() + " bytes " + both.bytes() + " from "
                    + any(both.source()) + " tag " + any(both.recvTag());
        }
        if (command instanceof Probing.Probe probe) {
            return head + " from " + any(probe.source()) + " tag " + any(probe.tag()) + message(probe.message());
        }
        if (command instanceof Probing.MatchedRecv recv) {
            return head + message(recv.message());
        }
        if (command instanceof Command.Start start) {
            return head + " " + start.operations().stream().map(this::of).toList();
        }
        if (command instanceof Command.Wait wait) {
            return head + " " + wait.until() + " " + underWay(wait);
        }
        if (command instanceof CollectiveCall call) {
            return head + " root " + call.root() + " " + call.volume();
        }
        if (command instanceof OneSided oneSided) {
            return head + " window " + oneSided.window().id() + window(oneSided);
        }
        return head + file(command);
    }

    private static String window(OneSided command) {
        if (command instanceof OneSided.Transfer transfer) {
            return " at " + transfer.target() + " bytes " + transfer.bytes();
        }
        if (command instanceof OneSided.Group group) {
            return " with " + group.ranks() + (group.checked() ? "" : " unchecked");
        }
        if (command instanceof OneSided.Passive passive) {
            boolean all = passive.target() == OneSided.EVERYBODY;
            return " at " + (all ? "all" : passive.target()) + " " + passive.lock();
        }
        return "";
    }

    private static String file(Command command) {
        if (command instanceof Command.FileOpen open) {
            return " file " + open.file().id() + opening(open.opening()) + hints(open.hints());
        }
        if (command instanceof Command.FileClose close) {
            return " file " + close.file().id() + (close.deletes() ? " deleted" : "");
        }
        if (command instanceof Command.FileSetView view) {
            return " file " + view.file().id() + opening(view.opening()) + " from " + view.displacement() + " in "
                    + view.etype() + " as " + view.fileType();
        }
        if (command instanceof FileAccess access) {
            return " file " + access.file().id() + " " + access.ranges() + memory(access.memory())
                    + hints(access.hints());
        }
        if (command instanceof FileControl.Together control) {
            return " file " + control.file().id() + opening(control.opening()) + " size " + control.size();
        }
        if (command instanceof PointerAccess access) {
            return " file " + access.file().id() + opening(access.opening()) + " bytes " + access.bytes()
                    + memory(access.memory()) + hints(access.hints());
        }
        if (command instanceof FileControl control) {
            return " file " + control.file().id();
        }
        return "";
    }

    private static String opening(Opening how) {
        return opening(how.number())
                + (how.creates() ? "" : " existing")
                + (how.truncates() ? " truncated" : "")
                + (how.appends() ? " at its end" : "")
                + (how.deletes() ? " until it is closed" : "");
    }

    private static String opening(int number) {
        return number == 0 ? "" : " opening " + number;
    }

    private static String memory(MemoryLayout memory) {
        return memory.isContiguous() ? "" : " in memory as " + memory.type();
    }

    private static String hints(FileHints hints) {
        return hints.equals(FileHints.NONE) ? "" : " " + hints.values();
    }

    private static String any(int number) {
        return number < 0 ? "any" : Integer.toString(number);
    }

    private String message(long number) {
        return number == Probing.LEAVE ? "" : " message " + messages.computeIfAbsent(number, key -> messages.size());
    }

    private List<Long> underWay(Command.Wait wait) {
        boolean all = wait.until() == Command.Wait.Until.ALL;
        return wait.requests().stream()
                .filter(request -> all ? started.remove(request) : started.contains(request))
                .collect(Collectors.toList());
    }
}
