// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

/**
 * How ranks open a file.
 *
 * @param number tells openings from each other that the same ranks have of the same file at a time, from 0
 * @param creates whether it makes a file that isn't there
 * @param truncates whether the file is emptied first
 * @param appends whether all pointers begin at the file's end
 * @param deletes whether the file goes when it is closed
 */
public record Opening(int number, boolean creates, boolean truncates, boolean appends, boolean deletes) {
    /** One that makes the file where there is none. */
    public static final Opening CREATED = new Opening(0, true, false, false);

    /** One that empties the file. */
    public static final Opening EMPTIED = new Opening(0, true, true, false);

    /** One of a file that stays. */
    public Opening(int number, boolean creates, boolean truncates, boolean appends) {
        this(number, creates, truncates, appends, false);
    }

    public Opening {
        Amounts.notNegative("number", number);
    }
}
