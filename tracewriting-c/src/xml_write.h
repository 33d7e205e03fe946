/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_XML_WRITE_H
#define HD_SRC_XML_WRITE_H
/* Elements and attributes by libxml2, in our own types. False: out of memory. */

#include "text.h"

#include <libxml/xmlwriter.h>

static inline bool hd__xml_begin(xmlTextWriterPtr w, const char *name)
{
    return xmlTextWriterStartElement(w, (const xmlChar *)name) >= 0;
}

static inline bool hd__xml_end(xmlTextWriterPtr w)
{
    return xmlTextWriterEndElement(w) >= 0;
}

/* Add an attribute, unless its value is NULL. */
static inline bool hd__xml_add(xmlTextWriterPtr w, const char *name, const char *value)
{
    return value == NULL ||
           xmlTextWriterWriteAttribute(w, (const xmlChar *)name, (const xmlChar *)value) >= 0;
}

static inline bool hd__xml_add_int(xmlTextWriterPtr w, const char *name, int64_t value)
{
    char text[HD__INT_BYTES + 1];
    *hd__put_int(text, value) = '\0';
    return hd__xml_add(w, name, text);
}

#endif
