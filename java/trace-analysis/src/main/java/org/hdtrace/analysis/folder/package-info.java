// SPDX-License-Identifier: GPL-3.0-or-later
/** Folders that appear when everything is in them. Read first: {@link org.hdtrace.analysis.folder.NewFolder}. */
package org.hdtrace.analysis.folder;
