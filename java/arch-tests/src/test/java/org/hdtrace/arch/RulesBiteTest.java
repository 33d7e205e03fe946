// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the rules against one culprit each, and against classes that look alike but are innocent. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RulesBiteTest {
    private static final String ROOT = "org.hdtrace.arch.broken";
    private static final HouseRules RULES = new HouseRules(ROOT);

    private JavaClasses culprits;

    @BeforeAll
    void importClasses() {
        culprits = new ClassFileImporter().importPackages(ROOT);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void ruleReportsItsCulprit(HouseRule rule) {
        EvaluationResult result = rule.rule().evaluate(culprits);
        assertTrue(result.hasViolation(), "nothing reported");
        assertTrue(report(result).contains(rule.culprit()), () -> report(result));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void ruleSparesTheInnocent(HouseRule rule) {
        String report = report(rule.rule().evaluate(culprits));
        assertFalse(report.contains("Innocent"), report);
    }

    @Test
    void everyCulpritBelongsToExactlyOneRule() {
        Set<String> named = RULES.all().stream().map(HouseRule::culprit).collect(Collectors.toSet());
        assertEquals(RULES.all().size(), named.size());
        Set<String> present =
                culprits.stream().map(type -> type.getSimpleName()).collect(Collectors.toSet());
        assertTrue(present.containsAll(named), () -> named + " in " + present);
    }

    static Stream<HouseRule> rules() {
        return RULES.all().stream();
    }

    private static String report(EvaluationResult result) {
        return String.join("\n", result.getFailureReport().getDetails());
    }
}
