// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.piosim.sweep.Share;
import org.junit.jupiter.api.Test;

class LauncherTest {
    @Test
    void everyLaunchersVariablesAreKnown() throws UsageException {
        share(new Share(2, 3), Map.of("PMI_RANK", "2", "PMI_SIZE", "3"));
        share(new Share(0, 4), Map.of("OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", "4"));
        share(new Share(1, 4), Map.of("MV2_COMM_WORLD_RANK", "1", "MV2_COMM_WORLD_SIZE", "4"));
        share(new Share(1, 2), Map.of("FLUX_TASK_RANK", "1", "FLUX_JOB_SIZE", "2"));
        share(new Share(1, 2), Map.of("JSM_NAMESPACE_RANK", "1", "JSM_NAMESPACE_SIZE", "2"));
        share(new Share(5, 8), Map.of("SLURM_PROCID", "5", "SLURM_NTASKS", "8"));
        share(Share.ALL, Map.of());
        share(Share.ALL, Map.of("PMI_RANK", "2", "SLURM_NTASKS", "8"));
    }

    @Test
    void aLauncherInsideABatchJobCountsAndNotTheJob() throws UsageException {
        Map<String, String> script = Map.of("SLURM_JOB_ID", "7", "SLURM_PROCID", "0", "SLURM_NTASKS", "8");
        share(Share.ALL, script);
        Map<String, String> hydra = new HashMap<>(script);
        hydra.putAll(Map.of("PMI_RANK", "3", "PMI_SIZE", "8"));
        share(new Share(3, 8), hydra);
        Map<String, String> step = new HashMap<>(script);
        step.putAll(Map.of("SLURM_STEP_ID", "0", "SLURM_STEP_NUM_TASKS", "2", "SLURM_PROCID", "1"));
        share(new Share(1, 2), step);
    }

    @Test
    void whatIsNoShareIsNamed() {
        for (String text : new String[] {"1", "1/2/3", "2/2", "-1/2", "a/2", "0/0", "/"}) {
            String message = assertThrows(UsageException.class, () -> Launcher.parse(text))
                    .getMessage();
            assertTrue(message.startsWith("--share " + text + ": must be "), message);
        }
        Map<String, String> wrong = Map.of("PMI_RANK", "3", "PMI_SIZE", "3");
        String message =
                assertThrows(UsageException.class, () -> Launcher.share(wrong)).getMessage();
        assertTrue(message.startsWith("PMI_RANK=3 PMI_SIZE=3: "), message);
    }

    private static void share(Share expected, Map<String, String> environment) throws UsageException {
        assertEquals(expected, Launcher.share(environment));
    }
}
