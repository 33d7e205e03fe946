// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures and tables without a window (SUNSHOT V-14). */
class CommandLineTest {
    @TempDir
    private Path folder;

    private Path project;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeProject() throws Exception {
        project = TestProjects.halves(folder.resolve("observed"));
    }

    private int run(String... args) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    private BufferedImage render(String... more) throws Exception {
        Path png = folder.resolve("picture.png");
        List<String> args = new ArrayList<>(List.of("render", project.toString(), "-o", png.toString()));
        args.addAll(List.of(more));
        assertEquals(0, run(args.toArray(new String[0])), err.toString());
        return ImageIO.read(png.toFile());
    }

    @Test
    void theVersionIsThatOfTheProject() throws Exception {
        assertEquals(0, run("--version"), err.toString());
        String version = Files.readString(Path.of(System.getProperty("hd.root"), "VERSION"))
                .strip();
        assertEquals("sunshot " + version, out.toString().strip());
        out.getBuffer().setLength(0);
        assertEquals(0, run("view", "--version"), err.toString());
        assertEquals("sunshot " + version, out.toString().strip());
        assertTrue(AboutDialog.text().startsWith("Sunshot " + version + "\n"), AboutDialog.text());
    }

    @Test
    void aPictureOfTwiceAsManyPixelsShowsTheSame() throws Exception {
        BufferedImage once = render("--size", "800x400");
        BufferedImage twice = render("--size", "800x400", "--scale", "2");
        assertEquals(1600, twice.getWidth());
        assertEquals(800, twice.getHeight());
        for (String name : List.of("Send", "File_write")) {
            int rgb = CategoryColors.colorOf(name);
            double ratio = count(twice, rgb, 0, 1600) / (double) count(once, rgb, 0, 800);
            assertEquals(4, ratio, 0.3, name);
        }
        String p = project.toString();
        String png = folder.resolve("y.png").toString();
        for (String bad : List.of("0", "9", "big")) {
            assertBad("--scale " + bad + ": expected 1 to 4", "render", p, "-o", png, "--scale", bad);
        }
        String limit = ": width 320 to 32000, height at most 32000";
        for (String bad : List.of("32001x400", "400x32001", "100000x400", "400x99999999999", "9x400")) {
            assertBad("--size " + bad + limit, "render", p, "-o", png, "--size", bad);
        }
        assertBad("at most 32000 pixels", "render", p, "-o", png, "--size", "30000x400", "--scale", "2");
    }

    @Test
    void whereNothingCanBeWrittenThePictureIsNamed() throws Exception {
        String p = project.toString();
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc");
        for (String command : List.of("render", "profile", "matrix")) {
            err.getBuffer().setLength(0);
            assertEquals(2, run(command, p, "-o", "/proc/x.png"));
            assertEquals(
                    "hdtrace " + command + ": /proc/x.png: nothing can be written there",
                    err.toString().strip());
        }
    }

    @Test
    void theLongestStatesOfEachKindAreDrawn() throws Exception {
        Path png = folder.resolve("longest.png");
        for (String metric : List.of("longest", "longest-exclusive")) {
            assertEquals(
                    0, run("profile", project.toString(), "-o", png.toString(), "--metric", metric), err.toString());
            BufferedImage image = ImageIO.read(png.toFile());
            assertTrue(count(image, CategoryColors.colorOf("Send"), 0, image.getWidth()) > 1000, metric);
        }
    }

    @Test
    void ofDamagedFilesWhatIsReadableIsDrawnAndTheRestIsTold() throws Exception {
        Files.writeString(project.resolveSibling("halves_n1_1_0.trc"), "");
        Path png = folder.resolve("picture.png");
        for (String command : List.of("render", "profile")) {
            Files.deleteIfExists(png);
            err.getBuffer().setLength(0);
            assertEquals(2, run(command, project.toString(), "-o", png.toString()), err.toString());
            assertTrue(Files.exists(png));
            assertTrue(
                    err.toString()
                            .matches("hdtrace " + command + ": .*halves_n1_1_0.trc: byte 0: the file is empty\\R"),
                    err.toString());
        }
    }

