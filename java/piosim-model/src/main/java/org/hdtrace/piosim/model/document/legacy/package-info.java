// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Model files of 2008 and 2009, rewritten element by element in today's vocabulary: computers with network cards,
 * switches with ports, and connections between cards and ports.
 *
 * <p>See {@link org.hdtrace.piosim.model.document.legacy.LegacyModel}.
 */
package org.hdtrace.piosim.model.document.legacy;
