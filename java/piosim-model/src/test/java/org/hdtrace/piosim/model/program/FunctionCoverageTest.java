// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.hdtrace.piosim.model.program.Recording.commands;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every function that the wrapper records is executed, is local, or is refused for a reason that is written down. */
class FunctionCoverageTest {
    private static final Path ROOT = Path.of(System.getProperty("hd.root"));
    private static final Pattern ATTRIBUTE = Pattern.compile("`([A-Za-z0-9-]+)`");
    private static final Pattern CHILD = Pattern.compile("\\{(\\w+): ([^}]*)\\}");
    private static final MappingTable MAPPINGS = MappingTable.complete();

    private static final String WINDOW = "<Win_create cid='0' win='0' size='64' time='9' end='9'/>";

    /** Names of states, and whether the wrapper marks their functions as local. */
    private static final Map<String, Boolean> RECORDED = new TreeMap<>();

    /** What states hold, by name of the function. */
    private static final Map<String, String> ATTRIBUTES = new TreeMap<>();

    /** Local calls of which something is kept for later ones. */
    private static final Set<String> NOTED = Set.of("Request_free", "File_set_info");

    private static String document;

    @TempDir
    Path directory;

    @BeforeAll
    static void read() throws IOException {
        for (String line : Files.readAllLines(ROOT.resolve("mpi-wrapper/functions.def"))) {
            String[] fields = line.split("\\|", -1);
            if (line.startsWith("#") || fields.length < 5) {
                continue;
            }
            List<String> flags = Arrays.asList(fields[2].strip().split(" ", -1));
            if (!flags.contains("skip")) {
                String element = flags.stream()
                        .filter(flag -> flag.startsWith("element="))
                        .map(flag -> flag.substring("element=".length()))
                        .findFirst()
                        .orElse(fields[0].strip());
                RECORDED.putIfAbsent(element, flags.contains("local"));
            }
        }
        for (String line : Files.readAllLines(ROOT.resolve("mpi-wrapper/doc/attributes.md"))) {
            String[] fields = line.split("\\|", -1);
            if (fields.length == 4) {
                for (String name : fields[1].replace("**local**", "").split(",", -1)) {
                    ATTRIBUTES.putIfAbsent(name.replaceAll("[*]|\\(.*\\)", "").strip(), fields[2]);
                }
            }
        }
        document = Files.readString(ROOT.resolve("java/piosim-model/doc/mapping.md"));
    }

    /** The functions in the table below a heading. */
    private static Set<String> listed(String heading) {
        Set<String> names = new TreeSet<>();
        String section = document.substring(document.indexOf("\n## " + heading + "\n") + 1);
        int end = section.indexOf("\n## ");
        for (String line :
                (end < 0 ? section : section.substring(0, end)).lines().toList()) {
            String[] fields = line.split("\\|", -1);
            if (fields.length == 4 && !fields[1].contains("--") && !fields[1].contains("functions")) {
                assertFalse(fields[2].isBlank(), "no reason: " + line);
                for (String name : fields[1].split(",", -1)) {
                    assertTrue(names.add(name.strip()), name + " is listed twice");
                }
            }
        }
        return names;
    }

    @Test
    void putsEachRecordedFunctionInOneGroup() {
        Set<String> local = listed("Local");
        Set<String> refused = listed("Not executable");
        int executed = 0;
        int marked = 0;
        assertTrue(RECORDED.size() > 400, "functions.def is read");
        for (Map.Entry<String, Boolean> state : RECORDED.entrySet()) {
            String name = state.getKey();
            List<String> groups = new ArrayList<>();
            if (local.contains(name) || state.getValue()) {
                groups.add("local");
            }
            if (refused.contains(name)) {
                groups.add("refused");
            }
            boolean mapped = MAPPINGS.find(name) != null && !local.contains(name);
            if (mapped) {
                groups.add("executed");
            }
            assertEquals(1, groups.size(), name + " is in the groups " + groups);
            assertEquals(groups.contains("local"), LocalCalls.contains(name) || NOTED.contains(name), name);
            executed += mapped ? 1 : 0;
            marked += state.getValue() ? 1 : 0;
        }
        local.forEach(name -> assertFalse(RECORDED.getOrDefault(name, true), name + " is no such function"));
        refused.forEach(name -> assertFalse(RECORDED.getOrDefault(name, true), name + " is no such function"));
        String counts = "%d are executed, %d are local and %d can't be"
                .formatted(executed, marked + local.size(), refused.size());
        assertTrue(document.replace('\n', ' ').contains(counts), "mapping.md must say: " + counts);
    }

