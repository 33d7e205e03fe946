! SPDX-License-Identifier: GPL-3.0-or-later
! One program for the three Fortran bindings: HD_MPIFH (mpif.h), HD_MPI (use mpi), HD_F08 (use
! mpi_f08). Two ranks; what it prints must not depend on whether it is traced.
#ifdef HD_F08
#define HANDLE(kind) type(kind)
#define STATUS_TYPE type(MPI_Status)
#define SOURCE_OF(status) status%MPI_SOURCE
#define TAG_OF(status) status%MPI_TAG
#define MANY(count) count
#define ONE_STATUS(name) type(MPI_Status) :: name
#else
#define HANDLE(kind) integer
#define STATUS_TYPE integer
#define SOURCE_OF(status) status(MPI_SOURCE)
#define TAG_OF(status) status(MPI_TAG)
#define MANY(count) MPI_STATUS_SIZE, count
#define ONE_STATUS(name) integer :: name(MPI_STATUS_SIZE)
#endif
#ifdef HD_MPIFH
#define BINDING use callbacks
#define BINDING_TOO include 'mpif.h'
#endif
#ifdef HD_MPI
#define BINDING use mpi; use callbacks
#define BINDING_TOO
#endif
#ifdef HD_F08
#define BINDING use mpi_f08; use callbacks
#define BINDING_TOO
#endif

! What MPI calls back: an operation, and copying an attribute.
module callbacks
  implicit none
contains
  subroutine add_twice(given, both, length, kind)
#ifdef HD_F08
    use mpi_f08
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: given, both
    integer :: length
    type(MPI_Datatype) :: kind
    integer, pointer :: from(:), into(:)
    call c_f_pointer(given, from, [length])
    call c_f_pointer(both, into, [length])
    if (kind == MPI_INTEGER) into = 2 * (from + into)
#else
    integer :: length, kind
    integer :: given(length), both(length)
    both = 2 * (given + both)
    if (kind == 0) both = 0
#endif
  end subroutine

  subroutine copy_attribute(comm, key, extra, value, new_value, flag, ierror)
#ifdef HD_F08
    use mpi_f08
    type(MPI_Comm) :: comm
    integer(MPI_ADDRESS_KIND) :: extra, value, new_value
#elif defined(HD_MPI)
    use mpi
    integer :: comm
    integer(MPI_ADDRESS_KIND) :: extra, value, new_value
#else
    include 'mpif.h'
    integer :: comm
    integer(MPI_ADDRESS_KIND) :: extra, value, new_value
#endif
    integer :: key, ierror
    logical :: flag
    new_value = value + extra
    flag = key /= MPI_KEYVAL_INVALID
    ierror = MPI_SUCCESS
    print '(a, i0)', 'attribute copied: ', new_value
  end subroutine
end module

program bindings
  BINDING
  implicit none
  BINDING_TOO
  integer :: rank, ranks, other, ierr
  character(len=400) :: path

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  if (ranks /= 2) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  other = 1 - rank
  call get_command_argument(1, path)
  call messages()
  call many_requests()
  call collectives()
  call types()
  call objects()
  call files()
  call refused()
  call MPI_Pcontrol(0)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Pcontrol(1)
  if (MPI_Wtime() < 0) print *, 'no time'
  call MPI_Finalize(ierr)
  print '(a, i0, a, i0)', 'rank ', rank, ' ends with ', ierr

