/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_COMPAT_HDRELATION_H
#define HDTRACE_COMPAT_HDRELATION_H
/** Relations by the original library's names. New programs use hdtrace/relation.h.
 *
 *  Functions give 0 on success and NULL or -1 on failure, with errno set (hdError.h). */

#include "hdError.h"
#include "hdTopo.h"

#include <stdint.h> /* programs of that time expect it from here */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hdR_tokenData *hdR_token;
typedef struct hdR_topoData *hdR_topoToken;

HD_API int hdR_initTopology(hdTopoNode *topNode, hdR_topoToken *outTopoToken);

/** Closes the file; the token becomes NULL. All its relations must have been destroyed. */
HD_API int hdR_finalize(hdR_topoToken *token);

/** Does nothing; nothing is kept between files. */
HD_API int hdR_closeAPI(void);

HD_API hdR_token hdR_createTopLevelRelation(hdR_topoToken topoToken);

/** Children: of a token of the same file, of another file of the process, of another process of
 *  the host (text of hdR_getLocalToken), of any process (text of hdR_getRemoteToken). */
HD_API hdR_token hdR_relateTopologyInternalToken(hdR_token parentToken);
HD_API hdR_token hdR_relateProcessLocalToken(hdR_topoToken newTopologyToken, hdR_token parentToken);
HD_API hdR_token hdR_relateLocalToken(hdR_topoToken newTopologyToken, const char *localToken);
HD_API hdR_token hdR_relateRemoteToken(hdR_topoToken topoToken, const char *remoteToken);

/** The token becomes NULL. */
HD_API int hdR_destroyRelation(hdR_token *token);

/** A token as text, to be freed by the caller with free(). */
HD_API char *hdR_getLocalToken(hdR_token token);
HD_API char *hdR_getRemoteToken(hdR_token token);

HD_API int hdR_startS(hdR_token token, const char *name);
HD_API int hdR_start(hdR_token token, const char *name, int attr_count, const char **attr_keys,
                     const char **attr_values);
HD_API int hdR_endS(hdR_token token);
HD_API int hdR_end(hdR_token token, int attr_count, const char **attr_keys,
                   const char **attr_values);

/** End a state with further XML, which must be well-formed. */
HD_API int hdR_endE(hdR_token token, int attr_count, const char **attr_keys,
                    const char **attr_values, const char *data_format, ...)
    __attribute__((format(printf, 5, 6)));

#ifdef __cplusplus
}
#endif
#endif
