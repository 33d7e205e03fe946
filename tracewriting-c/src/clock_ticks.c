/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration of the processor's counter: see clock_ticks.h. */
#include "clock_ticks.h"

#include <fcntl.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#define MICROSECOND INT64_C(1000)
#define MILLISECOND INT64_C(1000000)
#define SECOND      INT64_C(1000000000)

enum { TRIES = 5, RATE_TOLERANCE_SHIFT = 10 };

static const int64_t lead_ns = 20 * MICROSECOND; /* a line is published before it begins */
static const int64_t late_ns = SECOND;           /* a line is continued for so long at most */
static const int64_t anchor_ns = 8 * SECOND;     /* the rate is taken over once to twice as much */

/* A moment on both clocks. */
typedef struct moment {
    uint64_t ticks;
    int64_t ns;           /* CLOCK_MONOTONIC carried to the epoch */
    uint64_t uncertainty; /* in ticks */
} moment;

hd__lines hd__ticks = {.direct = &hd__ticks.none};

/* Ticks at which somebody took the work on the next line over; 0: nobody. Who holds it for longer
 * than `late_ns` may be a thread that a fork left behind, and is relieved. What follows belongs to
 * the holder. */
static _Atomic uint64_t holder;
static _Atomic bool active;
static int64_t offset_ns;
static moment first, anchor, next_anchor;
static _Atomic uint64_t rate; /* latest, ns per tick times 2^32; 0: unknown */

/* --- what the machine has --------------------------------------------------------------------- */

static bool is_invariant(void)
{
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
#else
    return false;
#endif
}