    @Test
    void executesWhatTheWrapperReallyRecords() throws Exception {
        for (String name : RECORDED.keySet()) {
            if (MAPPINGS.find(name) != null) {
                Application application = recorded(name);
                assertEquals(List.of(), application.unsupported(), name);
                Command last = last(application);
                boolean local = listed("Local").contains(name) || name.endsWith("_init");
                assertEquals(local, last.type() == CommandType.COMPUTE, name + " becomes " + last);
                assertEquals(name, last.origin().name());
            }
        }
    }

    @Test
    void refusesByNameWhatIsListedAndChargesWhatIsLocal() throws Exception {
        for (String name : listed("Not executable")) {
            assertEquals(
                    List.of(new Application.Unsupported(name, 1)),
                    recorded(name).unsupported());
        }
        for (String name : listed("Local")) {
            Application application = recorded(name);
            assertEquals(List.of(), application.unsupported(), name);
            assertEquals(1_000_000_000, ((Compute) last(application)).amount(), name);
        }
    }

    private static Command last(Application application) throws Exception {
        List<Command> commands = commands(application, 0);
        return commands.get(commands.size() - 1);
    }

    /** A program that calls the function last, with the attributes that the wrapper's documentation lists. */
    private Application recorded(String name) throws Exception {
        String before = "<Cart_create cid='0' newcid='1' time='1' end='2'><Source rank='1'/><Destination rank='1'/>"
                + "</Cart_create><File_open name='f' cid='0' fid='3' oid='4' time='2' end='3'/>"
                + "<Send_init size='8' toRank='1' toTag='5' cid='0' rid='50' time='3' end='4'/>"
                + "<Psend_init size='8' partitions='1' toRank='1' toTag='6' cid='0' rid='51' time='4' end='5'/>"
                + "<Precv_init partitions='1' fromRank='1' fromTag='6' cid='0' rid='52' time='5' end='6'/>"
                + "<Startall time='6' end='7'><For rid='51'/><For rid='52'/></Startall>"
                + "<Mprobe fromRank='1' fromTag='5' size='8' cid='0' time='7' end='8'/>"
                + "<Irecv fromRank='1' fromTag='9' cid='0' rid='53' time='8' end='9'/>" + WINDOW;
        return new Recording(directory)
                .communicators("<Communicator name='cart'><Rank global='0' local='0' cid='1'/>"
                        + "<Rank global='1' local='1' cid='1'/></Communicator>")
                .datatypes("<Rank name='0' thread='0'><NAMED id='7' name='MPI_INT'/></Rank>")
                .rank(before, state(name))
                .rank("<Cart_create cid='0' newcid='1' time='1' end='2'><Source rank='0'/><Destination rank='0'/>"
                        + "</Cart_create>" + WINDOW)
                .load();
    }

    private static String state(String name) {
        String told = ATTRIBUTES.get(name);
        assertNotNull(told, name + " is not in attributes.md");
        StringBuilder children = new StringBuilder();
        Matcher child = CHILD.matcher(told);
        while (child.find()) {
            String element = "<" + child.group(1) + attributes(name, child.group(2));
            // Calls to or from each rank have a child for each.
            boolean each = child.group(1).equals("Send") || child.group(1).equals("Recv");
            int peers = name.contains("eighbor") ? 1 : 2;
            for (int rank = 0; rank < (each ? peers : 1); rank++) {
                children.append(element.replace("rank='0'", "rank='" + rank + "'"))
                        .append("/>");
            }
        }
        return "<" + name + attributes(name, CHILD.matcher(told).replaceAll("")) + " time='9' end='10'>" + children
                + "</" + name + ">";
    }

    private static String attributes(String function, String told) {
        StringBuilder text = new StringBuilder();
        Matcher attribute = ATTRIBUTE.matcher(told);
        while (attribute.find()) {
            String value = value(function, attribute.group(1));
            text.append(' ')
                    .append(attribute.group(1))
                    .append("='")
                    .append(value)
                    .append('\'');
        }
        return text.toString();
    }

    private static String value(String function, String attribute) {
        return switch (attribute) {
            case "toRank", "fromRank", "newcid", "flag", "done", "partitions", "processes" -> "1";
            case "cid" -> function.contains("eighbor") ? "1" : "0";
            case "toTag", "fromTag" -> "5";
            case "postedRank" -> "-2";
            case "postedTag" -> "-1";
            case "cancelled", "err" -> "0";
            case "size", "sendSize", "recvSize", "bytes" -> "8";
            case "rid" -> request(function);
            case "fid" -> "3";
            case "oid" -> "4";
            case "etid", "filetid" -> "7";
            case "count" -> "1";
            default -> "0";
        };
    }

    /** Each with a past that it needs. */
    private static String request(String function) {
        if (function.startsWith("Pready")) {
            return "51";
        }
        if (function.equals("Parrived")) {
            return "52";
        }
        return function.startsWith("Start") ? "50" : function.contains("_get_status") ? "53" : "100";
    }
}