contains

  subroutine say(what, value)
    character(len=*), intent(in) :: what
    integer, intent(in) :: value
    print '(a, i0, a, a, a, i0)', 'rank ', rank, ': ', what, ' = ', value
  end subroutine

  subroutine messages()
    ONE_STATUS(status)
    integer :: numbers(10), count, i
    numbers = [(rank * 100 + i, i = 1, 10)]
    ierr = -1
    if (rank == 0) then
      call MPI_Send(numbers, 10, MPI_INTEGER, 1, 7, MPI_COMM_WORLD, ierr)
      call MPI_Send(numbers, 3, MPI_INTEGER, 1, 8, MPI_COMM_WORLD, ierr)
      call MPI_Ssend(numbers, 1, MPI_DOUBLE_PRECISION, MPI_PROC_NULL, 9, MPI_COMM_WORLD, ierr)
    else
      call MPI_Recv(numbers, 10, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, &
                    ierr)
      call MPI_Get_count(status, MPI_INTEGER, count, ierr)
      call say('source', SOURCE_OF(status))
      call say('tag', TAG_OF(status))
      call say('count', count)
      call MPI_Recv(numbers, 10, MPI_INTEGER, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      call say('first', numbers(1))
    end if
    call say('ierr', ierr)
    numbers = rank
    call MPI_Sendrecv_replace(numbers, 10, MPI_INTEGER, other, 1, other, 1, MPI_COMM_WORLD, status, &
                              ierr)
    call say('exchanged', numbers(10))
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, other, 2, numbers, 10, MPI_INTEGER, other, 2, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call say('received', numbers(1))
  end subroutine

  subroutine many_requests()
    HANDLE(MPI_Request) :: requests(2)
    ONE_STATUS(status)
    STATUS_TYPE :: statuses(MANY(2))
    integer :: got, round
    logical :: done
    call MPI_Irecv(got, 1, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Isend(rank, 1, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(2), ierr)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
    call say('waited', got)
    call MPI_Recv_init(got, 1, MPI_INTEGER, other, 4, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Send_init(rank, 1, MPI_INTEGER, other, 4, MPI_COMM_WORLD, requests(2), ierr)
    do round = 1, 2
      call MPI_Startall(2, requests, ierr)
      call MPI_Waitall(2, requests, statuses, ierr)
    end do
    call MPI_Request_free(requests(1), ierr)
    call MPI_Request_free(requests(2), ierr)
    call MPI_Irecv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Send(rank, 1, MPI_INTEGER, other, 5, MPI_COMM_WORLD, ierr)
    call MPI_Wait(requests(1), status, ierr)
    call say('from', SOURCE_OF(status))
    call MPI_Ibarrier(MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
    call MPI_Test(requests(1), done, MPI_STATUS_IGNORE, ierr)
    if (done) call say('nothing left', 0)
  end subroutine

  subroutine collectives()
    HANDLE(MPI_Op) :: twice
    integer :: values(4), sums(4), i
    values = [(i * (rank + 1), i = 1, 4)]
    call MPI_Bcast(values, 2, MPI_INTEGER, 1, MPI_COMM_WORLD, ierr)
    call say('from the root', values(2))
    call MPI_Reduce(values, sums, 4, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
    if (rank == 0) call say('sum', sums(4))
    call MPI_Allreduce(MPI_IN_PLACE, values, 4, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierr)
    call say('greatest', values(4))
    call MPI_Op_create(add_twice, .true., twice, ierr)
    call MPI_Allreduce(values, sums, 4, MPI_INTEGER, twice, MPI_COMM_WORLD, ierr)
    call MPI_Op_free(twice, ierr)
    call say('own operation', sums(1))
    call MPI_Allgatherv(values(1), 1 + rank, MPI_INTEGER, sums, [1, 2], [0, 1], MPI_INTEGER, &
                        MPI_COMM_WORLD, ierr)
    call say('gathered', sums(3))
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine

  subroutine types()
    HANDLE(MPI_Datatype) :: column, pair, absolute
    integer :: matrix(3, 4), i
    integer(MPI_ADDRESS_KIND) :: places(2)
    double precision :: real_part
    matrix = reshape([(i + 12 * rank, i = 1, 12)], [3, 4])
    call MPI_Type_vector(4, 1, 3, MPI_INTEGER, column, ierr)
    call MPI_Type_commit(column, ierr)
    call MPI_Bcast(matrix(2, 1), 1, column, 0, MPI_COMM_WORLD, ierr)
    call say('row', sum(matrix(2, :)))
    call MPI_Type_free(column, ierr)
    real_part = rank + 0.5d0
    call MPI_Get_address(matrix, places(1), ierr)
    call MPI_Get_address(real_part, places(2), ierr)
    call MPI_Type_create_struct(2, [2, 1], places, [MPI_INTEGER, MPI_DOUBLE_PRECISION], absolute, &
                                ierr)
    call MPI_Type_commit(absolute, ierr)
    call MPI_Bcast(MPI_BOTTOM, 1, absolute, 1, MPI_COMM_WORLD, ierr)
    call MPI_Type_free(absolute, ierr)
    call say('by its address', nint(10 * real_part))
    call MPI_Type_contiguous(2, MPI_INTEGER, pair, ierr)
    call MPI_Type_free(pair, ierr)
  end subroutine

  subroutine objects()
    HANDLE(MPI_Comm) :: half, again, grid, graph
    integer :: key, dims(2), nobody(1)
    integer(MPI_ADDRESS_KIND) :: value
    logical :: found, wraps(2)
    character(len=MPI_MAX_OBJECT_NAME) :: name
    integer :: length
    call MPI_Comm_split(MPI_COMM_WORLD, rank, 0, half, ierr)
    call MPI_Comm_set_name(half, 'my half', ierr)
    call MPI_Comm_get_name(half, name, length, ierr)
    print '(a, a, a)', 'name: "', name(1:length), '"'
    call MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, key, &
                                int(5, MPI_ADDRESS_KIND), ierr)
    call MPI_Comm_set_attr(half, key, int(37, MPI_ADDRESS_KIND), ierr)
    call MPI_Comm_dup(half, again, ierr)
    call MPI_Comm_get_attr(again, key, value, found, ierr)
    if (found) call say('attribute', int(value))
    call MPI_Comm_free(again, ierr)
    call MPI_Comm_free(half, ierr)
    call MPI_Comm_free_keyval(key, ierr)
    dims = [2, 1]
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., grid, ierr)
    call MPI_Cart_get(grid, 2, dims, wraps, nobody, ierr)
    if (wraps(1) .and. .not. wraps(2)) call say('wraps', 1)
    call MPI_Comm_free(grid, ierr)
    nobody(1) = other
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, nobody, MPI_UNWEIGHTED, 1, nobody, &
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph, ierr)
    call MPI_Comm_free(graph, ierr)
  end subroutine

  subroutine files()
    HANDLE(MPI_File) :: file
    HANDLE(MPI_Info) :: info
    ONE_STATUS(status)
    integer :: numbers(4), i, count
    integer(MPI_OFFSET_KIND) :: size
    numbers = [(i + 4 * rank, i = 1, 4)]
    call MPI_Info_create(info, ierr)
    call MPI_Info_set(info, 'cb_nodes', '1', ierr)
    ! The name has blanks behind it, which are not part of it.
    call MPI_File_open(MPI_COMM_WORLD, path, ior(MPI_MODE_CREATE, MPI_MODE_RDWR), info, file, ierr)
    call MPI_Info_free(info, ierr)
    call say('opened', ierr)
    size = 16 * rank
    call MPI_File_write_at(file, size, numbers, 4, MPI_INTEGER, status, ierr)
    call MPI_Get_count(status, MPI_INTEGER, count, ierr)
    call say('written', count)
    call MPI_File_sync(file, ierr)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    size = 16 * other
    call MPI_File_set_view(file, size, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
    call MPI_File_read_all(file, numbers, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
    call say('read', numbers(4))
    call MPI_File_get_size(file, size, ierr)
    call say('size', int(size))
    call MPI_File_close(file, ierr)
    if (rank == 0) call MPI_File_delete(path, MPI_INFO_NULL, ierr)
  end subroutine

  subroutine refused()
    character(len=MPI_MAX_ERROR_STRING) :: text
    integer :: class, length, code, nothing(1)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
    ierr = 0
    nothing = 0
    call MPI_Send(nothing, 1, MPI_INTEGER, 99, 1, MPI_COMM_WORLD, ierr)
    code = ierr
    call MPI_Error_class(code, class, ierr)
    if (class == MPI_ERR_RANK) call say('refused as it should be', 1)
    call MPI_Error_string(class, text, length, ierr)
    if (length == len_trim(text)) call say('in words', 1)
#ifdef HD_F08
    call MPI_Barrier(MPI_COMM_WORLD) ! without ierror, which mpi_f08 alone allows
#else
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
#endif
  end subroutine
end program
