// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * A model file as a tree of elements with line numbers, and what is done to it before it means anything: overriding
 * values, applying templates, expanding generators.
 *
 * <p>See {@link org.hdtrace.piosim.model.document.Element}.
 */
package org.hdtrace.piosim.model.document;
