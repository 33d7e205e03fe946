// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes values of a model file before it is used: {@code PATH=VALUE} with PATH as {@code
 * Type[name or template or *]/Attribute}, for example {@code NetworkEdge[*]/Latency=1us}, {@code
 * GlobalSettings/TransferGranularity=10K}, {@code ClientMethod[Bcast]=MPICH} and {@code ClientMethod[Bcast]/shortMessage=4K} for a parameter of it.
 *
 * <p>Type is a tag or the last part of an implementation's name, case is ignored, and no bracket means {@code [*]}.
 */
public final class Overrides {
    private static final Pattern PATH = Pattern.compile("([A-Za-z]+)(?:\\[([^\\]]*)\\])?(?:/([A-Za-z][A-Za-z0-9_]*))?");

    /** Values that are XML attributes; all others are child elements. */
    private static final List<String> XML_ATTRIBUTES = List.of(
            "implementation",
            "rank",
            "thread",
            "application",
            "scheduling",
            "alias",
            "file",
            "default",
            "hosts",
            "servers",
            "ranks",
            "routing");

    private final List<Rule> rules = new ArrayList<>();
    /** What rules select, in small letters. */
    private final Set<String> selectors = new HashSet<>();

    /** One parsed override and whether anything matched so far. */
    private static final class Rule {
        private final String text;
        private final Place place;
        private final String type;
        private final String selector;
        private final String attribute;
        private final String value;
        private boolean matched;

        Rule(String option, Matcher path, String value) {
            this.text = option + path.group();
            this.place = Place.ofOption(text + "=" + value);
            this.type = path.group(1);
            this.selector = Optional.ofNullable(path.group(2)).orElse("*").strip();
            this.attribute = Optional.ofNullable(path.group(3)).orElse("");
            this.value = value;
        }
    }

    /**
     * Parses {@code PATH=VALUE} texts; what isn't one is a fault.
     *
     * @param assignments what {@code --set} gives
     * @param varied what {@code --vary} gives; applied after the others
     */
    public Overrides(List<String> assignments, List<String> varied, Faults faults) {
        parse("--set ", assignments, faults);
        parse("--vary ", varied, faults);
    }

    private void parse(String option, List<String> assignments, Faults faults) {
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=', assignment.indexOf(']') + 1);
            Matcher path = PATH.matcher(
                    equals < 0 ? "" : assignment.substring(0, equals).strip());
            boolean complete =
                    path.matches() && (path.group(3) != null || path.group(1).equalsIgnoreCase("ClientMethod"));
            if (complete) {
                rules.add(
                        new Rule(option, path, assignment.substring(equals + 1).strip()));
                selectors.add(rules.get(rules.size() - 1).selector.toLowerCase(Locale.ROOT));
            } else {
                faults.add(
                        0,
                        option + assignment
                                + ": must be Type[name or template or *]/Attribute=VALUE or ClientMethod[command]=VALUE");
            }
        }
    }

    /** Change the attributes of generators, before these are expanded. */
    public Element applyToGenerators(Element project) {
        return apply(project, true, false);
    }

    /** Change everything else, after templates and generators are gone. */
    public Element applyToComponents(Element project) {
        return apply(addMethods(project), false, false);
    }

    /** Change one component and everything in it. */
    public Element applyTo(Element component) {
        return rules.isEmpty() ? component : apply(component, false, false);
    }

    /** Whether some override may be meant for the one component of that name. */
    public boolean select(String name) {
        return !selectors.isEmpty() && selectors.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether some override is for components with a tag. */
    public boolean concern(String tag) {
        return rules.stream().anyMatch(rule -> rule.type.equalsIgnoreCase(tag));
    }

    /** Overrides that matched nothing are faults. */
    public void reportUnmatched(Faults faults) {
        rules.stream()
                .filter(rule -> !rule.matched)
                .forEach(rule -> faults.add(0, rule.text + ": matches nothing in the model"));
    }

    /**
     * Change an element and everything in it.
     *
     * @param generators whether generators are meant or everything else
     * @param wrapper whether the element only holds a part and has no values itself
     */
    private Element apply(Element element, boolean generators, boolean wrapper) {
        if (element.is("Templates")) {
            return element;
        }
        Element changed = element;
        if (!wrapper && Generators.isGenerator(element) == generators) {
            for (Rule rule : rules) {
                if (matches(rule, element)) {
                    rule.matched = true;
                    changed = set(changed, rule);
                }
            }
        }
        // A topology's nodes have the tag of computers, but only say how cables run.
        boolean topology = element.is("Topology");
        // The tag <IOSUBSYSTEM> of the wrapper differs by its case only from that of the part.
        boolean server = element.is("Server");
        return changed.withChildren(changed.children().stream()
                .map(child -> topology && child.is("Node")
                        ? child
                        : apply(child, generators, server && child.is("IOSubsystem")))
                .toList());
    }

    private static boolean matches(Rule rule, Element element) {
        boolean sameType = element.is(rule.type)
                || Names.implementationOf(element).orElse("").equalsIgnoreCase(rule.type);
        // A ClientMethod is its own value and has parameters, everything else has values.
        if (!sameType || (rule.attribute.isEmpty() && !element.is("ClientMethod"))) {
            return false;
        }
        return rule.selector.equals("*")
                || Names.knownNameOf(element).orElse("").equalsIgnoreCase(rule.selector)
                || element.attribute("template").orElse("").equalsIgnoreCase(rule.selector)
                || element.attribute("alias").orElse("").equalsIgnoreCase(rule.selector);
    }

    private static Element set(Element element, Rule rule) {
        if (rule.attribute.isEmpty()) {
            return element.withText(rule.value, rule.place);
        }
        // LogGOPS has values g and G.
        Optional<Element> child = element.value(rule.attribute);
        if (child.isPresent()) {
            return element.replace(child.get(), List.of(child.get().withText(rule.value, rule.place)));
        }
        boolean isAttribute = element.is("ClientMethod")
                || element.attribute(rule.attribute).isPresent()
                || Generators.isGenerator(element)
                || XML_ATTRIBUTES.stream().anyMatch(rule.attribute::equalsIgnoreCase);
        return isAttribute
                ? element.withAttribute(rule.attribute, rule.value, rule.place)
                : element.plus(Element.ofText(rule.attribute, "").withText(rule.value, rule.place));
    }

    /** A method that the file doesn't choose has no element yet, and neither may the block of all settings. */
    private Element addMethods(Element project) {
        Element settings = new Element("GlobalSettings", java.util.Map.of(), "", List.of(), project.line());
        boolean missing = project.child("GlobalSettings").isEmpty()
                && (concern("GlobalSettings")
                        || !withMethods(settings).children().isEmpty());
        Element complete = missing ? project.plus(settings) : project;
        return complete.withChildren(complete.children().stream()
                .map(block -> block.is("GlobalSettings") ? withMethods(block) : block)
                .toList());
    }

    private Element withMethods(Element settings) {
        Element result = settings;
        for (Rule rule : rules) {
            boolean method = rule.type.equalsIgnoreCase("ClientMethod") && !rule.selector.equals("*");
            boolean present = result.children("ClientMethod").stream()
                    .anyMatch(child -> child.attribute("name").orElse("").equalsIgnoreCase(rule.selector));
            if (method && !present) {
                result = result.plus(Element.of("ClientMethod", java.util.Map.of())
                        .withText("", rule.place)
                        .withAttribute("name", rule.selector));
            }
        }
        return result;
    }
}
