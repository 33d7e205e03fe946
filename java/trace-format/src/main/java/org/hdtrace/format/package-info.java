// SPDX-License-Identifier: GPL-3.0-or-later
/** Reading and writing of HDTrace projects: project file, traces, statistics and relations. */
package org.hdtrace.format;
