// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import com.tngtech.archunit.lang.syntax.elements.GivenFieldsConjunction;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All rules, for the packages below one root. The root is a parameter so that the same rules can be held against a
 * small world of culprits below another root.
 */
final class HouseRules {
    private static final String[] MAIN_PACKAGES = {"..cli..", "..app.."};

    private final String root;

    HouseRules(String root) {
        this.root = root;
    }

    /** The rules; a rule that finds no class to look at passes, {@link ModulesObeyTheRulesTest} counts the classes. */
    List<HouseRule> all() {
        return Stream.of(moduleRules(), packageRules(), codingRules())
                .flatMap(List::stream)
                .toList();
    }

    private List<HouseRule> moduleRules() {
        return List.of(
                mayUse("trace-format uses no other module", "FormatUsesAnalysis", inModule(Module.FORMAT)),
                mayUse(
                        "trace-analysis uses trace-format only",
                        "AnalysisUsesModel",
                        inModule(Module.ANALYSIS),
                        Module.FORMAT),
                mayUse("piosim-model uses trace-format only", "ModelUsesPiosim", inModule(Module.MODEL), Module.FORMAT),
                mayUse(
                        "piosim uses piosim-model and trace-format only",
                        "PiosimUsesAnalysis",
                        inModule(Module.PIOSIM),
                        Module.MODEL,
                        Module.FORMAT),
                mayUse(
                        "calibration uses the simulator, its model and trace-format only",
                        "CalibrationUsesAnalysis",
                        inModule(Module.CALIBRATION),
                        Module.PIOSIM,
                        Module.MODEL,
                        Module.FORMAT),
                mayUse(
                        "power-estimation uses trace-format only",
                        "PowerUsesPiosim",
                        inModule(Module.POWER),
                        Module.FORMAT),
                mayUse(
                        "sunshot uses trace-format and trace-analysis, never the simulator",
                        "SunshotUsesPiosim",
                        inModule(Module.SUNSHOT),
                        Module.FORMAT,
                        Module.ANALYSIS),
                mayUse(
                        "examples use the simulator, its model and trace-format only",
                        "ExamplesUseAnalysis",
                        inModule(Module.EXAMPLES),
                        Module.PIOSIM,
                        Module.MODEL,
                        Module.FORMAT));
    }

    private List<HouseRule> packageRules() {
        return List.of(
                rule("the packages of a module form no cycle", "CycleLeft", forEachModule(this::packagesFormNoCycle)),
                rule(
                        "internal packages are used by their own module only",
                        "UsesInternal",
                        forEachModule(this::internalStaysInside)),
                // SUNSHOT V-01: what is asked of runs serves without a window, too.
                rule(
                        "what sunshot knows of runs needs no window toolkit",
                        "QueryUsesAwt",
                        noClasses()
                                .that()
                                .resideInAnyPackage(sunshotWithoutWindow())
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage("java.awt..", "javax.swing..")),
                rule(
                        "what sunshot knows of runs needs no layer above it",
                        "ModelUsesPaint",
                        noClasses()
                                .that()
                                .resideInAnyPackage(sunshotWithoutWindow())
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(sunshot("paint"), sunshot("control"), sunshot("app"))),
                rule(
                        "trace-analysis and the simulator know no window toolkit",
                        "AnalysisUsesSwing",
                        noClasses()
                                .that(resideInAPackage(root + "..")
                                        .and(describe("draw no pictures", this::drawsNothing)))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage("java.awt..", "javax.swing..")),
                rule(
                        "picocli stays in the command-line packages",
                        "LibraryUsesPicocli",
                        library().should().dependOnClassesThat().resideInAPackage("picocli..")));
    }

    private List<HouseRule> codingRules() {
        return List.of(
                rule(
                        "libraries do not end the process",
                        "LibraryExits",
                        library().should().callMethodWhere(endsProcess())),
                rule(
                        "libraries do not touch the standard streams",
                        "LibraryPrints",
                        library().should(ACCESS_STANDARD_STREAMS)),
                rule(
                        "libraries do not read the environment",
                        "LibraryReadsEnvironment",
                        library().should().callMethodWhere(calls(System.class, Set.of("getenv")))),
                rule(
                        "nobody prints a stack trace",
                        "PrintsStackTrace",
                        noClasses().should().callMethodWhere(calls(Throwable.class, Set.of("printStackTrace")))),
                rule(
                        "nobody loads a class by its name",
                        "LoadsByName",
                        noClasses().should().callMethodWhere(calls(Class.class, Set.of("forName")))),
                rule(
                        "static fields are final",
                        "MutableStatic",
                        written(JavaModifier.STATIC).should().beFinal()),
                rule(
                        "static fields hold nothing that can change",
                        "StaticCache",
                        fields().that()
                                .areStatic()
                                .should()
                                .notHaveRawType(describe("a mutable holder", HouseRules::isMutableHolder))),
                rule(
                        "public fields are final",
                        "PublicMutableField",
                        written(JavaModifier.PUBLIC).should().beFinal()));
    }

