// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Projects: the project file and the files that belong to it by name. Start with {@link org.hdtrace.format.project.Project};
 * {@link org.hdtrace.format.project.ProjectDescription} is what a project file says; {@link
 * org.hdtrace.format.project.DatatypeLayout} computes with MPI datatypes. Source: FORMATS A1, A9, B 1.1, B 1.2.
 */
package org.hdtrace.format.project;
