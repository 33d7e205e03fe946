// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.project.SizeText;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.file.DistributionExtension.Statement;

/**
 * Distributions by the names that project files use, ignoring case and what is before the last dot: {@code SimpleStripe}
 * (also for none), {@code Contiguous}, {@code Extents} and those of {@link DistributionExtension}s. Source: FORMATS A1;
 * MODEL B1.6.
 */
public final class Distributions {
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private Distributions() {}

    /**
     * What a project file says of a file's distribution.
     *
     * @param file number of the file in the application, from 0
     * @throws IllegalArgumentException when it can't be one; its message names the element
     */
    public static Distribution of(int file, FileDescription description) {
        String written = description.distribution();
        String name = written.substring(written.lastIndexOf('.') + 1);
        var known = all();
        Function<Statement, Distribution> maker = known.get(name.isEmpty() ? "SimpleStripe" : name);
        if (maker == null) {
            throw new IllegalArgumentException(
                    "Distribution '" + name + "' is unknown; allowed are: " + String.join(", ", known.keySet()));
        }
        return restricted(
                file,
                maker.apply(new Statement(file, description.chunkSize(), description.details())),
                description.details());
    }

    /** On those servers that the file is to be on, whatever its distribution. */
    private static Distribution restricted(int file, Distribution inner, List<DataElement> details) {
        Distribution outer = inner;
        for (DataElement detail : details) {
            boolean lists = detail.name().equalsIgnoreCase("Servers");
            if (!lists && !detail.name().equalsIgnoreCase("ServerCount")) {
                continue;
            }
            if (outer != inner) {
                throw new IllegalArgumentException("Servers and ServerCount: only one of them may be stated");
            }
            outer = lists
                    ? new StatedServers(
                            inner,
                            SPACE.splitAsStream(detail.text())
                                    .map(Distributions::server)
                                    .toList())
                    : new ServersInTurn(inner, server(detail.text()), file);
        }
        return outer;
    }

    /** What a project file is to say of a file. */
    public static FileDescription describe(ApplicationFile file) {
        Distribution of = file.distribution();
        return new FileDescription(file.name(), file.initialSize(), of.implementation(), of.chunkSize(), of.details());
    }

    private static Map<String, Function<Statement, Distribution>> all() {
        Map<String, Function<Statement, Distribution>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("SimpleStripe", statement -> new SimpleStripe(statement.chunkSize()));
        all.put("Contiguous", Distributions::contiguous);
        all.put("Extents", Distributions::extents);
        for (DistributionExtension extension : extensions()) {
            extension.distributions().forEach((name, maker) -> {
                if (all.putIfAbsent(name, maker) != null) {
                    throw new IllegalArgumentException("extension "
                            + extension.getClass().getName() + ": Distribution '" + name + "': exists already");
                }
            });
        }
        return all;
    }

    private static List<DistributionExtension> extensions() {
        try {
            List<DistributionExtension> found = new ArrayList<>();
            ServiceLoader.load(DistributionExtension.class).forEach(found::add);
            return found;
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("extension can't be loaded: " + e.getMessage(), e);
        }
    }

    private static Distribution contiguous(Statement statement) {
        for (DataElement detail : statement.details()) {
            if (detail.name().equalsIgnoreCase("Server")) {
                return Contiguous.on(server(detail.text()));
            }
        }
        return Contiguous.inTurn(statement.file());
    }

    private static Distribution extents(Statement statement) {
        List<Extents.Extent> pattern = new ArrayList<>();
        for (DataElement detail : statement.details()) {
            if (detail.name().equalsIgnoreCase("Extent")) {
                Attributes of = detail.attributes();
                pattern.add(new Extents.Extent(server(of.get("server", "")), bytes(of, "offset"), bytes(of, "width")));
            }
        }
        return new Extents(pattern);
    }

    private static int server(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("server '" + text + "' is no number", e);
        }
    }

    private static long bytes(Attributes of, String name) {
        try {
            return SizeText.parse(of.get(name, ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Extent " + name + ": " + e.getMessage(), e);
        }
    }
}
