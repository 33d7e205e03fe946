! SPDX-License-Identifier: GPL-3.0-or-later
! heat.c in Fortran, with the module hdtrace.
program heat
  use mpi_f08
  use hdtrace
  implicit none
  integer, parameter :: cells = 100, steps = 20
  real(kind(1d0)) :: rod(0:cells + 1), change
  integer :: rank, ranks
  type(hdtrace_token) :: job

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call set_up()
  call begin_job()
  call solve()
  call hdtrace_token_end_state(job)
  call hdtrace_destroy_token(job)
  call MPI_Finalize()

contains

  subroutine set_up()
    call hdtrace_begin_state('setup')
    call hdtrace_add('cells', cells)
    rod = 0
    if (rank == 0) rod(0) = 100
    call hdtrace_end_state()
  end subroutine

  ! Rank 0's token of the whole computation; those of the others name it as their parent.
  subroutine begin_job()
    character(len=512) :: text
    text = ''
    if (rank == 0) then
      call hdtrace_create_token(job)
      text = hdtrace_token_text(job)
    end if
    call MPI_Bcast(text, len(text), MPI_CHARACTER, 0, MPI_COMM_WORLD)
    if (rank > 0) call hdtrace_create_token(job, parent_text=text)
    call hdtrace_token_begin_state(job, 'solve')
  end subroutine

  subroutine exchange()
    integer :: left, right
    left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
    right = merge(rank + 1, MPI_PROC_NULL, rank + 1 < ranks)
    call MPI_Sendrecv(rod(cells), 1, MPI_DOUBLE_PRECISION, right, 1, rod(0), 1, &
                      MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(rod(1), 1, MPI_DOUBLE_PRECISION, left, 2, rod(cells + 1), 1, &
                      MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  end subroutine

  subroutine step(number)
    integer, intent(in) :: number
    real(kind(1d0)) :: next(cells), own
    call hdtrace_begin_state('step')
    call exchange()
    next = rod(1:cells) + 0.25d0 * (rod(0:cells - 1) - 2 * rod(1:cells) + rod(2:cells + 1))
    own = maxval(abs(next - rod(1:cells)))
    rod(1:cells) = next
    call MPI_Allreduce(own, change, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
    call hdtrace_add('number', number)
    call hdtrace_add('change', change)
    call hdtrace_end_state()
  end subroutine

  subroutine solve()
    type(hdtrace_statistics) :: solver
    integer :: number
    call hdtrace_create_statistics(solver, 'Solver', ['STEP  ', 'CHANGE'], &
                                   [HDTRACE_INT64, HDTRACE_DOUBLE], ['#', 'K'])
    do number = 1, steps
      call step(number)
      call hdtrace_set(solver, 1, number)
      call hdtrace_set(solver, 2, change)
      call hdtrace_end_record(solver)
    end do
    call hdtrace_begin_event('solved')
    call hdtrace_add('steps', steps)
    call hdtrace_add('method', 'explicit <Euler>')
    call hdtrace_end_event()
    call hdtrace_destroy_statistics(solver)
    if (rank == 0) print '(a, f8.6)', 'change of the last step: ', change
  end subroutine
end program