static bool is_trusted_by_kernel(void)
{
    static const char path[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    char name[8] = "";
    const int fd = hd__system.open(path, O_RDONLY);
    if (fd < 0) {
        return false;
    }
    const ssize_t got = hd__system.read(fd, name, sizeof name - 1);
    (void)hd__system.close(fd);
    return got >= 3 && strncmp(name, "tsc", 3) == 0 && (name[3] == '\n' || name[3] == '\0');
}

bool hd__ticks_are_usable(void)
{
#if defined(HD_COUNTER)
    static _Atomic int known = 1;
#else
    static _Atomic int known; /* 1: yes, 2: no */
#endif
    if (hd__system.ticks != NULL) {
        return true;
    }
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer == 0) {
        answer = is_invariant() && is_trusted_by_kernel() ? 1 : 2;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == 1;
}

static uint64_t count_ticks(void)
{
    return hd__system.ticks == NULL ? hd__ticks_count() : hd__system.ticks();
}

/* --- measuring -------------------------------------------------------------------------------- */

/* Read both clocks as close to each other as a few tries can. */
static moment observe(void)
{
    moment best = {0, 0, UINT64_MAX};
    for (int i = 0; i < TRIES; i++) {
        const uint64_t before = count_ticks();
        const int64_t ns = hd__system.clock(HD__CLOCK_MONOTONIC);
        const uint64_t after = count_ticks();
        if (after - before < best.uncertainty) {
            best = (moment){before + (after - before) / 2, ns + offset_ns, after - before};
        }
    }
    return best;
}

static uint64_t get_rate(const moment *from, const moment *to)
{
    const uint64_t ticks = to->ticks - from->ticks;
    const int64_t ns = to->ns - from->ns;
    if (ticks == 0 || ns <= 0 || to->ticks < from->ticks) {
        return 0;
    }
    return (uint64_t)((double)ns / (double)ticks * (double)(UINT64_C(1) << HD__LINE_SHIFT) + 0.5);
}

static int64_t to_ns(uint64_t ticks, uint64_t by_rate)
{
    return (int64_t)((double)ticks * (double)by_rate / (double)(UINT64_C(1) << HD__LINE_SHIFT));
}

static uint64_t to_ticks(int64_t ns, uint64_t by_rate)
{
    return (uint64_t)((double)ns * (double)(UINT64_C(1) << HD__LINE_SHIFT) / (double)by_rate);
}

/* Take the rate from the oldest moment that is recent enough. After the machine slept, the two
 * clocks do not agree on how long: then the old rate stays, and measuring begins anew. */
static void update_rate(const moment *now)
{
    const uint64_t measured = get_rate(&anchor, now);
    const uint64_t tolerance = rate >> RATE_TOLERANCE_SHIFT;
    if (measured == 0 ||
        (rate != 0 && (measured > rate + tolerance || measured < rate - tolerance))) {
        anchor = *now;
        next_anchor = *now;
        return;
    }
    rate = measured;
    if (now->ns - next_anchor.ns >= anchor_ns) {
        anchor = next_anchor;
        next_anchor = *now;
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

typedef struct plain_line {
    uint64_t start, length, rate;
    int64_t ns;
} plain_line;

static plain_line get_line(uint32_t number)
{
    const hd__line *const line = &hd__ticks.slots[number % HD__LINES];
    return (plain_line){atomic_load_explicit(&line->start, memory_order_acquire),
                        atomic_load_explicit(&line->length, memory_order_acquire),
                        atomic_load_explicit(&line->rate, memory_order_acquire),
                        atomic_load_explicit(&line->ns, memory_order_acquire)};
}

/* Time by that line, which is continued a little beyond its end and not at all before its start. */
static int64_t get_time(const plain_line *line, uint64_t ticks)
{
    const uint64_t most = line->length + to_ticks(late_ns, line->rate);
    const uint64_t passed = ticks - line->start;
    return line->ns + (int64_t)((passed < most ? passed : most) * line->rate >> HD__LINE_SHIFT);
}

/* Whether the line is not continued until there. */
static bool is_over(const plain_line *line, uint64_t ticks)
{
    return line != NULL && ticks - line->start > line->length + to_ticks(late_ns, line->rate);
}

static void publish(uint32_t number, const plain_line *line)
{
    hd__line *const slot = &hd__ticks.slots[number % HD__LINES];
    atomic_store_explicit(&slot->start, line->start, memory_order_relaxed);
    atomic_store_explicit(&slot->length, line->length, memory_order_release);
    atomic_store_explicit(&slot->rate, line->rate, memory_order_release);
    atomic_store_explicit(&slot->ns, line->ns, memory_order_release);
    atomic_store_explicit(&hd__ticks.current, number, memory_order_release);
    atomic_store_explicit(&hd__ticks.direct, hd__system.ticks == NULL ? slot : &hd__ticks.none,
                          memory_order_release);
}

/* For how long the next line may be believed: as long as the rate was observed, up to a second. */
static int64_t get_span(const moment *now)
{
    const int64_t observed = now->ns - first.ns;
    return observed < SECOND ? observed : SECOND;
}

/* The line behind `last` (NULL: the first one), which ends where CLOCK_MONOTONIC will be. */
static plain_line make_line(const plain_line *last, const moment *now)
{
    const int64_t span = get_span(now);
    const int64_t uncertainty = to_ns(now->uncertainty, rate);
    plain_line line = {.start = now->ticks + to_ticks(lead_ns, rate), .rate = rate};
    const int64_t truth = now->ns + lead_ns;
    /* the first must not lie behind what others read from the system's clock just now */
    line.ns = last == NULL ? truth + uncertainty : get_time(last, line.start);
    int64_t ahead = line.ns - truth;
    if (ahead < 0 && is_over(last, line.start)) { /* nobody asked for a long time */
        line.start = now->ticks;
        line.ns = now->ns;
        ahead = 0;
    }
    const int64_t most = span / 2;
    ahead = ahead > most ? most : ahead < -most ? -most : ahead;
    line.rate = (uint64_t)((double)rate * (double)(span - ahead) / (double)span);
    line.length = to_ticks(span, rate);
    return line;
}

static void extend(uint32_t current, uint64_t mine)
{
    const moment now = observe();
    if (atomic_load(&holder) != mine) { /* relieved: this thread was stopped for long */
        return;
    }
    update_rate(&now);
    if (rate == 0) {
        return;
    }
    if (current == 0) {
        const plain_line line = make_line(NULL, &now);
        publish(1, &line);
        return;
    }
    const plain_line last = get_line(current);
    const plain_line line = make_line(&last, &now);
    publish(current + 1 == 0 ? HD__LINES : current + 1, &line);
}

bool hd__ticks_copy_line(hd__line_copy *line)
{
    const hd__line *const from = atomic_load_explicit(&hd__ticks.direct, memory_order_acquire);
    line->start = atomic_load_explicit(&from->start, memory_order_acquire);
    line->length = atomic_load_explicit(&from->length, memory_order_acquire);
    line->rate = atomic_load_explicit(&from->rate, memory_order_acquire);
    line->ns = atomic_load_explicit(&from->ns, memory_order_acquire);
    return atomic_load_explicit(&from->start, memory_order_relaxed) == line->start &&
           hd__ticks_count() - line->start < line->length;
}

/* --- reading ---------------------------------------------------------------------------------- */

void hd__ticks_begin(int64_t offset)
{
    offset_ns = offset;
    rate = 0;
    first = observe();
    anchor = first;
    next_anchor = first;
    atomic_store(&active, true);
}

void hd__ticks_end(void)
{
    atomic_store(&active, false);
    atomic_store(&hd__ticks.direct, &hd__ticks.none);
    atomic_store(&hd__ticks.current, 0);
    atomic_store(&holder, 0);
}

void hd__ticks_hold(void)
{
    atomic_store(&holder, count_ticks());
}

/* What stands for the work that the caller took over; 0: somebody else is at it. */
static uint64_t take_over(uint64_t ticks)
{
    const uint64_t known = rate;
    const uint64_t mine = ticks == 0 ? 1 : ticks;
    uint64_t since = atomic_load(&holder);
    const bool stale =
        since != 0 && known != 0 && ticks > since && to_ns(ticks - since, known) > late_ns;
    if (since != 0 && !stale) {
        return 0;
    }
    return atomic_compare_exchange_strong(&holder, &since, mine) ? mine : 0;
}

/* Whether line `current` ended, or there is none yet and enough was observed for one. */
static bool is_due(uint32_t current, uint64_t ticks)
{
    if (current == 0) {
        return hd__system.clock(HD__CLOCK_MONOTONIC) + offset_ns - first.ns >= MILLISECOND;
    }
    const plain_line line = get_line(current);
    return ticks >= line.start && ticks - line.start >= line.length;
}

/* Time by the line that holds at those ticks; false where that is before the first line. */
static bool get_present(uint32_t current, uint64_t ticks, int64_t *now_ns)
{
    plain_line line = get_line(current);
    if (current != 0 && ticks < line.start && current > 1) {
        line = get_line(current - 1);
    }
    if (current == 0 || ticks < line.start) {
        return false;
    }
    *now_ns = get_time(&line, ticks);
    return true;
}

bool hd__ticks_read_slowly(int64_t *now_ns)
{
    if (!atomic_load_explicit(&active, memory_order_acquire)) {
        return false;
    }
    const uint64_t ticks = count_ticks();
    uint32_t current = atomic_load_explicit(&hd__ticks.current, memory_order_acquire);
    uint64_t mine = is_due(current, ticks) ? take_over(ticks) : 0;
    if (mine != 0) {
        if (atomic_load_explicit(&hd__ticks.current, memory_order_acquire) == current) {
            extend(current, mine);
        }
        (void)atomic_compare_exchange_strong(&holder, &mine, 0);
        current = atomic_load_explicit(&hd__ticks.current, memory_order_acquire);
    }
    return get_present(current, count_ticks(), now_ns);
}
