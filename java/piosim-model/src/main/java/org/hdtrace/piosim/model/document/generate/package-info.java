// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Shapes of networks that model files name instead of listing every cable: which switch a host hangs on and which
 * switches are joined, all by arithmetic.
 *
 * <p>See {@link org.hdtrace.piosim.model.document.generate.Generator}.
 */
package org.hdtrace.piosim.model.document.generate;
