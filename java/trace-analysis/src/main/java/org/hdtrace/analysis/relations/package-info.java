// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What belongs together over all relation files of a project: from the call of a client to the disk of a server. Read first:
 * {@link org.hdtrace.analysis.relations.RelationGraph}.
 */
package org.hdtrace.analysis.relations;
