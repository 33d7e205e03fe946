// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each item of the viewer's design has a test that names it. */
class ItemsTest {
    private static final String SUFFIX = "WindowTest.class";

    private static final String ABSENT = "absent";

    /** @param file the test of what is seen without a window, {@link #ABSENT}, or empty */
    private record Item(String number, String file) {}

    private static List<Item> items() throws IOException {
        try (InputStream list = ItemsTest.class.getResourceAsStream("items.txt")) {
            return new String(list.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", 3))
                    .map(words -> new Item(words[0], words.length > 2 ? words[2] : ""))
                    .toList();
        }
    }

    /** What the methods of the window tests are tagged with. */
    private static Set<String> tags() throws IOException, URISyntaxException {
        Path folder =
                Path.of(ItemsTest.class.getResource("ItemsTest.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .flatMap(name -> Stream.of(classOf(name).getDeclaredMethods()))
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .flatMap(ItemsTest::tagsOf)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Class<?> classOf(String file) {
        try {
            String name = ItemsTest.class.getPackageName() + "." + file.replace(".class", "");
            // Not initialised: there may be no display.
            return Class.forName(name, false, ItemsTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<String> tagsOf(Method method) {
        return Stream.of(method.getAnnotationsByType(Tag.class)).map(Tag::value);
    }

    @Test
    void aWindowTestNamesEachItemAndNoOther() throws Exception {
        Set<String> expected = items().stream()
                .filter(item -> item.file().isEmpty())
                .map(Item::number)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, tags());
    }

    @Test
    void whatNeedsNoWindowIsNamedByItsTest() throws Exception {
        Path root = Path.of(System.getProperty("hd.root"));
        for (Item item : items()) {
            if (!item.file().isEmpty() && !item.file().equals(ABSENT)) {
                Path file = root.resolve(item.file());
                assertTrue(Files.readString(file).contains(item.number()), item.number() + " is not in " + file);
            }
        }
    }

    @Test
    void theListHasAllNumbersOnce() throws Exception {
        List<String> numbers = items().stream().map(Item::number).toList();
        assertEquals(numbers.size(), Set.copyOf(numbers).size());
        assertEquals(
                62, numbers.stream().filter(number -> number.startsWith("S-")).count());
        assertEquals(
                20, numbers.stream().filter(number -> number.startsWith("V-")).count());
    }
}
