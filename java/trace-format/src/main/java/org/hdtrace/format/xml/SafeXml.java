// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.io.WstxInputData;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.InputStream;
import java.io.Reader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;
import org.hdtrace.format.Limits;

/**
 * StAX readers for files that anybody may have written: document types are delivered as an event, which callers refuse, and
 * never interpreted; entities are not expanded and nothing outside of the file is read; depth, attributes, values and texts are bounded
 * by {@link Limits}. Control characters may be given as references, as our writers do.
 *
 * <p>Each reader has a factory of its own, whose table of names goes with it: a shared one would keep the names of every file.
 *
 * <p>Thread: any; a reader belongs to one thread at a time. Source: FORMATS A10.
 */
public final class SafeXml {
    private SafeXml() {}

    /** A reader that keeps names with their prefixes as one. */
    public static XMLStreamReader read(Reader text) throws XMLStreamException {
        return factory(false).createXMLStreamReader(text);
    }

    /** A reader that tells namespaces and local names apart; it finds the encoding of the file itself. */
    public static XMLStreamReader readWithNamespaces(InputStream bytes) throws XMLStreamException {
        return factory(true).createXMLStreamReader(bytes);
    }

    /**
     * Whether the readers take a text for the name of an element or attribute. They keep to the fourth edition of XML 1.0, so that
     * some letters are none in names, as U+0132, which the fifth and many writers allow; all of A to Z are.
     */
    public static boolean isName(String text) {
        return !text.isEmpty() && WstxInputData.findIllegalNameChar(text, false, false) < 0;
    }

    private static WstxInputFactory factory(boolean namespaces) {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, namespaces);
        // Faults are found where they are, not when a text is asked for.
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(WstxInputProperties.P_ALLOW_XML11_ESCAPED_CHARS_IN_XML10, true);
        factory.setProperty(WstxInputProperties.P_MAX_ENTITY_COUNT, 1);
        factory.setProperty(WstxInputProperties.P_MAX_ENTITY_DEPTH, 1);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, Limits.DEPTH);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, Limits.ATTRIBUTES);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, Limits.VALUE_BYTES);
        factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, (long) Limits.VALUE_BYTES);
        return factory;
    }
}
