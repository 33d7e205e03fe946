/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_tls.h"

#include <arpa/inet.h>
#include <sampling/library.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the library's interface. */
enum { CHECK_NONE = 0, CHECK_PEER = 1, SET_HOST_NAME = 55, HOST_NAME = 0 };
enum { WANT_READ = 2, WANT_WRITE = 3, WAS_CLOSED = 6 };

struct functions {
    const void *(*client_method)(void);
    void *(*context_new)(const void *method);
    void (*context_free)(void *context);
    void (*set_verify)(void *context, int mode, void *callback);
    int (*set_default_paths)(void *context);
    int (*load_locations)(void *context, const char *file, const char *folder);
    void *(*ssl_new)(void *context);
    void (*ssl_free)(void *ssl);
    void (*set_bio)(void *ssl, void *in, void *out);
    void (*set_connect_state)(void *ssl);
    int (*handshake)(void *ssl);
    int (*get_error)(const void *ssl, int result);
    int (*read)(void *ssl, void *data, int size);
    int (*write)(void *ssl, const void *data, int size);
    long (*control)(void *ssl, int command, long number, void *pointer);
    int (*set_host)(void *ssl, const char *host);
    void *(*get_parameters)(void *ssl);
    int (*set_address)(void *parameters, const char *address);
    long (*get_verify_result)(const void *ssl);
    const char *(*verify_words)(long result);
    const void *(*memory)(void);
    void *(*bio_new)(const void *kind);
    int (*bio_read)(void *bio, void *data, int size);
    int (*bio_write)(void *bio, const void *data, int size);
    void (*clear_errors)(void);
};

struct hd_tls {
    void *library;
    struct functions call;
    void *context;
    void *ssl;
    void *in;  /* what came from the socket */
    void *out; /* what is to be sent */
};

#define FUNCTION(member, symbol) HD_LIBRARY_FUNCTION(struct functions, member, symbol)

static bool load(struct hd_tls *tls)
{
    static const char *const names[] = {"libssl.so.3", "libssl.so.1.1", NULL};
    static const struct hd_library_function functions[] = {
        FUNCTION(client_method, "TLS_client_method"),
        FUNCTION(context_new, "SSL_CTX_new"),
        FUNCTION(context_free, "SSL_CTX_free"),
        FUNCTION(set_verify, "SSL_CTX_set_verify"),
        FUNCTION(set_default_paths, "SSL_CTX_set_default_verify_paths"),
        FUNCTION(load_locations, "SSL_CTX_load_verify_locations"),
        FUNCTION(ssl_new, "SSL_new"),
        FUNCTION(ssl_free, "SSL_free"),
        FUNCTION(set_bio, "SSL_set_bio"),
        FUNCTION(set_connect_state, "SSL_set_connect_state"),
        FUNCTION(handshake, "SSL_do_handshake"),
        FUNCTION(get_error, "SSL_get_error"),
        FUNCTION(read, "SSL_read"),
        FUNCTION(write, "SSL_write"),
        FUNCTION(control, "SSL_ctrl"),
        FUNCTION(set_host, "SSL_set1_host"),
        FUNCTION(get_parameters, "SSL_get0_param"),
        FUNCTION(set_address, "X509_VERIFY_PARAM_set1_ip_asc"),
        FUNCTION(get_verify_result, "SSL_get_verify_result"),
        FUNCTION(verify_words, "X509_verify_cert_error_string"),
        FUNCTION(memory, "BIO_s_mem"),
        FUNCTION(bio_new, "BIO_new"),
        FUNCTION(bio_read, "BIO_read"),
        FUNCTION(bio_write, "BIO_write"),
        FUNCTION(clear_errors, "ERR_clear_error"),
        {0},
    };
    tls->library = hd__library_open(names, functions, &tls->call);
    return tls->library != NULL;
}

static bool fail(struct hd_io *io, const char *what, const char *cause)
{
    (void)snprintf(io->fault, sizeof io->fault, "%s%.90s", what, cause);
    return false;
}

static bool set_up(struct hd_tls *tls, struct hd_io *io, const struct hd_tls_options *options)
{
    const struct functions *call = &tls->call;
    tls->context = call->context_new(call->client_method());
    if (tls->context == NULL) {
        return fail(io, "TLS: ", "out of memory");
    }
    const bool has_trust = options->is_insecure ||
                           (options->ca_file == NULL
                                ? call->set_default_paths(tls->context) == 1
                                : call->load_locations(tls->context, options->ca_file, NULL) == 1);
    call->clear_errors();
    if (!has_trust) {
        return fail(io, "ca-file: no certificates in ",
                    options->ca_file == NULL ? "the system" : options->ca_file);
    }
    call->set_verify(tls->context, options->is_insecure ? CHECK_NONE : CHECK_PEER, NULL);
    tls->ssl = call->ssl_new(tls->context);
    tls->in = call->bio_new(call->memory());
    tls->out = call->bio_new(call->memory());
    if (tls->ssl == NULL || tls->in == NULL || tls->out == NULL) {
        return fail(io, "TLS: ", "out of memory");
    }
    call->set_bio(tls->ssl, tls->in, tls->out); /* which belong to it now */
    call->set_connect_state(tls->ssl);
    return true;
}

