// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.hdtrace.piosim.model.document.Element;
import org.hdtrace.piosim.model.document.Faults;

/** Reads the attributes of one generator. */
public final class GeneratorReader {
    /** More components than fit into the numbers of a model's ids, by far. */
    private static final long MOST = 50_000_000;

    /** Of any attribute; has seven digits. */
    private static final int LARGEST = 9_999_999;

    /** In place of what a number is when it isn't given. */
    private static final int MANDATORY = -1;

    private static final List<String> COMMON = List.of(
            "hosts",
            "servers",
            "ranks",
            "application",
            "node",
            "nic",
            "edge",
            "switch",
            "server",
            "topology",
            "routing",
            "name");
    private static final Map<String, List<String>> OWN = Map.of(
            "star", List.of(),
            "fattree", List.of("k", "levels", "oversubscription", "hostEdge"),
            "torus", List.of("dims", "hostEdge"),
            "dragonfly", List.of("groups", "routers", "hostEdge"),
            "smpnodes", List.of("sockets", "cores", "socket", "qpi", "socketEdge", "qpiEdge", "placement"));

    private final Element element;
    private final Faults faults;
    private boolean sound = true;

    private GeneratorReader(Element element, Faults faults) {
        this.element = element;
        this.faults = faults;
    }

    /** What an element stands for; empty after a fault. */
    public static Optional<Generator> read(Element element, Faults faults) {
        return new GeneratorReader(element, faults).generator();
    }

    /** The attributes that a generator may have. */
    public static List<String> attributes(String tag) {
        List<String> all = new ArrayList<>(COMMON);
        all.addAll(OWN.get(tag.toLowerCase(Locale.ROOT)));
        return all;
    }

    private Optional<Generator> generator() {
        List<String> allowed = attributes(element.tag());
        element.attributes().keySet().stream()
                .filter(name -> allowed.stream().noneMatch(name::equalsIgnoreCase))
                .forEach(name ->
                        fault(name, "unknown attribute '" + name + "'; allowed are: " + String.join(", ", allowed)));
        Layout layout = layout();
        // A dragonfly says how many hosts each router has, the others how many there are.
        int hosts = !sound ? 0 : element.is("Dragonfly") ? layout.capacity() : count("hosts", 0, layout.capacity());
        int servers = count("servers", 0, 0);
        int ranks = count("ranks", 0, sound ? hosts * layout.slots() : 0);
        boolean cyclic = oneOf("placement", "block", "cyclic").equals("cyclic");
        require(ranks, servers);
        if (!sound) {
            return Optional.empty();
        }
        if (hosts > layout.capacity()) {
            fault("hosts", "hosts=" + hosts + " is more than the " + layout.capacity() + " that fit");
        }
        if (ranks > (long) hosts * layout.slots() || servers > hosts) {
            String places = layout.slots() == 1 ? "" : " with " + layout.slots() + " cores each";
            fault("hosts=" + hosts + places + " is less than ranks=" + ranks + " or servers=" + servers);
        }
        Generator generator = new Generator(element, layout, hosts, ranks, servers, cyclic);
        if (sound && generator.components() > MOST) {
            fault("is more than " + MOST + " components");
        }
        return sound ? Optional.of(generator) : Optional.empty();
    }

    private Layout layout() {
        return switch (element.tag().toLowerCase(Locale.ROOT)) {
            case "star" -> new StarLayout(atLeast("hosts", 0), name());
            case "fattree" -> fatTree();
            case "torus" -> torus();
            case "dragonfly" -> dragonfly();
            case "smpnodes" -> new SmpLayout(atLeast("hosts", 1), atLeast("sockets", 1), atLeast("cores", 1), name());
            default -> throw new IllegalArgumentException("element=" + element.tag() + ": is no generator");
        };
    }

    private String name() {
        return element.attribute("name").orElse("SW");
    }

    private Layout fatTree() {
        int arity = atLeast("k", 2);
        int levels = atLeast("levels", 1);
        int over = element.attribute("oversubscription").isPresent() ? atLeast("oversubscription", 1) : 1;
        boundedPower(arity, levels);
        return sound ? new FatTreeLayout(arity, levels, Math.max(1, arity / over)) : null;
    }

    private void boundedPower(int arity, int levels) {
        if (sound && levels * Math.log(arity) > Math.log(MOST)) {
            fault("k=" + arity + " levels=" + levels + ": is more than " + MOST + " hosts");
        }
    }

    private Layout torus() {
        String text = element.attribute("dims").orElse("").strip();
        if (!text.matches("[1-9][0-9]{0,6}(\\s*,\\s*[1-9][0-9]{0,6})*")) {
            fault("dims", "dims='" + text + "': must be numbers of points from 1, as in 8,8,4");
            return null;
        }
        List<Integer> dims = Arrays.stream(text.split(","))
                .map(String::strip)
                .map(Integer::valueOf)
                .toList();
        double points = dims.stream().mapToDouble(Integer::doubleValue).reduce(1, (a, b) -> a * b);
        if (points > MOST) {
            fault("dims", "dims='" + text + "': is more than " + MOST + " points");
            return null;
        }
        int hosts = count("hosts", 0, (int) points);
        return new TorusLayout(dims, Math.max(1, (int) Math.ceil(hosts / points)));
    }

    private Layout dragonfly() {
        int groups = atLeast("groups", 1);
        int routers = atLeast("routers", 1);
        int hosts = count("hosts", 0, 1);
        if (sound && (double) groups * routers * Math.max(hosts, 1) > MOST) {
            fault("groups=" + groups + " routers=" + routers + " hosts=" + hosts + ": is more than " + MOST + " hosts");
        }
        return sound ? new DragonflyLayout(groups, routers, hosts) : null;
    }

    private void require(int ranks, int servers) {
        List<String> templates = new ArrayList<>(List.of("node", "nic", "edge", "switch"));
        if (element.is("SMPNodes")) {
            templates.addAll(List.of("socket", "qpi", "socketEdge", "qpiEdge"));
        }
        templates.forEach(name -> require(name, "the name of a template"));
        if (ranks > 0) {
            require("application", "the alias of an application");
        }
        if (servers > 0) {
            require("server", "the name of a template");
        }
    }

    private void require(String attribute, String meaning) {
        if (element.attribute(attribute).isEmpty()) {
            fault("needs the attribute " + attribute + ", " + meaning);
        }
    }

    private String oneOf(String name, String... allowed) {
        String text = element.attribute(name).orElse(allowed[0]);
        for (String value : allowed) {
            if (value.equalsIgnoreCase(text)) {
                return value;
            }
        }
        fault(name, name + "='" + text + "': must be one of " + String.join(", ", allowed));
        return allowed[0];
    }

    /** A number that must be given. */
    private int atLeast(String name, int least) {
        return count(name, least, MANDATORY);
    }

    /** A number, or what it is otherwise. */
    private int count(String name, int least, int otherwise) {
        String text = element.attribute(name).orElse("");
        if (text.isEmpty() && otherwise != MANDATORY) {
            return otherwise;
        }
        if (text.isEmpty()) {
            fault(name, "needs the attribute " + name + ", a whole number");
            return 0;
        }
        int value = text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : least - 1;
        if (value < least) {
            fault(name, name + "='" + text + "': must be a whole number from " + least + " to " + LARGEST);
            return 0;
        }
        return value;
    }

    private void fault(String text) {
        sound = false;
        faults.add(element, text);
    }

    /** A fault of an attribute, which an option may have stated. */
    private void fault(String attribute, String text) {
        sound = false;
        faults.add(element, attribute, text);
    }
}
