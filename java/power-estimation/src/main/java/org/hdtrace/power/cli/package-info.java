// SPDX-License-Identifier: GPL-3.0-or-later
/** {@code hdtrace energy}: {@link org.hdtrace.power.cli.Main} and a class for each of its commands. */
package org.hdtrace.power.cli;
