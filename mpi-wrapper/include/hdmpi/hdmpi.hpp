/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_HDMPI_HPP
#define HDMPI_HDMPI_HPP
/** hdmpi.h for C++11 and later: what is begun ends with its scope, also by an exception. Nothing
 *  throws and nothing fails the program: without a recording all of it does nothing.
 *
 *      {
 *          hdmpi::state assemble("assemble");
 *          assemble.add("rows", rows).add("method", "sparse");
 *          ...
 *      }
 *
 *  Thread: an object belongs to the thread that made it. States end in reverse order, as scopes do;
 *  attributes go to the innermost one. */

#include <hdmpi/hdmpi.h>

#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

namespace hdmpi
{

namespace internal
{
template <typename T>
typename std::enable_if<std::is_integral<T>::value>::type add(const char *name, T value)
{
    hdMPI_threadLogInt(name, static_cast<std::int64_t>(value));
}
template <typename T>
typename std::enable_if<std::is_floating_point<T>::value>::type add(const char *name, T value)
{
    hdMPI_threadLogDouble(name, static_cast<double>(value));
}
inline void add(const char *name, const char *value)
{
    hdMPI_threadLogText(name, value);
}
inline void add(const char *name, const std::string &value)
{
    hdMPI_threadLogText(name, value.c_str());
}
} // namespace internal

/** A state of the program, from its construction to the end of its scope. */
class state
{
  public:
    explicit state(const char *name)
    {
        hdMPI_threadLogStateStart(name);
    }
    explicit state(const std::string &name) : state(name.c_str())
    {
    }
    ~state()
    {
        hdMPI_threadLogStateEnd();
    }
    state(const state &) = delete;
    state &operator=(const state &) = delete;

    /** Add an attribute: an integer, a floating-point number or a text. */
    template <typename T> state &add(const char *name, const T &value)
    {
        internal::add(name, value);
        return *this;
    }
};

/** A moment: written at the end of the expression, `hdmpi::event("converged").add("error", e);`. */
class event
{
  public:
    explicit event(const char *name)
    {
        hdMPI_threadLogEventStart(name);
    }
    ~event()
    {
        hdMPI_threadLogEventEnd();
    }
    event(const event &) = delete;
    event &operator=(const event &) = delete;

    template <typename T> event &add(const char *name, const T &value)
    {
        internal::add(name, value);
        return *this;
    }
};

/** A group of statistics of this rank; it has to end before MPI_Finalize. */
class statistics
{
  public:
    statistics(const char *group, std::initializer_list<hd_stats_value> values)
        : status_(hdMPI_createStatistics(group, values.size(), values.begin(), &stats_))
    {
    }
    ~statistics()
    {
        (void)hd_stats_destroy(stats_);
    }
    statistics(const statistics &) = delete;
    statistics &operator=(const statistics &) = delete;

    /** Set a value of the record being filled, in the order of construction. */
    template <typename T> statistics &set(std::size_t index, T value)
    {
        if (std::is_floating_point<T>::value) {
            hd_stats_set_double(stats_, index, static_cast<double>(value));
        } else {
            hd_stats_set_int(stats_, index, static_cast<std::int64_t>(value));
        }
        return *this;
    }

    /** Append the record whose interval ends now. */
    hd_status end_record()
    {
        return hdMPI_endRecord(stats_);
    }

    /** HD_OK when the group is being written. */
    hd_status status() const
    {
        return status_;
    }

  private:
    hd_stats *stats_ = nullptr;
    hd_status status_;
};

/** A token of relations; it has to end before MPI_Finalize. */
class token
{
  public:
    token()
    {
        hd_relation *relation = nullptr;
        exists_ = hdMPI_getRelation(&relation) == HD_OK &&
                  hd_relation_create_token(relation, &token_) == HD_OK;
    }
    /** Below another one, of this process or named by its text. */
    explicit token(const token &parent)
    {
        exists_ = parent.exists_ &&
                  hd_relation_create_child(parent.token_.relation, parent.token_, &token_) == HD_OK;
    }
    explicit token(const std::string &parent)
    {
        hd_relation *relation = nullptr;
        exists_ = hdMPI_getRelation(&relation) == HD_OK &&
                  hd_relation_create_remote_child(relation, parent.c_str(), &token_) == HD_OK;
    }
    ~token()
    {
        if (exists_) {
            (void)hd_token_destroy(token_);
        }
    }
    token &operator=(const token &) = delete;

    void begin_state(const char *name)
    {
        if (exists_) {
            exists_ = hd_token_begin_state(token_, name, 0, nullptr) == HD_OK;
        }
    }
    void end_state()
    {
        if (exists_) {
            exists_ = hd_token_end_state(token_, 0, nullptr, nullptr) == HD_OK;
        }
    }

    /** "host:pid:topology:id", for another process to name it as a parent; "" for none. */
    std::string text() const
    {
        std::vector<char> buffer(512);
        return exists_ && hd_token_get_text(token_, buffer.data(), buffer.size()) == HD_OK
                   ? std::string(buffer.data())
                   : std::string();
    }

  private:
    hd_token token_ = {nullptr, 0};
    bool exists_ = false;
};

} // namespace hdmpi
#endif
