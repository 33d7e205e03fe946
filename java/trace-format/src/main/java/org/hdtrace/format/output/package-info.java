// SPDX-License-Identifier: GPL-3.0-or-later
/** Many files that are written at the same time. Read first: {@link org.hdtrace.format.output.WriterPool}. */
package org.hdtrace.format.output;
