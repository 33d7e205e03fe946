// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What a program says about how it wants a file accessed: keys and values of an MPI info object. What isn't understood is
 * ignored, as MPI demands (MPI 4.0, chapter 14.2.8). Immutable.
 */
public record FileHints(Map<String, String> values) {
    /** Nothing said. */
    public static final FileHints NONE = new FileHints(Map.of());

    /** Value of a hint that switches something. */
    public enum Switch {
        DISABLE(0),
        ENABLE(1),
        AUTOMATIC(2);

        private final long number;

        Switch(long number) {
            this.number = number;
        }

        /** What stands for it where a number is wanted. */
        public long number() {
            return number;
        }

        /** What a number stands for; automatic for any that isn't known. */
        public static Switch of(long number) {
            return number == DISABLE.number ? DISABLE : number == ENABLE.number ? ENABLE : AUTOMATIC;
        }
    }

    public FileHints {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /** The same with one more, which replaces an earlier one of its key. */
    public FileHints with(String key, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(key, value);
        return new FileHints(more);
    }

    /**
     * The same with a value that a library reports to hold. It counts where the program has said something of that key, which the
     * library may have understood otherwise, and where it is none of the library's defaults.
     */
    public FileHints withEffective(String key, String value) {
        return values.containsKey(key) || HintDefaults.isChosen(key, value) ? with(key, value) : this;
    }

    /** The value of a key. */
    public Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).map(String::strip).filter(value -> !value.isEmpty());
    }

    /** A number above 0. */
    public OptionalLong number(String key) {
        String text = values.get(key);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            long value = Long.parseLong(text.strip());
            return value > 0 ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** One of the words enable, disable, automatic, true and false, ignoring case. */
    public Optional<Switch> toggle(String key) {
        String word = values.get(key);
        return word == null ? Optional.empty() : switchOf(word);
    }

    /** What such a word means; empty for any other. */
    public static Optional<Switch> switchOf(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "enable", "true" -> Optional.of(Switch.ENABLE);
            case "disable", "false" -> Optional.of(Switch.DISABLE);
            case "automatic" -> Optional.of(Switch.AUTOMATIC);
            default -> Optional.empty();
        };
    }
}
