// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.hdtrace.sunshot.heat.HeatMap;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;
import org.hdtrace.sunshot.waits.WaitTable;

/**
 * Everything that decides how the timelines look; equal scenes give equal pixels.
 *
 * @param rows in order
 * @param searched the same rows with all that a search looked at, where these have less
 * @param axes of values, shared with the rows of other panels
 * @param layout of these rows
 * @param scale visible time on the common scale, and the width of the timelines in logical pixels
 * @param categories by number
 * @param options what to show of them
 * @param theme colours and fonts
 */
public record Scene(
        List<VisibleRow> rows,
        List<VisibleRow> searched,
        SeriesAxes axes,
        RowLayout layout,
        TimeScale scale,
        List<Category> categories,
        Options options,
        Theme theme) {

    /** A scene with all that was searched. */
    public Scene(
            List<VisibleRow> rows,
            SeriesAxes axes,
            RowLayout layout,
            TimeScale scale,
            List<Category> categories,
            Options options,
            Theme theme) {
        this(rows, rows, axes, layout, scale, categories, options, theme);
    }

    /**
     * A scene of its own.
     *
     * @param peers all rows that share value axes with these: the rows of every panel
     */
    public Scene(
            List<VisibleRow> rows,
            List<VisibleRow> peers,
            RowLayout layout,
            TimeScale scale,
            List<Category> categories,
            Options options,
            Theme theme) {
        this(rows, new SeriesAxes(peers, options.looks()), layout, scale, categories, options, theme);
    }

    /**
     * What to show.
     *
     * @param nested whether nested states are drawn
     * @param hidden numbers of categories that are left out
     * @param marked numbers of categories that are marked wherever they occur
     * @param hits what a search has found, shown in each row, however little of it is drawn
     * @param arrows drawn over the rows, the first below the others
     * @param heat colours of states by a value instead of their names
     * @param waits of each run, drawn over its rows; empty for none
     * @param series how statistics are drawn
     * @param dense how columns are drawn that hold very short states
     * @param looks what each counter has of its own
     */
    public record Options(
            boolean nested,
            BitSet hidden,
            BitSet marked,
            HitMarks hits,
            List<ArrowLayer> arrows,
            Optional<HeatMap> heat,
            List<WaitTable> waits,
            SeriesStyle series,
            DenseStyle dense,
            CounterLooks looks) {
        public Options {
            arrows = List.copyOf(arrows);
            waits = List.copyOf(waits);
        }

        /** Coloured by names. */
        public Options(boolean nested, BitSet hidden, BitSet marked, List<ArrowLayer> arrows) {
            this(
                    nested,
                    hidden,
                    marked,
                    HitMarks.none(),
                    arrows,
                    Optional.empty(),
                    List.of(),
                    SeriesStyle.AREA,
                    DenseStyle.DOMINANT,
                    CounterLooks.usual());
        }

        /** Without arrows. */
        public Options(boolean nested, BitSet hidden, BitSet marked) {
            this(nested, hidden, marked, List.of());
        }

        public Options withArrows(List<ArrowLayer> layers) {
            return new Options(nested, hidden, marked, hits, layers, heat, waits, series, dense, looks);
        }

        public Options withHidden(BitSet left) {
            return new Options(nested, left, marked, hits, arrows, heat, waits, series, dense, looks);
        }

        public Options withSeries(SeriesStyle style) {
            return new Options(nested, hidden, marked, hits, arrows, heat, waits, style, dense, looks);
        }

        public Options withDense(DenseStyle style) {
            return new Options(nested, hidden, marked, hits, arrows, heat, waits, series, style, looks);
        }

        public static Options standard() {
            return new Options(true, new BitSet(), new BitSet());
        }
    }
}
