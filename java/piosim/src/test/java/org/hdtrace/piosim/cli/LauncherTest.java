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

    @Test
    void everyLauncherTellsHowManyProcessesAreOnAMachine() {
        local(2, Map.of("OMPI_COMM_WORLD_LOCAL_SIZE", "2"));
        local(3, Map.of("MV2_COMM_WORLD_LOCAL_SIZE", "3"));
        local(4, Map.of("PMI_RANK", "0", "PMI_SIZE", "8", "MPI_LOCALNRANKS", "4"));
        local(5, Map.of("PMI_LOCAL_SIZE", "5"));
        local(6, Map.of("JSM_NAMESPACE_LOCAL_SIZE", "6"));
        local(4, Map.of("FLUX_JOB_SIZE", "7", "FLUX_JOB_NNODES", "2"));
        local(1, Map.of());
        for (String text : new String[] {"", "0", "-1", "many", "99999999999"}) {
            local(1, Map.of("MPI_LOCALNRANKS", text));
            local(1, Map.of("SLURM_STEP_TASKS_PER_NODE", text));
        }
    }

    @Test
    void slurmListsTheProcessesOfItsNodes() {
        int[] expected = {2, 2, 2, 1, 4, 1};
        for (int node = 0; node < expected.length; node++) {
            local(expected[node], Map.of("SLURM_STEP_TASKS_PER_NODE", "2(x3),1,4", "SLURM_NODEID", "" + node));
        }
        local(2, Map.of("SLURM_PROCID", "1", "SLURM_NTASKS", "2", "SLURM_TASKS_PER_NODE", "2", "SLURM_NODEID", "0"));
        Map<String, String> script = Map.of("SLURM_JOB_ID", "7", "SLURM_TASKS_PER_NODE", "8", "SLURM_NODEID", "0");
        local(1, script);
    }

    @Test
    void processesOfOneMachineShareItsCores() {
        assertEquals(8, new Cores(8, 8, 8).forEachOf(1));
        assertEquals(4, new Cores(8, 8, 8).forEachOf(2));
        assertEquals(2, new Cores(8, 8, 8).forEachOf(3));
        assertEquals(1, new Cores(8, 8, 8).forEachOf(9));
        // Bound to half of the cores each: by itself, or two by two.
        assertEquals(4, new Cores(4, 4, 8).forEachOf(2));
        assertEquals(2, new Cores(4, 4, 8).forEachOf(4));
        assertEquals(4, new Cores(4, 4, 8).forEachOf(1));
        // A quota of time for all of them.
        assertEquals(1, new Cores(2, 8, 8).forEachOf(2));
        assertEquals(72, Cores.count("Cpus_allowed:\tff,ffffffff,ffffffff"));
        assertEquals(3, Cores.count("Cpus_allowed:\t0007"));
        Cores own = Cores.ofThisProcess();
        assertEquals(Runtime.getRuntime().availableProcessors(), own.usable());
        assertTrue(own.usable() <= own.bound() && own.bound() <= own.all(), own.toString());
    }

    private static void local(int expected, Map<String, String> environment) {
        assertEquals(expected, Launcher.localSize(environment), environment.toString());
    }

    private static void share(Share expected, Map<String, String> environment) throws UsageException {
        assertEquals(expected, Launcher.share(environment));
    }
}
