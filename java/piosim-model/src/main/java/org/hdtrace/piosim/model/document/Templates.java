// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applies templates: an element with {@code template="T"} takes over every attribute and child of T that it doesn't
 * state itself. T may name another template in turn.
 */
public final class Templates {
    private final Map<String, Element> byName = new LinkedHashMap<>();
    private final Faults faults;
    private final Set<String> used = new HashSet<>();

    /** Collects the templates of a document; those without a name or with one that is taken are faults. */
    public Templates(Element project, Faults faults) {
        this.faults = faults;
        for (Element block : project.children("Templates")) {
            for (Element template : block.children()) {
                String name = templateName(template);
                if (name.isEmpty()) {
                    faults.add(template, "a template needs a name, as in <" + template.tag() + " name=\"...\">");
                } else if (byName.putIfAbsent(name, template) != null) {
                    faults.add(template, "template '" + name + "' is defined twice");
                }
            }
        }
    }

    /** The templates as written, by name. */
    public Map<String, Element> all() {
        return java.util.Collections.unmodifiableMap(byName);
    }

    /**
     * Whether an attribute of a generator names a template of a kind of component; if it doesn't, that is a fault of the attribute.
     * An attribute that isn't there is none.
     */
    public boolean names(Element generator, String attribute, String tag) {
        String name = generator.attribute(attribute).orElse("");
        Element template = byName.get(name);
        if (name.isEmpty() || (template != null && template.is(tag))) {
            return true;
        }
        faults.add(
                generator,
                attribute,
                attribute + "='" + name + "': "
                        + (template == null
                                ? "no such template; defined are: " + defined()
                                : "is a <" + template.tag() + ">, not a <" + tag + ">"));
        return false;
    }

    /** Names of templates that nothing has taken values from, in the order of the document. */
    public List<String> unused() {
        return byName.keySet().stream().filter(name -> !used.contains(name)).toList();
    }

    /** The document with templates applied everywhere but in the templates themselves. */
    public Element apply(Element project) {
        List<Element> blocks = new ArrayList<>();
        for (Element block : project.children()) {
            blocks.add(block.is("Templates") ? block : applyBelow(block));
        }
        return project.withChildren(blocks);
    }

    /** One element of the document, with templates applied to it and everything in it. */
    public Element applyTo(Element element) {
        return applyBelow(element);
    }

    private Element applyBelow(Element element) {
        Element complete = element;
        String name = element.attribute("template").orElse("");
        if (!name.isEmpty()) {
            Element template = resolve(element, name, new LinkedHashSet<>());
            complete = template == null ? element : merge(template, element);
        }
        return complete.withChildren(
                complete.children().stream().map(this::applyBelow).toList());
    }

    /** The template with everything that it takes from others, or null after a fault. */
    private Element resolve(Element user, String name, Set<String> path) {
        Element template = byName.get(name);
        used.add(name);
        if (template == null) {
            faults.add(user, "template='" + name + "' is not defined; defined are: " + defined());
            return null;
        }
        if (!template.is(user.tag())) {
            faults.add(user, "template='" + name + "' is a <" + template.tag() + ">, not a <" + user.tag() + ">");
            return null;
        }
        if (!path.add(name)) {
            faults.add(user, "template='" + name + "' is based on itself: " + String.join(" -> ", path));
            return null;
        }
        String base = template.attribute("name").isPresent()
                ? template.attribute("template").orElse("")
                : "";
        if (base.isEmpty()) {
            return template;
        }
        Element basis = resolve(template, base, path);
        return basis == null ? null : merge(basis, template);
    }

    private String defined() {
        return byName.isEmpty() ? "none" : String.join(", ", byName.keySet());
    }

    private static String templateName(Element template) {
        return Names.nameOf(template).or(() -> template.attribute("template")).orElse("");
    }

    /** The values of {@code own}, completed by those of {@code basis}. */
    private static Element merge(Element basis, Element own) {
        Element merged = own;
        for (Map.Entry<String, String> attribute : basis.attributes().entrySet()) {
            String name = attribute.getKey();
            boolean identity = name.equalsIgnoreCase("name") || name.equalsIgnoreCase("id");
            // A value may be an attribute here and a child there.
            if (!identity && own.attribute(name).isEmpty() && own.child(name).isEmpty()) {
                merged = merged.withAttribute(name, attribute.getValue(), basis.placeOf(name));
            }
        }
        List<Element> children = new ArrayList<>();
        for (Element child : basis.children()) {
            Element stated = own.child(child.tag()).orElse(null);
            // Of parts that may be several, as the devices of an array, one's own replace all of the template.
            if (several(basis, child.tag()) || several(own, child.tag())) {
                if (stated == null) {
                    children.add(child);
                }
            } else if (stated != null) {
                children.add(mergeWrapper(child, stated));
            } else if (!child.is("IDENTIFIER") && own.attribute(child.tag()).isEmpty()) {
                children.add(child);
            }
        }
        for (Element child : own.children()) {
            if (basis.child(child.tag()).isEmpty() || several(basis, child.tag()) || several(own, child.tag())) {
                children.add(child);
            }
        }
        return merged.withChildren(children);
    }

    private static boolean several(Element element, String tag) {
        return element.children(tag).size() > 1;
    }

    /** A part that both state: the component's own, completed when it is of the same kind. */
    private static Element mergeWrapper(Element basis, Element own) {
        if (basis.children().size() != 1 || own.children().size() != 1 || own.is("HOSTEDCOMPONENTS")) {
            return own;
        }
        Element basisPart = basis.children().get(0);
        Element ownPart = own.children().get(0);
        boolean sameKind = basisPart.is(ownPart.tag())
                && ownPart.attribute("template").isEmpty()
                && Names.implementationOf(ownPart)
                        .map(name -> name.equalsIgnoreCase(
                                Names.implementationOf(basisPart).orElse("")))
                        .orElse(true);
        return sameKind ? own.withChildren(List.of(merge(basisPart, ownPart))) : own;
    }
}
