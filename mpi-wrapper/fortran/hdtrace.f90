! SPDX-License-Identifier: GPL-3.0-or-later
! What a traced Fortran program may add to its trace and project: hdmpi.h and what it needs of
! hdtrace/stats.h and hdtrace/relation.h. Without a recording all of it does nothing.
!
!     use hdtrace
!     call hdtrace_begin_state('assemble')
!     call hdtrace_add('rows', rows)
!     ...
!     call hdtrace_end_state()
!
! Texts are taken without the blanks at their end. An optional status is HDTRACE_OK or a number of
! hdtrace/status.h. Statistics and tokens have to be destroyed before MPI_Finalize.
module hdtrace
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  implicit none
  private

  integer, parameter, public :: HDTRACE_OK = 0
  !> Kinds of values in statistics, as in hdtrace/stats.h.
  integer, parameter, public :: HDTRACE_INT32 = 0, HDTRACE_INT64 = 1, HDTRACE_FLOAT = 2, &
                                HDTRACE_DOUBLE = 3

  !> A group of statistics of this rank.
  type, public :: hdtrace_statistics
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

  !> A token of relations.
  type, public, bind(c) :: hdtrace_token
    private
    type(c_ptr) :: relation = c_null_ptr
    integer(c_int64_t) :: id = 0
  end type

  public :: hdtrace_begin_state, hdtrace_end_state, hdtrace_begin_event, hdtrace_end_event
  public :: hdtrace_add
  public :: hdtrace_create_statistics, hdtrace_set, hdtrace_end_record, hdtrace_destroy_statistics
  public :: hdtrace_create_token, hdtrace_destroy_token, hdtrace_token_begin_state
  public :: hdtrace_token_end_state, hdtrace_token_text

  !> Add an attribute to the innermost state, or to the event that is open.
  interface hdtrace_add
    module procedure add_int32, add_int64, add_real32, add_real64, add_text, add_logical
  end interface

  !> Set a value of the record being filled; values count from 1.
  interface hdtrace_set
    module procedure set_int32, set_int64, set_real32, set_real64
  end interface

  type, bind(c) :: stats_value
    type(c_ptr) :: name
    integer(c_int) :: kind
    type(c_ptr) :: unit
    type(c_ptr) :: grouping
  end type

  interface
    subroutine c_begin_state(name) bind(c, name='hdMPI_threadLogStateStart')
      import
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine hdtrace_end_state() bind(c, name='hdMPI_threadLogStateEnd')
    end subroutine
    subroutine c_begin_event(name) bind(c, name='hdMPI_threadLogEventStart')
      import
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine hdtrace_end_event() bind(c, name='hdMPI_threadLogEventEnd')
    end subroutine
    subroutine c_add_int(name, value) bind(c, name='hdMPI_threadLogInt')
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
    end subroutine
    subroutine c_add_double(name, value) bind(c, name='hdMPI_threadLogDouble')
      import
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
    end subroutine
    subroutine c_add_text(name, value) bind(c, name='hdMPI_threadLogText')
      import
      character(kind=c_char), intent(in) :: name(*), value(*)
    end subroutine
    function c_create_statistics(group, count, values, stats) &
      bind(c, name='hdMPI_createStatistics') result(status)
      import
      character(kind=c_char), intent(in) :: group(*)
      integer(c_size_t), value :: count
      type(stats_value), intent(in) :: values(*)
      type(c_ptr), intent(out) :: stats
      integer(c_int) :: status
    end function
    function c_end_record(stats) bind(c, name='hdMPI_endRecord') result(status)
      import
      type(c_ptr), value :: stats
      integer(c_int) :: status
    end function
    function c_destroy_statistics(stats) bind(c, name='hd_stats_destroy') result(status)
      import
      type(c_ptr), value :: stats
      integer(c_int) :: status
    end function
    subroutine c_set_int(stats, at, value) bind(c, name='hd_stats_set_int')
      import
      type(c_ptr), value :: stats
      integer(c_size_t), value :: at
      integer(c_int64_t), value :: value
    end subroutine
    subroutine c_set_double(stats, at, value) bind(c, name='hd_stats_set_double')
      import
      type(c_ptr), value :: stats
      integer(c_size_t), value :: at
      real(c_double), value :: value
    end subroutine
    function c_get_relation(relation) bind(c, name='hdMPI_getRelation') result(status)
      import
      type(c_ptr), intent(inout) :: relation
      integer(c_int) :: status
    end function
    function c_create_token(relation, token) bind(c, name='hd_relation_create_token') result(status)
      import
      type(c_ptr), value :: relation
      type(hdtrace_token), intent(inout) :: token
      integer(c_int) :: status
    end function
    function c_create_child(relation, parent, token) bind(c, name='hd_relation_create_child') &
      result(status)
      import
      type(c_ptr), value :: relation
      type(hdtrace_token), value :: parent
      type(hdtrace_token), intent(inout) :: token
      integer(c_int) :: status
    end function
    function c_create_remote_child(relation, parent, token) &
      bind(c, name='hd_relation_create_remote_child') result(status)
      import
      type(c_ptr), value :: relation
      character(kind=c_char), intent(in) :: parent(*)
      type(hdtrace_token), intent(inout) :: token
      integer(c_int) :: status
    end function
    function c_destroy_token(token) bind(c, name='hd_token_destroy') result(status)
      import
      type(hdtrace_token), value :: token
      integer(c_int) :: status
    end function
    function c_token_begin(token, name, count, attributes) bind(c, name='hd_token_begin_state') &
      result(status)
      import
      type(hdtrace_token), value :: token
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: count
      type(c_ptr), value :: attributes
      integer(c_int) :: status
    end function
    function c_token_end(token, count, attributes, xml) bind(c, name='hd_token_end_state') &
      result(status)
      import
      type(hdtrace_token), value :: token
      integer(c_size_t), value :: count
      type(c_ptr), value :: attributes, xml
      integer(c_int) :: status
    end function
    function c_token_text(token, text, size) bind(c, name='hd_token_get_text') result(status)
      import
      type(hdtrace_token), value :: token
      character(kind=c_char), intent(inout) :: text(*)
      integer(c_size_t), value :: size
      integer(c_int) :: status
    end function
  end interface

