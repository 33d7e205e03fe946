// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hdtrace.sunshot.paint.Theme;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.data.xy.XYDataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepChartTest {
    private static final String LATENCY = "NetworkEdge[*]/Latency";
    private static final String HEADER = ",virtualTimeNs,events,A.firstEndNs,A.lastEndNs,error";

    @TempDir
    private Path folder;

    @Test
    void aCurveIsACombinationOfTheOtherAxes() throws IOException {
        SweepTable table = table(
                LATENCY + ",ClientMethod[Bcast],Star[*]/ranks" + HEADER,
                "1us,Ring,4,1500000,9,1,2,",
                "2us,Ring,4,2500000,9,1,2,",
                "1us,MPICH,4,3500000,9,1,2,",
                "2us,MPICH,4,4000000,9,1,2,");
        XYPlot plot = plot(table, 0);
        assertEquals(List.of("Bcast=Ring, ranks=4", "Bcast=MPICH, ranks=4"), names(plot.getDataset()));
        assertEquals(2.5, plot.getDataset().getYValue(0, 1));
        assertEquals(2, plot.getDataset().getXValue(0, 1));
        assertEquals("simulated time [ms]", plot.getRangeAxis().getLabel());
        assertEquals(LATENCY + " [us]", plot.getDomainAxis().getLabel());
        assertEquals(NumberAxis.class, plot.getDomainAxis().getClass());
        assertNotNull(chart(table, 0).chart().getLegend());
        assertEquals(
                List.of("Latency=1us, Bcast=Ring", "Latency=2us, Bcast=Ring"),
                names(plot(table, 2).getDataset()).subList(0, 2));
    }

    @Test
    void axesOfThreeDecadesAreLogarithmic() throws IOException {
        XYPlot plot = plot(table(LATENCY + HEADER, "1us,10,1,,,", "10us,2000,1,,,", "1ms,3000,1,,,"), 0);
        assertInstanceOf(LogAxis.class, plot.getDomainAxis());
        assertInstanceOf(LogAxis.class, plot.getRangeAxis());
        assertEquals(1000, plot.getDataset().getXValue(0, 2), 1e-9);
        assertEquals("simulated time [µs]", plot.getRangeAxis().getLabel());
    }

    @Test
    void timesThatWereObservedAreCalledSo() throws IOException {
        SweepTable table = table(LATENCY + HEADER, "1us,10,1,,,", "2us,20,1,,,");
        SweepChart chart =
                new SweepChart(table, 0, new SweepChart.Texts("title", "observed time"), Theme.LIGHT, 1200, 800);
        XYPlot plot = chart.chart().getXYPlot();
        assertEquals("observed time [ns]", plot.getRangeAxis().getLabel());
        assertEquals(List.of("observed time"), names(plot.getDataset()));
    }

    @Test
    void namesLieBesideEachOther() throws IOException {
        SweepTable table = table("ClientMethod[Bcast]" + HEADER, "Ring,10,1,,,", "MPICH,20,1,,,");
        SymbolAxis axis = assertInstanceOf(SymbolAxis.class, plot(table, 0).getDomainAxis());
        assertEquals(List.of("Ring", "MPICH"), List.of(axis.getSymbols()));
        assertNull(chart(table, 0).chart().getLegend());
    }

    @Test
    void smallDifferencesAreSeen() throws IOException {
        ValueAxis near = plot(table(LATENCY + HEADER, "1us,1000,1,,,", "2us,1010,1,,,"), 0)
                .getRangeAxis();
        assertTrue(near.getLowerBound() > 0.9, near.getRange().toString());
        ValueAxis far = plot(table(LATENCY + HEADER, "1us,100,1,,,", "2us,1010,1,,,"), 0)
                .getRangeAxis();
        assertEquals(0, far.getLowerBound());
    }

    @Test
    void theAxisWithTheMostNumbersGoesToTheRight() throws IOException {
        assertEquals(
                1,
                SweepChart.bestX(table("A[*]/b,C[*]/d,E[x]" + HEADER, "1,1,p,1,1,,,", "1,2,q,1,1,,,", "1,2,r,1,1,,,")));
        assertEquals(0, SweepChart.bestX(table("A[x],E[x]" + HEADER, "p,q,1,1,,,", "r,s,1,1,,,", "r,t,1,1,,,")));
    }

    @Test
    void pathsThatEndAlikeAreToldInFull() throws IOException {
        SweepTable table =
                table("A[*]/b,Node[1]/Latency,Node[2]/Latency" + HEADER, "1,1us,2us,5,1,,,", "2,1us,2us,5,1,,,");
        assertEquals(
                List.of("Node[1]/Latency=1us, Node[2]/Latency=2us"),
                names(plot(table, 0).getDataset()));
    }

    @Test
    void pointsWithAnErrorAreLeftOutAndCounted() throws IOException {
        SweepTable table = table(
                LATENCY + HEADER, "1us,10,1,,,", "2us,,,,,\"deadlock: rank 0, rank 1\"", "3us,10,1,,,limit reached");
        assertEquals(1, table.points().size());
        assertEquals("2 of 3 points have an error and are left out", note(table));
    }

    @Test
    void veryManyCurvesHaveNoLegend() throws IOException {
        List<String> rows = new ArrayList<>(List.of("A[*]/b,C[x]" + HEADER));
        IntStream.rangeClosed(0, SweepChart.MOST_IN_LEGEND).forEach(i -> rows.add("1,m" + i + ",5,1,,,"));
        SweepTable table = table(rows.toArray(String[]::new));
        assertNull(chart(table, 0).chart().getLegend());
        assertEquals(SweepChart.MOST_IN_LEGEND + 1 + " curves are too many for a legend", note(table));
    }

    @Test
    void whatIsNoTableOfASweepIsRefused() throws IOException {
        refused("is no table of hdtrace sweep");
        refused("is no table of hdtrace sweep", "name,count");
        refused("is no table of hdtrace sweep", "virtualTimeNs,events,error", "1,2,");
        refused("has no point with a result", LATENCY + HEADER);
        refused("has no point with a result", LATENCY + HEADER, "1us,,,,,deadlock");
        refused("line 2 has 2 values instead of 6", LATENCY + HEADER, "1us,5");
        refused("line 3: virtualTimeNs='soon'", LATENCY + HEADER, "1us,5,1,,,", "2us,soon,1,,,");
        Files.write(folder.resolve("r.csv"), new byte[] {(byte) 0xff, 0});
        assertTrue(message().endsWith("r.csv: is no text in UTF-8"));
    }

    private SweepTable table(String... lines) throws IOException {
        return SweepTable.read(Files.write(folder.resolve("r.csv"), List.of(lines)));
    }

    private void refused(String cause, String... lines) throws IOException {
        Files.write(folder.resolve("r.csv"), List.of(lines));
        assertTrue(message().contains("r.csv: " + cause), message());
    }

    private String message() {
        return assertThrows(IllegalArgumentException.class, () -> SweepTable.read(folder.resolve("r.csv")))
                .getMessage();
    }

    private static SweepChart chart(SweepTable table, int x) {
        return new SweepChart(
                table, x, new SweepChart.Texts("title", SweepChart.Texts.SIMULATED), Theme.LIGHT, 1200, 800);
    }

    private static XYPlot plot(SweepTable table, int x) {
        return chart(table, x).chart().getXYPlot();
    }

    private static String note(SweepTable table) {
        return ((TextTitle) chart(table, 0).chart().getSubtitle(0)).getText();
    }

    private static List<String> names(XYDataset curves) {
        return IntStream.range(0, curves.getSeriesCount())
                .mapToObj(curve -> curves.getSeriesKey(curve).toString())
                .toList();
    }
}
