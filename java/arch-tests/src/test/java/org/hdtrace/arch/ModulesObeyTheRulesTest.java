// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModulesObeyTheRulesTest {
    private static final HouseRules RULES = new HouseRules("org.hdtrace");

    private JavaClasses production;

    @BeforeAll
    void importClasses() {
        production = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.hdtrace");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void productionCodeObeys(HouseRule rule) {
        rule.rule().check(production);
    }

    /** A runner that silently runs fewer rules would otherwise look like success. */
    @Test
    void thereAreTwentyTwoRules() {
        assertEquals(22, RULES.all().size());
        assertEquals(22, RULES.all().stream().map(HouseRule::name).distinct().count());
    }

    @ParameterizedTest
    @EnumSource
    void everyModuleWithSourcesIsLookedAt(HouseRules.Module module) throws IOException {
        boolean seen = production.stream()
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .anyMatch(type -> RULES.moduleOf(type.getPackageName()) == module);
        assertEquals(!Sources.types(module.folder()).isEmpty(), seen, module.folder());
    }

    @ParameterizedTest
    @EnumSource
    void everyPackageSaysWhatItIs(HouseRules.Module module) throws IOException {
        List<Path> silent = Sources.types(module.folder()).stream()
                .map(Path::getParent)
                .distinct()
                .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
                .toList();
        assertTrue(silent.isEmpty(), () -> "no package-info.java in " + silent);
    }

    @ParameterizedTest
    @EnumSource
    void everySourceStartsWithItsLicence(HouseRules.Module module) throws IOException {
        List<Path> bare = Sources.all(module.folder()).stream()
                .filter(file -> !Sources.firstLine(file).equals("// SPDX-License-Identifier: GPL-3.0-or-later"))
                .toList();
        assertTrue(bare.isEmpty(), () -> "no licence line in " + bare);
    }

    static Stream<HouseRule> rules() {
        return RULES.all().stream();
    }
}
