// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits for a place is one that doesn't run; who has one is at the end of it at once. */
@Timeout(60)
class PlacesTest {
    private final List<Thread> threads = new ArrayList<>();

    private Thread enters(Places places) {
        Thread thread = new Thread(places::enter, "enters");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private static void waits(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.WAITING) {
            assertTrue(thread.isAlive(), "it has a place");
            Thread.sleep(1);
        }
    }

    @AfterEach
    void allHaveEntered() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void oneProcessorIsLeftToTheCaller() throws InterruptedException {
        Places places = new Places(2);
        places.enter();
        Thread second = enters(places);
        waits(second);
        places.leave();
        second.join();
    }

    @Test
    void hisIsLentWhileHeWaits() throws InterruptedException {
        Places places = new Places(2);
        places.enter();
        Thread second = enters(places);
        waits(second);
        places.lend();
        second.join();
        // He goes on at once; both have to leave before another thread has a place.
        places.takeBack();
        Thread third = enters(places);
        waits(third);
        places.leave();
        waits(third);
        places.leave();
        third.join();
    }

    @Test
    void threadsHaveAPlaceOnOneProcessor() {
        Places places = new Places(1);
        places.enter();
        places.leave();
        places.enter();
    }
}
