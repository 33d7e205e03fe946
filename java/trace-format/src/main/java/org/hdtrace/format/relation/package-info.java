// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Relations (.rel): tokens with states on them, linked across layers and hosts. Read with {@link
 * org.hdtrace.format.relation.RelationReader}, written with {@link org.hdtrace.format.relation.RelationWriter}, as a sequence of
 * {@link org.hdtrace.format.relation.RelationEvent}s. Source: FORMATS A7, B 1.5.
 */
package org.hdtrace.format.relation;
