// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Options that several examples have. */
final class Options {
    private Options() {}

    static OptionSpec help() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("show this help")
                .build();
    }

    /** A command with help and nothing else yet. */
    static CommandSpec command(String name, String description) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(description).sortOptions(false);
        spec.addOption(help());
        return spec;
    }

    /** Add a number with a default. */
    static void number(CommandSpec spec, String name, long otherwise, String description) {
        spec.addOption(OptionSpec.builder(name)
                .paramLabel("N")
                .type(Long.class)
                .defaultValue(Long.toString(otherwise))
                .description(description + " (default: ${DEFAULT-VALUE})")
                .build());
    }

    static long number(ParseResult options, String name) {
        return options.matchedOptionValue(
                name, Long.valueOf(options.commandSpec().findOption(name).defaultValue()));
    }

    /** A number of ranks or the like. */
    static int count(ParseResult options, String name) throws ExampleException {
        long value = number(options, name);
        if (value < 0 || value > 1_000_000) {
            throw new ExampleException(Main.BAD_INPUT, name + "=" + value + ": must be 0 to 1000000");
        }
        return (int) value;
    }
}
