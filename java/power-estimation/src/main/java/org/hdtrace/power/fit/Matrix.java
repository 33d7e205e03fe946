// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

/** Small symmetric positive matrices. */
final class Matrix {
    private Matrix() {}

    /**
     * The inverse, by Gauss and Jordan with the largest pivot; directions that the data say nothing of (pivots below 10^-12 of the
     * largest entry) get zero.
     */
    static double[][] inverse(double[][] matrix) {
        int n = matrix.length;
        double[][] left = new double[n][];
        double[][] right = new double[n][n];
        double largest = 0;
        for (int i = 0; i < n; i++) {
            left[i] = matrix[i].clone();
            right[i][i] = 1;
            largest = Math.max(largest, Math.abs(matrix[i][i]));
        }
        for (int i = 0; i < n; i++) {
            swap(left, right, i, pivot(left, i));
            double pivot = left[i][i];
            if (Math.abs(pivot) <= 1e-12 * largest) {
                clear(left, right, i);
                continue;
            }
            scale(left[i], 1 / pivot);
            scale(right[i], 1 / pivot);
            for (int k = 0; k < n; k++) {
                if (k != i) {
                    double factor = -left[k][i];
                    add(left[k], left[i], factor);
                    add(right[k], right[i], factor);
                }
            }
        }
        return right;
    }

    static double[] times(double[][] matrix, double[] vector) {
        double[] product = new double[matrix.length];
        for (int i = 0; i < product.length; i++) {
            product[i] = dot(matrix[i], vector);
        }
        return product;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Add a vector times a factor to another. */
    static void add(double[] to, double[] vector, double factor) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * vector[i];
        }
    }

    /** Add the product of a vector with itself, times a weight. */
    static void addSquare(double[][] to, double[] vector, double weight) {
        for (int i = 0; i < to.length; i++) {
            add(to[i], vector, weight * vector[i]);
        }
    }

    private static int pivot(double[][] matrix, int column) {
        int best = column;
        for (int i = column + 1; i < matrix.length; i++) {
            if (Math.abs(matrix[i][column]) > Math.abs(matrix[best][column])) {
                best = i;
            }
        }
        return best;
    }

    private static void swap(double[][] left, double[][] right, int a, int b) {
        double[] row = left[a];
        left[a] = left[b];
        left[b] = row;
        row = right[a];
        right[a] = right[b];
        right[b] = row;
    }

    private static void clear(double[][] left, double[][] right, int row) {
        for (int k = 0; k < left.length; k++) {
            left[k][row] = 0;
            right[row][k] = 0;
        }
    }

    private static void scale(double[] row, double factor) {
        for (int i = 0; i < row.length; i++) {
            row[i] *= factor;
        }
    }
}