    @Test
    void requestsOfReadableFilesAreDrawn() throws Exception {
        Path chain = TestProjects.chain(folder.resolve("chain"));
        Files.writeString(chain.resolveSibling("chain_s1.rel"), "no relations");
        Path png = folder.resolve("requests.png");
        assertEquals(2, run("matrix", chain.toString(), "-o", png.toString(), "--of", "requests"), err.toString());
        assertTrue(Files.exists(png));
        assertTrue(err.toString().contains("chain_s1.rel: byte 0"), err.toString());
    }

    @Test
    void requestsBehindDamageOfAFileAreToldToBeMissing() throws Exception {
        Path chain = TestProjects.chain(folder.resolve("chain"));
        Path file = chain.resolveSibling("chain_s1.rel");
        Files.writeString(file, Files.readString(file).replace("1.5", "soon"));
        String png = folder.resolve("requests.png").toString();
        assertEquals(2, run("matrix", chain.toString(), "-o", png, "--of", "requests"), err.toString());
        assertTrue(err.toString().matches("hdtrace matrix: .*chain_s1.rel: byte [1-9].*soon.*\\R"), err.toString());
        assertTrue(Files.exists(Path.of(png)), "of what lies before the damage");
        String cut = Files.readString(file);
        Files.writeString(file, cut.substring(0, cut.indexOf("<rel t=\"1\"")));
        assertEquals(
                0, run("matrix", chain.toString(), "-o", png, "--of", "requests"), "a file without its end is valid");
    }

    @Test
    void ofDamagedFilesOfARunThatIsComparedIsTold() throws Exception {
        Path other = TestProjects.halves(folder.resolve("simulated"));
        Files.writeString(other.resolveSibling("halves_n1_Utilization.stat"), "no statistics");
        String png = folder.resolve("compare.png").toString();
        assertEquals(2, run("compare", project.toString(), other.toString(), "-o", png), err.toString());
        assertTrue(Files.exists(Path.of(png)));
        assertTrue(
                err.toString().matches("hdtrace compare: .*halves_n1_Utilization.stat: byte 0.*\\R"), err.toString());
    }

