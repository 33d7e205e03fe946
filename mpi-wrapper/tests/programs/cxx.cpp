// SPDX-License-Identifier: GPL-3.0-or-later
// MPI's C++ interface of MPI 2, which MPICH and Open MPI still have. Two ranks.
#include <iostream>
#include <mpi.h>
#include <string>
#include <vector>

// MPICH takes the buffer from the standard output: what is not one piece is mixed with the other
// rank's.
static void say(const std::string &line)
{
    std::cout << line + '\n';
}

int main(int argc, char **argv)
{
    MPI::Init(argc, argv);
    const int rank = MPI::COMM_WORLD.Get_rank();
    std::vector<int> numbers(10, rank);
    if (rank == 0) {
        MPI::COMM_WORLD.Send(numbers.data(), 10, MPI::INT, 1, 3);
    } else {
        MPI::Status status;
        MPI::COMM_WORLD.Recv(numbers.data(), 10, MPI::INT, MPI::ANY_SOURCE, 3, status);
        say("from " + std::to_string(status.Get_source()) + ": " +
            std::to_string(status.Get_count(MPI::INT)));
    }
    MPI::Intracomm again = MPI::COMM_WORLD.Dup();
    int sum = 0;
    again.Allreduce(&rank, &sum, 1, MPI::INT, MPI::SUM);
    again.Free();
    say("sum " + std::to_string(sum));
    MPI::Finalize();
    return 0;
}
