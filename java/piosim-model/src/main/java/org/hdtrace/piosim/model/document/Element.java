// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One element of a model file: immutable, with the line it began on. Equality ignores the line.
 *
 * <p>Tags and attribute names are matched ignoring case, as the original reads them.
 */
public final class Element {
    private final String tag;
    private final Map<String, String> attributes;
    private final String text;
    private final List<Element> children;
    private final int line;

    /**
     * An element with all its parts.
     *
     * @param text the character data with blanks at both ends removed
     * @param line number of the line on which the element begins, 0 when it doesn't come from a file
     */
    public Element(String tag, Map<String, String> attributes, String text, List<Element> children, int line) {
        this(
                Objects.requireNonNull(tag, "tag"),
                line,
                attributes.isEmpty()
                        ? Map.of()
                        : java.util.Collections.unmodifiableMap(new LinkedHashMap<>(attributes)),
                text.strip(),
                List.copyOf(children));
    }

    /** From parts that are immutable already. */
    private Element(String tag, int line, Map<String, String> attributes, String text, List<Element> children) {
        this.tag = tag;
        this.attributes = attributes;
        this.text = text;
        this.children = children;
        this.line = line;
    }

    public static Element of(String tag, Map<String, String> attributes, Element... children) {
        return new Element(tag, attributes, "", List.of(children), 0);
    }

    public static Element ofText(String tag, String text) {
        return new Element(tag, Map.of(), text, List.of(), 0);
    }

    public String tag() {
        return tag;
    }

    public Map<String, String> attributes() {
        return attributes;
    }

    public String text() {
        return text;
    }

    public List<Element> children() {
        return children;
    }

    public int line() {
        return line;
    }

    public boolean is(String name) {
        return tag.equalsIgnoreCase(name);
    }

    /** The value of an attribute. */
    public Optional<String> attribute(String name) {
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            if (attribute.getKey().equalsIgnoreCase(name)) {
                return Optional.of(attribute.getValue());
            }
        }
        return Optional.empty();
    }

    /** The first child with a tag. */
    public Optional<Element> child(String name) {
        for (Element child : children) {
            if (child.is(name)) {
                return Optional.of(child);
            }
        }
        return Optional.empty();
    }

    /** All children with a tag. */
    public List<Element> children(String name) {
        return children.stream().filter(child -> child.is(name)).toList();
    }

    public Element withChildren(List<Element> newChildren) {
        return new Element(tag, line, attributes, text, List.copyOf(newChildren));
    }

    public Element withText(String newText) {
        return new Element(tag, line, attributes, newText.strip(), children);
    }

    /** The same element with one attribute added or, ignoring case, replaced. */
    public Element withAttribute(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>();
        attributes.forEach((key, old) -> {
            if (!key.equalsIgnoreCase(name)) {
                changed.put(key, old);
            }
        });
        changed.put(name, value);
        return new Element(tag, changed, text, children, line);
    }

    /** The same element with a child appended. */
    public Element plus(Element child) {
        List<Element> all = new ArrayList<>(children);
        all.add(child);
        return withChildren(all);
    }

    /** The same element with one of its children, the very object, replaced by any number of others. */
    @SuppressWarnings("ReferenceEquality") // equal children may stand at several places
    public Element replace(Element child, List<Element> replacements) {
        List<Element> all = new ArrayList<>();
        for (Element old : children) {
            if (old == child) {
                all.addAll(replacements);
            } else {
                all.add(old);
            }
        }
        return withChildren(all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Element that
                && tag.equalsIgnoreCase(that.tag)
                && attributes.equals(that.attributes)
                && text.equals(that.text)
                && children.equals(that.children);
    }

    @Override
    public int hashCode() {
        return Objects.hash(tag.toLowerCase(Locale.ROOT), attributes, text, children);
    }

    @Override
    public String toString() {
        return "<" + tag + " " + attributes + "> in line " + line;
    }
}
