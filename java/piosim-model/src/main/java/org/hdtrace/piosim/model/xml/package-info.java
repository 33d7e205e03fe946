// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Reading and writing of model files.
 *
 * <p>See {@link org.hdtrace.piosim.model.xml.ModelReader}, {@link org.hdtrace.piosim.model.xml.ModelWriter} and, for
 * the implementations that a file may name, {@link org.hdtrace.piosim.model.xml.ComponentRegistry}.
 */
package org.hdtrace.piosim.model.xml;