    /** The modules and the packages that belong to them; {@code piosim} is everything of its package but the model. */
    enum Module {
        FORMAT("format", "java/trace-format"),
        ANALYSIS("analysis", "java/trace-analysis"),
        MODEL("piosim.model", "java/piosim-model"),
        PIOSIM("piosim", "java/piosim"),
        CALIBRATION("calibration", "java/calibration"),
        POWER("power", "java/power-estimation"),
        SUNSHOT("sunshot", "sunshot"),
        EXAMPLES("examples", "examples/programs-java");

        private final String packageName;
        private final String folder;

        Module(String packageName, String folder) {
            this.packageName = packageName;
            this.folder = folder;
        }

        String folder() {
            return folder;
        }
    }

    /** The module of a package, null for what is not ours. */
    Module moduleOf(String packageName) {
        // MODEL stands before PIOSIM, so the longer name wins.
        return Arrays.stream(Module.values())
                .filter(module -> (packageName + ".").startsWith(root + "." + module.packageName + "."))
                .findFirst()
                .orElse(null);
    }

    private DescribedPredicate<JavaClass> inModule(Module module) {
        return describe("in " + module.folder(), type -> moduleOf(type.getPackageName()) == module);
    }

    private HouseRule mayUse(String name, String culprit, DescribedPredicate<JavaClass> users, Module... allowed) {
        List<Module> permitted = List.of(allowed);
        DescribedPredicate<JavaClass> foreign = describe("of a module that is not permitted", target -> {
            Module module = moduleOf(target.getPackageName());
            return module != null && !users.test(target) && !permitted.contains(module);
        });
        return rule(name, culprit, noClasses().that(users).should(dependOnClassesThat(foreign)));
    }

    private static ArchRule forEachModule(Function<Module, ArchRule> ruleOf) {
        return Arrays.stream(Module.values())
                .map(ruleOf)
                .map(rule -> rule.allowEmptyShould(true))
                .reduce((first, second) -> CompositeArchRule.of(first).and(second))
                .orElseThrow();
    }

    private ArchRule internalStaysInside(Module module) {
        return noClasses()
                .that(DescribedPredicate.not(inModule(module)))
                .should(dependOnClassesThat(inModule(module).and(resideInAPackage("..internal.."))));
    }

    /** Each package is a slice of its own; cycles through another module are the business of the module rules. */
    private ArchRule packagesFormNoCycle(Module module) {
        SliceAssignment packages = new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return moduleOf(name) == module ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of " + module.folder();
            }
        };
        return slices().assignedFrom(packages).should().beFreeOfCycles();
    }

    private boolean drawsNothing(JavaClass type) {
        Module module = moduleOf(type.getPackageName());
        return module != Module.SUNSHOT && module != Module.EXAMPLES;
    }

    /** Layers below painting: what is stored, asked, matched, searched and told of runs. */
    private String[] sunshotWithoutWindow() {
        return Stream.of("store", "model", "arrow", "query", "compare", "details", "waits", "heat", "search")
                .map(this::sunshot)
                .toArray(String[]::new);
    }

    private String sunshot(String layer) {
        return root + ".sunshot." + layer + "..";
    }

    private static GivenClassesConjunction library() {
        return noClasses().that().resideOutsideOfPackages(MAIN_PACKAGES);
    }

    private static GivenFieldsConjunction written(JavaModifier modifier) {
        return fields().that()
                .haveModifier(modifier)
                .and()
                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                .and(DescribedPredicate.<JavaField>describe(
                        "are ours", field -> !field.getName().startsWith("$")));
    }

    private static DescribedPredicate<JavaCall<?>> endsProcess() {
        return calls(System.class, Set.of("exit")).or(calls(Runtime.class, Set.of("exit", "halt")));
    }

    private static DescribedPredicate<JavaCall<?>> calls(Class<?> owner, Set<String> methods) {
        return describe(
                "calls " + owner.getSimpleName() + methods,
                call -> methods.contains(call.getTarget().getName())
                        && call.getTargetOwner().isAssignableTo(owner));
    }

    private static boolean isMutableHolder(JavaClass type) {
        boolean collection = type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
        return (collection && !type.isInterface())
                || type.isAssignableTo(StringBuilder.class)
                || type.isAssignableTo(ThreadLocal.class)
                || type.getPackageName().equals("java.util.concurrent.atomic");
    }

    private static HouseRule rule(String name, String culprit, ArchRule rule) {
        return new HouseRule(name, culprit, rule.as(name).allowEmptyShould(true));
    }
}
