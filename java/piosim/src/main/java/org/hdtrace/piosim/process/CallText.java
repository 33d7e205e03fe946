// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.model.program.Probing;

/** How ranks, calls and messages are named in reports. */
final class CallText {
    private final Clients clients;
    private final boolean severalApplications;

    CallText(Clients clients) {
        this.clients = clients;
        this.severalApplications = clients.threads()
                        .mapToInt(client -> client.application.number())
                        .distinct()
                        .count()
                > 1;
    }

    /** A rank by its global number. */
    String rank(int global) {
        Client client = clients.clientOf(global);
        String text = "rank " + client.worldRank;
        return severalApplications ? client.application.alias() + " " + text : text;
    }

    /** The function that a call executes. */
    static String function(Command command) {
        String origin = command.origin().name();
        return origin.isEmpty() ? command.type().commandName() : origin;
    }

    /** The tag of the message that a command waits for or, when it waits for none, sends. */
    static int tag(Command command) {
        if (command instanceof Command.Recv receive) {
            return receive.tag();
        }
        if (command instanceof Command.Sendrecv both) {
            return both.recvTag();
        }
        if (command instanceof Probing.Probe probe) {
            return probe.tag();
        }
        return command instanceof Command.Send send ? send.tag() : WaitingRank.NO_TAG;
    }

    /** A call with what it sends and where it takes place. */
    String call(Call call) {
        Command command = call.command;
        StringBuilder text = new StringBuilder(function(command));
        if (command instanceof Command.Send send) {
            text.append(sends(call, send.target(), send.tag(), send.bytes()));
        } else if (command instanceof Command.Sendrecv both) {
            text.append(sends(call, both.target(), both.sendTag(), both.bytes()));
        } else if (command.root() != Command.NO_ROOT) {
            text.append(" with root ").append(rank(call.client.application.rank(command.root())));
        }
        if (command instanceof OneSided oneSided) {
            text.append(" of window ").append(oneSided.window().id());
        }
        return text.append(in(call.communicator)).toString();
    }

    /** A message that no rank received. */
    String message(MpiMessage message) {
        StringBuilder text = new StringBuilder(function(message.command()));
        text.append(" of ").append(rank(message.sourceRank()));
        text.append(" to ").append(rank(message.targetRank()));
        if (message.isOfProgram()) {
            text.append(" with tag ").append(message.tag());
            text.append(" of ").append(message.userBytes()).append(" B");
        }
        return text.append(in(message.communicator())).toString();
    }

    private String sends(Call call, int worldTarget, int tag, long bytes) {
        return " to " + rank(call.client.application.rank(worldTarget)) + " with tag " + tag + " of " + bytes + " B";
    }

    private static String in(Communicator communicator) {
        return communicator == null ? "" : " in communicator '" + communicator.name() + '\'';
    }
}
