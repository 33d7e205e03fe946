// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;

/** Typed access to the values of elements; what is wrong becomes a fault of the element. */
final class Fields {
    /** What the constructors of components say: {@code name=value: rule}. */
    private static final Pattern CHECK = Pattern.compile("([A-Za-z]+)=[-+.0-9A-Za-z]*: (.*)");

    private static final Pattern ID = Pattern.compile("-1|[0-9]{1,9}");

    private final Faults faults;

    Fields(Faults faults) {
        this.faults = faults;
    }

    /** The text of a value, which may be a child element or an attribute. */
    static Optional<String> text(Element element, String name) {
        Optional<String> child = element.child(name).map(Element::text);
        return child.isPresent() ? child : element.attribute(name);
    }

    /**
     * A number with its unit.
     *
     * @param otherwise text used when the element doesn't have it; null when it must
     * @return NaN after a fault
     */
    double number(Element element, String name, Quantity.Unit unit, String otherwise) {
        Optional<String> text = text(element, name);
        if (text.isEmpty() && otherwise == null) {
            faults.add(element, "needs a value " + name + unstated(element));
            return Double.NaN;
        }
        long stated =
                element.children().stream().filter(child -> child.is(name)).count();
        if (stated > 1 || (stated == 1 && element.attribute(name).isPresent())) {
            faults.add(element, name, name + " appears twice");
            return Double.NaN;
        }
        try {
            return Quantity.parse(text.orElse(otherwise), unit);
        } catch (IllegalArgumentException e) {
            faults.add(element, name, name + "='" + text.orElse(otherwise) + "': " + e.getMessage());
            return Double.NaN;
        }
    }

    /** What follows the name of something that an element lacks: that its template, if it has one, lacks it, too. */
    static String unstated(Element element) {
        return element.attribute("template")
                .filter(name -> !name.isEmpty())
                .map(name -> ", which template '" + name + "' doesn't state either")
                .orElse("");
    }

    /** A number that stands in an attribute; 0 after a fault. */
    int id(Element element, String attribute) {
        if (element.attribute(attribute).isEmpty()) {
            faults.add(element, "needs the attribute " + attribute);
            return 0;
        }
        return id(element, attribute, 0);
    }

    /** A number that may stand in an attribute. */
    int id(Element element, String attribute, int otherwise) {
        String text = element.attribute(attribute).map(String::strip).orElse("");
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!ID.matcher(text).matches()) {
            faults.add(element, attribute, attribute + "='" + text + "': must be a number");
            return 0;
        }
        return Integer.parseInt(text);
    }

    /** The result of a constructor, or null when its checks made a fault. */
    <T> T made(Element element, Supplier<T> create) {
        try {
            return create.get();
        } catch (IllegalArgumentException e) {
            addAsWritten(element, e.getMessage());
            return null;
        }
    }

    /** A check tells a value in the measure of the model: say it as the user wrote it, and where. */
    private void addAsWritten(Element element, String message) {
        Matcher check = CHECK.matcher(message);
        Optional<String> written = check.matches()
                ? element.textOf(check.group(1)).or(() -> element.attribute(check.group(1)))
                : Optional.empty();
        if (written.isPresent()) {
            faults.add(
                    element,
                    check.group(1),
                    check.group(1) + "='" + written.get().strip() + "': " + check.group(2));
        } else {
            faults.add(element, message);
        }
    }

    /** Children that nobody would read are faults: they are misspelt. */
    void onlyChildren(Element element, List<String> allowed) {
        for (Element child : element.children()) {
            if (!contains(allowed, child.tag())) {
                faults.add(
                        child, "not known inside <" + element.tag() + ">; allowed are: " + String.join(", ", allowed));
            }
        }
    }

    /** Attributes that nobody would read are faults: they are misspelt. */
    void onlyAttributes(Element element, List<String> allowed) {
        for (String attribute : element.attributes().keySet()) {
            if (!contains(allowed, attribute)) {
                faults.add(
                        element,
                        attribute,
                        "unknown attribute '" + attribute + "'; allowed are: "
                                + (allowed.isEmpty() ? "none" : String.join(", ", allowed)));
            }
        }
    }

    private static boolean contains(List<String> names, String name) {
        for (String known : names) {
            if (known.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
