// SPDX-License-Identifier: GPL-3.0-or-later
// heat.c in C++: states, events, statistics and tokens end with their scopes (hdmpi/hdmpi.hpp).
#include <hdmpi/hdmpi.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <mpi.h>
#include <string>

namespace
{

constexpr int cells = 100;
constexpr int steps = 20;

using strip = std::array<double, cells + 2>;

struct place {
    int rank = 0;
    int ranks = 1;
};

strip set_up(const place &here)
{
    hdmpi::state state("setup");
    state.add("cells", cells);
    strip rod{};
    rod[0] = here.rank == 0 ? 100.0 : 0.0;
    return rod;
}

void exchange(strip &rod, const place &here)
{
    const int left = here.rank > 0 ? here.rank - 1 : MPI_PROC_NULL;
    const int right = here.rank + 1 < here.ranks ? here.rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&rod[cells], 1, MPI_DOUBLE, right, 1, &rod[0], 1, MPI_DOUBLE, left, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&rod[1], 1, MPI_DOUBLE, left, 2, &rod[cells + 1], 1, MPI_DOUBLE, right, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

double step(strip &rod, int number, const place &here)
{
    hdmpi::state state("step");
    exchange(rod, here);
    strip next = rod;
    double change = 0;
    for (int i = 1; i <= cells; i++) {
        next[i] = rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
        change = std::max(change, std::fabs(next[i] - rod[i]));
    }
    rod = next;
    double greatest = 0;
    MPI_Allreduce(&change, &greatest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    state.add("number", number).add("change", greatest);
    return greatest;
}

// Rank 0's token of the whole computation; those of the others name it as their parent.
std::unique_ptr<hdmpi::token> begin_job(const place &here)
{
    std::unique_ptr<hdmpi::token> job;
    std::array<char, 512> text{};
    if (here.rank == 0) {
        job.reset(new hdmpi::token());
        const std::string own = job->text();
        std::copy(own.begin(), own.end(), text.begin());
    }
    MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    if (here.rank > 0) {
        job.reset(new hdmpi::token(std::string(text.data())));
    }
    job->begin_state("solve");
    return job;
}

void solve(strip &rod, const place &here)
{
    hdmpi::statistics solver("Solver", {{"STEP", HD_STATS_INT64, "#", nullptr},
                                        {"CHANGE", HD_STATS_DOUBLE, "K", nullptr}});
    double change = 0;
    for (int number = 1; number <= steps; number++) {
        change = step(rod, number, here);
        solver.set(0, number).set(1, change).end_record();
    }
    hdmpi::event("solved").add("steps", steps).add("method", std::string("explicit <Euler>"));
    if (here.rank == 0) {
        std::printf("change of the last step: %.6f\n", change);
    }
}

} // namespace

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    place here;
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &here.ranks);
    strip rod = set_up(here);
    {
        const auto job = begin_job(here);
        solve(rod, here);
        job->end_state();
    }
    MPI_Finalize();
    return 0;
}