contains

  pure function c_text(text)
    character(len=*), intent(in) :: text
    character(kind=c_char, len=len_trim(text) + 1) :: c_text
    c_text = trim(text)//c_null_char
  end function

  subroutine tell(status, result)
    integer, intent(out), optional :: status
    integer(c_int), intent(in) :: result
    if (present(status)) status = int(result)
  end subroutine

  !> Begin a state around the program's own work; MPI calls made meanwhile nest in it.
  subroutine hdtrace_begin_state(name)
    character(len=*), intent(in) :: name
    call c_begin_state(c_text(name))
  end subroutine

  !> Begin an event: a moment with attributes. No state may begin or end before its end.
  subroutine hdtrace_begin_event(name)
    character(len=*), intent(in) :: name
    call c_begin_event(c_text(name))
  end subroutine

  subroutine add_int32(name, value)
    character(len=*), intent(in) :: name
    integer(int32), intent(in) :: value
    call c_add_int(c_text(name), int(value, c_int64_t))
  end subroutine

  subroutine add_int64(name, value)
    character(len=*), intent(in) :: name
    integer(int64), intent(in) :: value
    call c_add_int(c_text(name), int(value, c_int64_t))
  end subroutine

  subroutine add_real32(name, value)
    character(len=*), intent(in) :: name
    real(real32), intent(in) :: value
    call c_add_double(c_text(name), real(value, c_double))
  end subroutine

  subroutine add_real64(name, value)
    character(len=*), intent(in) :: name
    real(real64), intent(in) :: value
    call c_add_double(c_text(name), real(value, c_double))
  end subroutine

  subroutine add_text(name, value)
    character(len=*), intent(in) :: name, value
    call c_add_text(c_text(name), c_text(value))
  end subroutine

  !> A logical is written as 0 or 1.
  subroutine add_logical(name, value)
    character(len=*), intent(in) :: name
    logical, intent(in) :: value
    call c_add_int(c_text(name), merge(1_c_int64_t, 0_c_int64_t, value))
  end subroutine

  !> Create a group with values of these names, kinds (HDTRACE_INT64, ...) and units; its first
  !> interval begins now.
  subroutine hdtrace_create_statistics(statistics, group, names, kinds, units, status)
    type(hdtrace_statistics), intent(out) :: statistics
    character(len=*), intent(in) :: group, names(:), units(:)
    integer, intent(in) :: kinds(:)
    integer, intent(out), optional :: status
    character(kind=c_char, len=len(names) + 1), target :: c_names(size(names))
    character(kind=c_char, len=len(units) + 1), target :: c_units(size(names))
    type(stats_value) :: values(size(names))
    integer :: i
    do i = 1, size(names)
      c_names(i) = c_text(names(i))
      c_units(i) = c_text(units(i))
      values(i) = stats_value(c_loc(c_names(i)), int(kinds(i), c_int), c_loc(c_units(i)), c_null_ptr)
    end do
    call tell(status, c_create_statistics(c_text(group), size(names, kind=c_size_t), values, &
                                          statistics%handle))
  end subroutine

  subroutine set_int32(statistics, at, value)
    type(hdtrace_statistics), intent(in) :: statistics
    integer, intent(in) :: at
    integer(int32), intent(in) :: value
    call c_set_int(statistics%handle, int(at - 1, c_size_t), int(value, c_int64_t))
  end subroutine

  subroutine set_int64(statistics, at, value)
    type(hdtrace_statistics), intent(in) :: statistics
    integer, intent(in) :: at
    integer(int64), intent(in) :: value
    call c_set_int(statistics%handle, int(at - 1, c_size_t), int(value, c_int64_t))
  end subroutine

  subroutine set_real32(statistics, at, value)
    type(hdtrace_statistics), intent(in) :: statistics
    integer, intent(in) :: at
    real(real32), intent(in) :: value
    call c_set_double(statistics%handle, int(at - 1, c_size_t), real(value, c_double))
  end subroutine

  subroutine set_real64(statistics, at, value)
    type(hdtrace_statistics), intent(in) :: statistics
    integer, intent(in) :: at
    real(real64), intent(in) :: value
    call c_set_double(statistics%handle, int(at - 1, c_size_t), real(value, c_double))
  end subroutine

  !> Append the record whose interval ends now.
  subroutine hdtrace_end_record(statistics, status)
    type(hdtrace_statistics), intent(in) :: statistics
    integer, intent(out), optional :: status
    call tell(status, c_end_record(statistics%handle))
  end subroutine

  subroutine hdtrace_destroy_statistics(statistics, status)
    type(hdtrace_statistics), intent(inout) :: statistics
    integer, intent(out), optional :: status
    call tell(status, c_destroy_statistics(statistics%handle))
    statistics%handle = c_null_ptr
  end subroutine

  !> Create a token: of its own, below another one of this process, or below one named by its text.
  subroutine hdtrace_create_token(token, parent, parent_text, status)
    type(hdtrace_token), intent(out) :: token
    type(hdtrace_token), intent(in), optional :: parent
    character(len=*), intent(in), optional :: parent_text
    integer, intent(out), optional :: status
    type(c_ptr) :: relation
    integer(c_int) :: result
    relation = c_null_ptr
    result = c_get_relation(relation)
    if (result == HDTRACE_OK) then
      if (present(parent)) then
        result = c_create_child(relation, parent, token)
      else if (present(parent_text)) then
        result = c_create_remote_child(relation, c_text(parent_text), token)
      else
        result = c_create_token(relation, token)
      end if
    end if
    call tell(status, result)
  end subroutine

  subroutine hdtrace_destroy_token(token, status)
    type(hdtrace_token), intent(inout) :: token
    integer, intent(out), optional :: status
    if (c_associated(token%relation)) call tell(status, c_destroy_token(token))
    token = hdtrace_token()
  end subroutine

  !> Begin and end a state on a token; they form a stack.
  subroutine hdtrace_token_begin_state(token, name, status)
    type(hdtrace_token), intent(in) :: token
    character(len=*), intent(in) :: name
    integer, intent(out), optional :: status
    if (c_associated(token%relation)) then
      call tell(status, c_token_begin(token, c_text(name), 0_c_size_t, c_null_ptr))
    end if
  end subroutine

  subroutine hdtrace_token_end_state(token, status)
    type(hdtrace_token), intent(in) :: token
    integer, intent(out), optional :: status
    if (c_associated(token%relation)) then
      call tell(status, c_token_end(token, 0_c_size_t, c_null_ptr, c_null_ptr))
    end if
  end subroutine

  !> "host:pid:topology:id", for another process to name it as a parent; blank for none.
  function hdtrace_token_text(token) result(text)
    type(hdtrace_token), intent(in) :: token
    character(len=512) :: text
    character(kind=c_char) :: buffer(512)
    integer :: i
    text = ''
    if (.not. c_associated(token%relation)) return
    if (c_token_text(token, buffer, size(buffer, kind=c_size_t)) /= HDTRACE_OK) return
    do i = 1, size(buffer)
      if (buffer(i) == c_null_char) exit
      text(i:i) = buffer(i)
    end do
  end function
end module
