// SPDX-License-Identifier: GPL-3.0-or-later
/** The command that runs the examples: {@link org.hdtrace.examples.app.Main}. */
package org.hdtrace.examples.app;
