/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shortest decimal digits of a double: free-format output with exact integers, after Steele and
 * White, "How to print floating-point numbers accurately" (PLDI 1990). The value and the half
 * distances to its neighbours are kept as fractions of one denominator; digits are taken until what
 * is left is nearer to the value than its neighbours are. Slower than table-driven methods, but
 * short, exact, free of locale and of allocation; doubles are rare in traces. */
#include "text.h"

#include <math.h>
#include <string.h>

enum { WORDS = 40, EXPONENT_BIAS = 1075, MAX_DIGITS = 17 };

/* Natural number, little endian words; 40 words hold 2^1100 * 10 with room. */
typedef struct natural {
    uint32_t words[WORDS];
    int used;
} natural;

static void set(natural *n, uint64_t value)
{
    n->words[0] = (uint32_t)value;
    n->words[1] = (uint32_t)(value >> 32);
    n->used = n->words[1] != 0 ? 2 : n->words[0] != 0;
}

static void multiply(natural *n, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < n->used; i++) {
        carry += (uint64_t)n->words[i] * factor;
        n->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        n->words[n->used++] = (uint32_t)carry;
    }
}

static void shift(natural *n, int bits)
{
    for (; bits >= 31; bits -= 31) {
        multiply(n, 1U << 31);
    }
    multiply(n, 1U << bits);
}

static int compare(const natural *a, const natural *b)
{
    if (a->used != b->used) {
        return a->used < b->used ? -1 : 1;
    }
    for (int i = a->used - 1; i >= 0; i--) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i] ? -1 : 1;
        }
    }
    return 0;
}

static void add(natural *sum, const natural *b)
{
    uint64_t carry = 0;
    for (int i = 0; i < sum->used || i < b->used || carry != 0; i++) {
        carry += i < sum->used ? sum->words[i] : 0;
        carry += i < b->used ? b->words[i] : 0;
        sum->words[i] = (uint32_t)carry;
        carry >>= 32;
        if (i >= sum->used) {
            sum->used = i + 1;
        }
    }
}

/* a -= b, where a >= b */
static void subtract(natural *a, const natural *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->used; i++) {
        const uint64_t part = (i < b->used ? b->words[i] : 0) + borrow;
        borrow = a->words[i] < part;
        a->words[i] = (uint32_t)(a->words[i] - part);
    }
    while (a->used > 0 && a->words[a->used - 1] == 0) {
        a->used--;
    }
}

/* a + b against c */
static int compare_sum(const natural *a, const natural *b, const natural *c)
{
    natural sum = *a;
    add(&sum, b);
    return compare(&sum, c);
}

typedef struct fraction {
    natural rest;  /* value = rest / scale */
    natural scale; /* */
    natural low;   /* half the distance to the next lower double, over scale */
    natural high;  /* the same upwards */
    bool even;     /* the borders themselves read back as this value */
} fraction;

static void set_fraction(fraction *f, uint64_t mantissa, int exponent)
{
    const bool uneven_gap = mantissa == UINT64_C(1) << 52;
    set(&f->rest, mantissa);
    set(&f->scale, 1);
    set(&f->low, 1);
    f->even = mantissa % 2 == 0;
    shift(&f->rest, 1 + uneven_gap + (exponent > 0 ? exponent : 0));
    shift(&f->scale, 1 + uneven_gap + (exponent < 0 ? -exponent : 0));
    shift(&f->low, exponent > 0 ? exponent : 0);
    f->high = f->low;
    shift(&f->high, uneven_gap);
}

/* Scale so that the first digit is the one before the point; gives back the decimal exponent. */
static int normalise(fraction *f)
{
    int power = 0;
    while (compare_sum(&f->rest, &f->high, &f->scale) >= (f->even ? 0 : 1)) {
        multiply(&f->scale, 10);
        power++;
    }
    for (;;) {
        natural ten = f->rest;
        natural gap = f->high;
        multiply(&ten, 10);
        multiply(&gap, 10);
        if (compare_sum(&ten, &gap, &f->scale) >= (f->even ? 0 : 1)) {
            return power;
        }
        f->rest = ten;
        f->high = gap;
        multiply(&f->low, 10);
        power--;
    }
}