    /** Number of pixels that are within a small distance of a colour. */
    static int count(BufferedImage image, int rgb, int fromX, int toX) {
        int count = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = fromX; x < toX; x++) {
                if (near(image.getRGB(x, y), rgb)) {
                    count++;
                }
            }
        }
        return count;
    }

    private static boolean near(int a, int b) {
        for (int shift = 0; shift <= 16; shift += 8) {
            if (Math.abs((a >> shift & 255) - (b >> shift & 255)) > 4) {
                return false;
            }
        }
        return true;
    }

    @Test
    void rendersStatesInTheirColorsAtTheirTimes() throws Exception {
        BufferedImage image = render("--rows", "n1/0/0", "--size", "1000x0");
        int send = CategoryColors.colorOf("Send");
        int write = CategoryColors.colorOf("File_write");
        int wait = CategoryColors.colorOf("Wait");
        // Labels take less than 200 pixels on the left; the middle of the time lies between 550 and 600.
        assertTrue(count(image, send, 200, 540) > 5_000, "Send fills the first half");
        assertTrue(count(image, send, 640, 984) < 500, "and is only text or legend in the second");
        assertTrue(count(image, write, 640, 984) > 3_000, "File_write fills the second half");
        assertTrue(count(image, wait, 740, 900) > 500, "with the nested Wait inside");
        BufferedImage flat = render("--rows", "n1/0/0", "--size", "1000x0", "--no-nested");
        assertEquals(0, count(flat, wait, 740, 900));
    }

    @Test
    void aNodeIsMovedInTimeWhenAsked() throws Exception {
        int send = CategoryColors.colorOf("Send");
        BufferedImage image = render("--rows", "n1/0/0", "--size", "1000x0", "--offset", "n1/0=2");
        // Now 4 s long: Send from 2 s to 3 s lies right of the middle.
        assertTrue(count(image, send, 200, 540) < 500, "no more than the legend");
        assertTrue(count(image, send, 600, 770) > 3_000, "Send has moved");
        String png = folder.resolve("none.png").toString();
        assertEquals(2, run("render", project.toString(), "-o", png, "--offset", "n2=1"));
        assertTrue(err.toString().contains("--offset n2: no run has such a node with timelines"), err.toString());
        assertEquals(2, run("render", project.toString(), "-o", png, "--offset", "n1/0=soon"));
        assertTrue(err.toString().contains("--offset n1/0=soon: no time: soon"), err.toString());
        assertFalse(Files.exists(Path.of(png)));
    }

    @Test
    void drawsArrowsAndTheCriticalPathWhenAsked() throws Exception {
        Path chain = TestProjects.chain(folder.resolve("chain"));
        Path png = folder.resolve("chain.png");
        int[][] found = new int[3][];
        String[][] options = {{}, {"--arrows", "messages,relations"}, {"--critical-path"}};
        for (int i = 0; i < options.length; i++) {
            List<String> args = new ArrayList<>(List.of("render", chain.toString(), "-o", png.toString()));
            args.addAll(List.of(options[i]));
            assertEquals(0, run(args.toArray(new String[0])), err.toString());
            BufferedImage image = ImageIO.read(png.toFile());
            found[i] = new int[] {
                count(image, Theme.LIGHT.accent(), 150, image.getWidth() - 20),
                count(image, Theme.LIGHT.mark(), 150, image.getWidth() - 20)
            };
        }
        assertEquals(0, found[0][0]);
        assertEquals(0, found[0][1]);
        assertTrue(found[1][0] > 50, "heads and lines of relations: " + found[1][0]);
        // Rank 0 writes to the end; the line of 3 pixels is as wide as the picture but for the labels.
        assertTrue(found[2][1] > 1500, "the path: " + found[2][1]);
        assertEquals(2, run("render", chain.toString(), "-o", png.toString(), "--arrows", "birds"));
        assertTrue(err.toString().contains("--arrows birds: expected messages or relations"), err.toString());
    }

    @Test
    void drawsTheMatrixOfMessages() throws Exception {
        Path chain = TestProjects.chain(folder.resolve("chain"));
        Path png = folder.resolve("matrix.png");
        for (String metric : List.of("count", "bytes", "bandwidth", "latency")) {
            assertEquals(0, run("matrix", chain.toString(), "-o", png.toString(), "--metric", metric), err.toString());
            BufferedImage image = ImageIO.read(png.toFile());
            // One of four cells has a message.
            int cell = 0;
            for (int x = 100; x < 700; x += 50) {
                for (int y = 120; y < 850; y += 50) {
                    cell += near(image.getRGB(x, y), Theme.LIGHT.band()) ? 0 : 1;
                }
            }
            assertTrue(cell > 20 && cell < 80, metric + ": " + cell + " samples");
        }
        for (String of : List.of("requests", "accesses")) {
            assertEquals(0, run("matrix", chain.toString(), "-o", png.toString(), "--of", of), err.toString());
            BufferedImage image = ImageIO.read(png.toFile());
            assertTrue(
                    count(image, Theme.LIGHT.accent(), 20, 400) + count(image, Theme.LIGHT.text(), 20, 400) > 100, of);
        }
        assertEquals(2, run("matrix", chain.toString(), "-o", png.toString(), "--of", "friends"));
        assertTrue(err.toString().contains("--of friends: expected messages, requests, accesses"), err.toString());
        assertEquals(0, run("matrix", chain.toString(), "-o", png.toString(), "--from", "2"), err.toString());
        assertEquals(2, run("matrix", chain.toString(), "-o", png.toString(), "--metric", "colour"));
        assertTrue(
                err.toString().contains("--metric colour: expected count, bytes, bandwidth, latency"), err.toString());
        assertEquals(2, run("matrix", chain.toString(), "-o", png.toString(), "--from", "2", "--to", "1"));
    }

    /** Both ranks of the project are busy for all of 2 s, each with a Send and a File_write of 1 s. */
    @Test
    void drawsAProfileInEachFormat() throws Exception {
        Path png = folder.resolve("profile.png");
        assertEquals(0, run("profile", project.toString(), "-o", png.toString()), err.toString());
        BufferedImage image = ImageIO.read(png.toFile());
        assertEquals(1200, image.getWidth());
        int send = count(image, CategoryColors.colorOf("Send"), 0, 1200);
        assertTrue(send > 10_000, send + " pixels");
        String[] idle = {"--to", "1", "--rows", "n1/1/0"};
        assertEquals(
                0, run(with(new String[] {"profile", project.toString(), "-o", png.toString()}, idle)), err.toString());
        assertEquals(
                0,
                count(ImageIO.read(png.toFile()), CategoryColors.colorOf("Send"), 0, 1200),
                "rank 1 writes in the first second");
        Path svg = folder.resolve("profile.svg");
        for (String by : List.of("rows", "nodes", "total")) {
            assertEquals(
                    0,
                    run("profile", project.toString(), "-o", svg.toString(), "--by", by, "--metric", "count"),
                    err.toString());
            assertEquals(by.equals("rows"), Files.readString(svg).contains(">Rank 1<"), by);
        }
        Path pdf = folder.resolve("profile.pdf");
        assertEquals(0, run("profile", project.toString(), project.toString(), "-o", pdf.toString()), err.toString());
        assertTrue(Files.size(pdf) > 1000);
        assertEquals(2, run("profile", project.toString(), "-o", svg.toString(), "--by", "colour"));
        assertTrue(err.toString().contains("--by colour: expected rows, nodes or total"), err.toString());
        assertEquals(2, run("profile", project.toString(), "-o", svg.toString(), "--metric", "x"));
        assertTrue(
                err.toString()
                        .contains("--metric x: expected exclusive, inclusive, count, longest or longest-exclusive"),
                err.toString());
        assertEquals(2, run("profile", project.toString(), "-o", svg.toString(), "--width", "100"));
        assertTrue(err.toString().contains("--width 100: expected 320 to 32000"), err.toString());
    }

    @Test
    void aProfileHasArcsOfMessages() throws Exception {
        String chain = TestProjects.chain(folder.resolve("chain")).toString();
        String svg = folder.resolve("arcs.svg").toString();
        String without = folder.resolve("bars.svg").toString();
        assertEquals(0, run("profile", chain, "-o", without), err.toString());
        assertEquals(0, run("profile", chain, "-o", svg, "--arrows", "messages"), err.toString());
        String text = Files.readString(Path.of(svg));
        assertTrue(text.contains("arcs: messages of 1 pair of rows"), text);
        assertEquals(2, curves(text) - curves(Files.readString(Path.of(without))), "a line and its head");
        assertEquals(0, run("profile", chain, "-o", svg, "--arrows", "messages", "--from", "2.9"), err.toString());
        assertTrue(Files.readString(Path.of(svg)).contains("arcs: no messages"));
        assertEquals(2, run("profile", chain, "-o", svg, "--arrows", "birds"));
        assertTrue(err.toString().contains("--arrows birds: expected messages"), err.toString());
    }

    private static int curves(String svg) {
        return svg.split("<path ", -1).length;
    }

    @Test
    void fromAndToCutTheTime() throws Exception {
        BufferedImage image = render("--rows", "n1/0/0", "--from", "1", "--to", "2", "--size", "1000x0");
        assertTrue(count(image, CategoryColors.colorOf("Send"), 200, 984) < 500, "Send ended before");
    }

    @Test
    void rowsAreSortedPinnedAndHiddenAsInTheWindow() throws Exception {
        int send = CategoryColors.colorOf("Send");
        String[] ranks = {"--rows", "n1/?/0", "--size", "1000x0", "--to", "1"};
        int top = firstLine(render(ranks), send);
        int below = firstLine(render(with(ranks, "--pin", "n1/1/0")), send);
        assertTrue(below > top + 15, "rank 1 is above: " + top + ", " + below);
        int second = firstLine(render(with(ranks, "--pin", "n1/1/0,n1/0/0")), send);
        int first = firstLine(render(with(ranks, "--pin", "n1/0/0,n1/1/0")), send);
        assertTrue(second > first + 15, "in the order of the patterns: " + first + ", " + second);
        BufferedImage hidden = render(with(ranks, "--hide", "n1/0/0"));
        assertTrue(count(hidden, send, 200, 984) < 500, "rank 0 is left out but for the legend");
        assertTrue(count(hidden, CategoryColors.colorOf("File_write"), 200, 984) > 3_000, "rank 1 is not");
        assertEquals(top, firstLine(render(with(ranks, "--sort", "rank")), send));
        assertEquals(top, firstLine(render(with(ranks, "--hide-idle", "--sort", "statistic:CPU_TOTAL")), send));
    }

    /** CPU_TOTAL is 25 % in the first half and 75 % in the second one. */
    @Test
    void statisticsAreAreasLinesBarsOrBands() throws Exception {
        int[] strong = new int[4];
        String[] styles = {"line", "band", "area", "bars"};
        for (int i = 0; i < styles.length; i++) {
            BufferedImage image =
                    render("--rows", "*CPU_TOTAL", "--size", "1000x0", "--statistics", styles[i], "--theme", "light");
            for (int x = 250; x < 980; x++) {
                for (int y = 60; y < image.getHeight() - 60; y++) {
                    int rgb = image.getRGB(x, y);
                    // Blue by far more than red: some part of the colour of the counter.
                    strong[i] += (rgb & 255) - (rgb >> 16 & 255) > 25 ? 1 : 0;
                }
            }
        }
        assertTrue(strong[0] > 300 && strong[0] < 3000, "a line: " + strong[0]);
        assertTrue(strong[2] > 3 * strong[0], "an area: " + strong[2]);
        assertTrue(strong[3] > 3 * strong[0], "bars: " + strong[3]);
        assertTrue(strong[1] >= strong[0], "a band where values differ in a column: " + strong[1]);
        String out = folder.resolve("x.png").toString();
        assertBad(
                "--statistics pie: expected area, line, bars or band",
                "render",
                project.toString(),
                "-o",
                out,
                "--statistics",
                "pie");
    }

    @Test
    void theBusiestRowIsTheFirst() throws Exception {
        Files.writeString(
                project.resolveSibling("halves_n1_0_0.trc"),
                "<Program timeAdjustment='1300000000'><Send size='1' toRank='1' time='0.5' end='0.6'/></Program>");
        String[] ranks = {"--rows", "n1/?/0", "--size", "1000x0"};
        int send = CategoryColors.colorOf("File_write");
        int below = firstLine(render(ranks), send);
        int top = firstLine(render(with(ranks, "--sort", "busy")), send);
        assertTrue(top < below - 15, top + ", " + below);
        BufferedImage late = render(with(ranks, "--from", "1", "--hide-idle"));
        assertTrue(late.getHeight() < render(with(ranks, "--from", "1")).getHeight(), "the idle row takes no room");
    }

    @Test
    void ordersThatAreNoneAreRefused() {
        String[][] wrong = {
            {"--sort", "size", "--sort size: expected arranged, name, rank, busy or statistic:NAME"},
            {"--sort", "statistic:HEAT", "no run has this statistic; there are CPU_TOTAL, IDLE"},
            {"--pin", "n9/*", "--pin n9/*: no row matches"},
            {"--hide", "n1,,n2", "--hide n1,,n2: 'n1,,n2' has an empty pattern"}
        };
        for (String[] each : wrong) {
            String out = folder.resolve("x.png").toString();
            assertEquals(2, run("render", project.toString(), "-o", out, each[0], each[1]), each[1]);
            assertTrue(err.toString().contains(each[2]), err.toString());
        }
    }

    private static String[] with(String[] some, String... more) {
        List<String> all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    /** The first line of the picture that has a colour right of the labels in more than a few pixels. */
    private static int firstLine(BufferedImage image, int color) {
        for (int y = 0; y < image.getHeight(); y++) {
            int found = 0;
            for (int x = 200; x < image.getWidth() - 16; x++) {
                found += near(image.getRGB(x, y), color) ? 1 : 0;
            }
            if (found > 60) {
                return y;
            }
        }
        throw new AssertionError("the colour is nowhere");
    }

    @Test
    void sizeAndThemeAreAsAsked() throws Exception {
        BufferedImage image = render("--size", "900x500", "--theme", "dark");
        assertEquals(900, image.getWidth());
        assertEquals(500, image.getHeight());
        assertTrue(near(image.getRGB(2, 2), 0x1E2127));
    }

    @Test
    void twoProjectsStandSideBySideOnOneScale() throws Exception {
        Path other = TestProjects.halves(folder.resolve("simulated"));
        BufferedImage image = render(other.toString());
        int send = CategoryColors.colorOf("Send");
        int left = count(image, send, 0, image.getWidth() / 2);
        int right = count(image, send, image.getWidth() / 2, image.getWidth());
        assertTrue(left > 5_000 && right > 5_000, left + " " + right);
    }

    @Test
    void svgHasRectanglesAndText() throws Exception {
        Path svg = folder.resolve("picture.svg");
        assertEquals(0, run("render", project.toString(), "-o", svg.toString()), err.toString());
        String text = Files.readString(svg);
        assertTrue(text.contains("<rect") && text.contains(">Rank 0<") && text.contains(">CPU_TOTAL<"));
        assertFalse(text.contains(">IDLE<"), "a counter that stays at zero is left out");
    }

    @Test
    void compareTellsWhatMadeThePathLongerAndWhoSentMore() throws Exception {
        Path a = TestProjects.chain(folder.resolve("a"));
        Path b = TestProjects.chain(folder.resolve("b"));
        for (String trace : List.of("chain_c_0_0.trc", "chain_c_1_0.trc")) {
            Path file = b.resolveSibling(trace);
            Files.writeString(
                    file,
                    Files.readString(file).replace("size='8'", "size='20'").replace("end='3.0'", "end='5.0'"));
        }
        assertEquals(0, run("compare", a.toString(), b.toString(), "--csv", "--messages"), err.toString());
        assertTrue(out.toString().endsWith("\n0,1,1,1,8,20,0.6,0.6\n"), out.toString());
        assertEquals(0, run("compare", a.toString(), b.toString(), "--csv", "--critical-path"), err.toString());
        assertTrue(out.toString().endsWith("\npath,,2800000000,4800000000,2000000000\n"), out.toString());
        assertEquals(0, run("compare", a.toString(), b.toString(), "--json", "--critical-path", "--messages"));
        String json = out.toString();
        assertTrue(json.contains("\"criticalPath\":{\"aNs\":2800000000,\"bNs\":4800000000,"), json);
        assertTrue(json.contains("\"messages\":[\n{\"from\":\"0\",\"to\":\"1\",\"aCount\":1,"), json);
        assertEquals(0, run("compare", a.toString(), b.toString(), "--critical-path", "--messages"), err.toString());
        assertTrue(out.toString().contains("on the critical path"), out.toString());
        assertTrue(out.toString().contains("messages from"), out.toString());
    }

    @Test
    void compareCountsMatchedCallsAndPrintsTheFixedKeys() throws Exception {
        Path other = TestProjects.halves(folder.resolve("simulated"));
        assertEquals(0, run("compare", project.toString(), other.toString(), "--json"), err.toString());
        String json = out.toString();
        for (String key :
                List.of("functions", "name", "count", "aNs", "bNs", "ratio", "ranks", "unmatched", "largest")) {
            assertTrue(json.contains("\"" + key + "\""), key + " in " + json);
        }
        assertTrue(json.contains("\"unmatched\":0"), json);
        out.getBuffer().setLength(0);
        Path picture = folder.resolve("compare.png");
        assertEquals(0, run("compare", project.toString(), other.toString(), "-o", picture.toString()));
        assertTrue(out.toString().contains("observed") && out.toString().contains("simulated"), out.toString());
        assertTrue(Files.size(picture) > 1000);
        out.getBuffer().setLength(0);
        assertEquals(0, run("compare", project.toString(), other.toString(), "--csv", "--align", "stretch"));
        assertTrue(out.toString().startsWith("kind,name,count,aNs,bNs,deltaNs,ratio\nfunction,"), out.toString());
        assertTrue(out.toString().contains("\nrank,1/0,2,2000000000,2000000000,0,1.000000\n"), out.toString());
    }

    @Test
    void ofDamagedFilesWhatIsReadableIsComparedAndTheRestIsTold() throws Exception {
        Path a = TestProjects.chain(folder.resolve("a"));
        Path b = TestProjects.chain(folder.resolve("b"));
        Files.writeString(b.resolveSibling("chain_c_1_0.trc"), "");
        Files.writeString(b.resolveSibling("chain_s1.rel"), "none");
        String empty = "chain_c_1_0.trc: byte 0: the file is empty";
        Path png = folder.resolve("compare.png");
        String[][] options = {{"--json"}, {"--critical-path", "--messages"}, {"-o", png.toString()}};
        for (String[] more : options) {
            err.getBuffer().setLength(0);
            out.getBuffer().setLength(0);
            List<String> args = new ArrayList<>(List.of("compare", a.toString(), b.toString()));
            args.addAll(List.of(more));
            assertEquals(2, run(args.toArray(new String[0])), err.toString());
            assertTrue(out.toString().contains("File_write"), out.toString());
            assertEquals(
                    1,
                    err.toString().lines().filter(line -> line.endsWith(empty)).count(),
                    err.toString());
            boolean all = more.length > 1;
            assertEquals(all, err.toString().contains("chain_s1.rel: byte 0"), err.toString());
            assertEquals(!all, out.toString().contains("\"findings\":["), out.toString());
        }
        assertTrue(Files.exists(png));
    }

    @Test
    void whatCannotBeComparedIsOneLine() throws Exception {
        Path other = TestProjects.halves(folder.resolve("simulated"));
        String a = project.toString();
        assertBad("no rank asked for is in both projects", "compare", a, other.toString(), "--ranks", "7");
        assertBad("expected start, operation:N or stretch", "compare", a, other.toString(), "--align", "middle");
        assertBad("no rank has a counterpart", "compare", a, other.toString(), "--align", "operation:9");
        assertBad("mutually exclusive", "compare", a, other.toString(), "--json", "--csv");
        assertBad("not of both", "compare", a, other.toString(), "--csv", "--messages", "--critical-path");
        Path trace = other.resolveSibling("halves_n1_1_0.trc");
        Files.write(trace, new byte[] {1, 2, 0, 3});
        assertBad("halves_n1_1_0.trc", "compare", a, other.toString());
    }

    private void assertBad(String part, String... args) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(args), err.toString());
        String text = err.toString();
        assertTrue(text.startsWith("hdtrace " + args[0] + ": ") && text.contains(part), text);
        assertEquals(1, text.lines().count(), text);
    }

    @Test
    void badInputIsOneLineAndStatusTwo() throws Exception {
        String p = project.toString();
        String png = folder.resolve("x.png").toString();
        assertBad("nowhere", "render", folder.resolve("nowhere").toString(), "-o", png);
        assertBad(
                ".png, .svg or .pdf", "render", p, "-o", folder.resolve("x.gif").toString());
        assertBad("-o", "render", p);
        assertBad(
                "folder",
                "render",
                p,
                "-o",
                folder.resolve("none").resolve("x.png").toString());
        assertBad("--rows", "render", p, "-o", png, "--rows", "other/*");
        assertBad("column 7", "render", p, "-o", png, "--filter", "size >");
        assertBad("--from", "render", p, "-o", png, "--from", "3", "--to", "2");
        assertBad("--from x", "render", p, "-o", png, "--from", "x");
        assertBad("--size", "render", p, "-o", png, "--size", "big");
        assertBad("--theme", "render", p, "-o", png, "--theme", "pink");
        assertBad("--ranks", "compare", p, p, "--ranks", "x");
        Files.write(folder.resolve("observed").resolve("halves_n1_0_0.trc"), new byte[] {1, 2, 0, 3});
        assertFalse(Files.exists(Path.of(png)), "nothing half-written is left");
        assertBad("halves_n1_0_0.trc", "render", p, "-o", png);
    }

    @Test
    void helpExplainsEachCommand() {
        for (String command : List.of("view", "render", "compare")) {
            assertEquals(0, run(command, "--help"));
        }
        assertTrue(out.toString().contains("--filter"), out.toString());
    }
}
