// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch;

import com.tngtech.archunit.lang.ArchRule;

/**
 * One rule with the name of the class that breaks it on purpose.
 *
 * @param name what the rule demands, as a sentence
 * @param culprit simple name of the class in the `broken` packages that must be reported
 * @param rule the rule itself
 */
record HouseRule(String name, String culprit, ArchRule rule) {
    @Override
    public String toString() {
        return name;
    }
}
