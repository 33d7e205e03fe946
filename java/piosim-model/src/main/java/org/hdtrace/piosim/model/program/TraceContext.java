// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.format.project.Project;

/** What the traces of one project share while they are turned into commands. */
record TraceContext(
        Project project,
        Survey survey,
        CommunicatorTable communicators,
        FileTable files,
        TraceApplication.Options options) {}