static int take_digits(fraction *f, char *digits)
{
    for (int count = 0;;) {
        multiply(&f->rest, 10);
        multiply(&f->low, 10);
        multiply(&f->high, 10);
        int digit = 0;
        while (compare(&f->rest, &f->scale) >= 0) {
            subtract(&f->rest, &f->scale);
            digit++;
        }
        const bool low = compare(&f->rest, &f->low) < (f->even ? 1 : 0);
        const bool high = compare_sum(&f->rest, &f->high, &f->scale) >= (f->even ? 0 : 1);
        if (low || high || count == MAX_DIGITS - 1) {
            const bool up = high && (!low || compare_sum(&f->rest, &f->rest, &f->scale) >= 0);
            digits[count++] = (char)('0' + digit + up);
            return count;
        }
        digits[count++] = (char)('0' + digit);
    }
}

static char *put_text(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

/* digits * 10^(power - count) with the point where a reader expects it. */
static char *put_digits(char *to, const char *digits, int count, int power)
{
    if (power > 17 || power < -5) {
        *to++ = digits[0];
        if (count > 1) {
            *to++ = '.';
            to = put_text(to, digits + 1, (size_t)count - 1);
        }
        *to++ = 'e';
        return hd__put_int(to, power - 1);
    }
    if (power <= 0) {
        to = put_text(to, "0.000000", (size_t)(2 - power));
        return put_text(to, digits, (size_t)count);
    }
    const int whole = count < power ? count : power;
    to = put_text(to, digits, (size_t)whole);
    for (int i = whole; i < power; i++) {
        *to++ = '0';
    }
    if (count > power) {
        *to++ = '.';
        to = put_text(to, digits + whole, (size_t)(count - whole));
    }
    return to;
}

/* --- values of few digits --------------------------------------------------------------------- */

enum { SHORT_DIGITS = 15 };

/* Most doubles in traces were written by people or counted: a whole number of up to 15 digits over
 * a power of ten. Such a number is exact, so is the power, and their quotient is rounded once: if
 * it is the value, these are digits that read back as it; no others of up to 15 do, and fewer
 * decimals did not. NULL when the value is none of those. */
static char *put_short(char *to, double value)
{
    if (value < 1e-5 || value >= 1e15) {
        return NULL;
    }
    double power = 1;
    for (int decimals = 0; value * power < 1e15; decimals++, power *= 10) {
        const double rounded = (double)(int64_t)(value * power + 0.5);
        if (rounded / power != value) {
            continue;
        }
        const uint64_t number = (uint64_t)rounded;
        if (decimals == 0) {
            return hd__put_uint(to, number);
        }
        const uint64_t unit = (uint64_t)power;
        to = hd__put_uint(to, number / unit);
        *to++ = '.';
        char digits[SHORT_DIGITS + HD__INT_BYTES];
        const size_t count = (size_t)(hd__put_uint(digits, number % unit) - digits);
        memset(to, '0', (size_t)decimals - count);
        return put_text(to + decimals - count, digits, count);
    }
    return NULL;
}

char *hd__put_double(char *to, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    const int biased = (int)(bits >> 52 & 0x7FF);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    if (isnan(value)) {
        return put_text(to, "NaN", 3);
    }
    if (bits >> 63) {
        *to++ = '-';
    }
    if (isinf(value)) {
        return put_text(to, "Infinity", 8);
    }
    if (biased == 0 && mantissa == 0) {
        *to++ = '0';
        return to;
    }
    char *const end = put_short(to, fabs(value));
    if (end != NULL) {
        return end;
    }
    if (biased != 0) {
        mantissa |= UINT64_C(1) << 52;
    }
    fraction f;
    char digits[MAX_DIGITS];
    set_fraction(&f, mantissa, (biased != 0 ? biased : 1) - EXPONENT_BIAS);
    const int power = normalise(&f);
    return put_digits(to, digits, take_digits(&f, digits), power);
}
