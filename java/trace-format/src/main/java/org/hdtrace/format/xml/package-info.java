// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The one place where a StAX parser is set up, for project and model files: {@link org.hdtrace.format.xml.SafeXml}. Traces and
 * relations have a scanner of their own. Source: FORMATS A10.
 */
package org.hdtrace.format.xml;