/* The certificate has to be of this name, or of this address. */
static bool set_peer(const struct hd_tls *tls, struct hd_io *io, const char *host)
{
    const struct functions *call = &tls->call;
    unsigned char address[16];
    char name[256];
    if (inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1) {
        return call->set_address(call->get_parameters(tls->ssl), host) == 1 ||
               fail(io, "TLS: ", "address refused");
    }
    (void)snprintf(name, sizeof name, "%s", host);
    return (call->control(tls->ssl, SET_HOST_NAME, HOST_NAME, name) == 1 &&
            call->set_host(tls->ssl, name) == 1) ||
           fail(io, "TLS: ", "name refused");
}

static enum hd_io_result send_out(const struct hd_tls *tls, struct hd_io *io, int64_t deadline_ns)
{
    char bytes[4096];
    enum hd_io_result result = HD_IO_DONE;
    int size = 0;
    while (result == HD_IO_DONE && (size = tls->call.bio_read(tls->out, bytes, sizeof bytes)) > 0) {
        result = hd__io_write(io, bytes, (size_t)size, deadline_ns);
    }
    return result;
}

static enum hd_io_result take_in(const struct hd_tls *tls, struct hd_io *io, int64_t deadline_ns)
{
    char bytes[4096];
    size_t got = 0;
    const enum hd_io_result result = hd__io_read(io, bytes, sizeof bytes, &got, deadline_ns);
    if (result == HD_IO_DONE && tls->call.bio_write(tls->in, bytes, (int)got) != (int)got) {
        (void)fail(io, "TLS: ", "out of memory");
        return HD_IO_LOST;
    }
    return result;
}

static enum hd_io_result explain(const struct hd_tls *tls, struct hd_io *io, int error)
{
    const long verified = tls->call.get_verify_result(tls->ssl);
    if (error == WAS_CLOSED) {
        (void)fail(io, "", "the connection was closed");
    } else if (verified != 0) {
        (void)fail(io, "certificate: ", tls->call.verify_words(verified));
    } else {
        (void)fail(io, "TLS: ", "the other side does not follow the protocol");
    }
    return HD_IO_LOST;
}

enum step { HANDSHAKE, READ, WRITE };

static int try(const struct hd_tls *tls, enum step step, void *data, const void *from, size_t size)
{
    tls->call.clear_errors();
    switch (step) {
    case HANDSHAKE:
        return tls->call.handshake(tls->ssl);
    case READ:
        return tls->call.read(tls->ssl, data, (int)size);
    case WRITE:
        break;
    }
    return tls->call.write(tls->ssl, from, (int)size);
}

/* Go on with a step until it is done, between the socket and the library. */
static enum hd_io_result perform(const struct hd_tls *tls, struct hd_io *io, enum step step,
                                 void *data, const void *from, size_t size, int *done,
                                 int64_t deadline_ns)
{
    for (;;) {
        *done = try(tls, step, data, from, size);
        const int error = *done > 0 ? 0 : tls->call.get_error(tls->ssl, *done);
        enum hd_io_result result = send_out(tls, io, deadline_ns);
        if (result != HD_IO_DONE || *done > 0) {
            return result;
        }
        if (error != WANT_READ && error != WANT_WRITE) {
            return explain(tls, io, error);
        }
        result = error == WANT_READ ? take_in(tls, io, deadline_ns) : HD_IO_DONE;
        if (result != HD_IO_DONE) {
            return result;
        }
    }
}

struct hd_tls *hd__tls_open(struct hd_io *io, const struct hd_tls_options *options, int64_t wait_ns)
{
    struct hd_tls *tls = calloc(1, sizeof *tls);
    int done = 0;
    if (tls == NULL || !load(tls)) {
        (void)fail(io, "", tls == NULL ? "out of memory" : "libssl.so.3 is not here, or too old");
        free(tls);
        return NULL;
    }
    if (set_up(tls, io, options) && set_peer(tls, io, options->host) &&
        perform(tls, io, HANDSHAKE, NULL, NULL, 0, &done, hd__io_deadline(wait_ns)) == HD_IO_DONE) {
        return tls;
    }
    hd__tls_close(tls);
    return NULL;
}

enum hd_io_result hd__tls_write(struct hd_tls *tls, struct hd_io *io, const void *data, size_t size,
                                int64_t deadline_ns)
{
    int done = 0;
    return perform(tls, io, WRITE, NULL, data, size, &done, deadline_ns);
}

enum hd_io_result hd__tls_read(struct hd_tls *tls, struct hd_io *io, void *data, size_t size,
                               size_t *got, int64_t deadline_ns)
{
    int done = 0;
    const enum hd_io_result result = perform(tls, io, READ, data, NULL, size, &done, deadline_ns);
    *got = result == HD_IO_DONE ? (size_t)done : 0;
    return result;
}

void hd__tls_close(struct hd_tls *tls)
{
    if (tls == NULL) {
        return;
    }
    if (tls->ssl != NULL) {
        tls->call.ssl_free(tls->ssl);
    }
    if (tls->context != NULL) {
        tls->call.context_free(tls->context);
    }
    hd__library_close(tls->library);
    free(tls);
}
