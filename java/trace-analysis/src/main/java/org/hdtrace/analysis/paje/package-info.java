// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Traces of Paje, as SimGrid writes them, become projects. Read first: {@link
 * org.hdtrace.analysis.paje.PajeImporter}, {@code PajeReader}, {@code PajeOutline}.
 */
package org.hdtrace.analysis.paje;
