// SPDX-License-Identifier: GPL-3.0-or-later
/** The cluster model and the programs that are simulated on it. */
package org.hdtrace.piosim.model;
