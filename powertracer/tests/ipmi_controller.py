# SPDX-License-Identifier: GPL-3.0-or-later
"""A management controller that speaks IPMI 2.0 by cipher suite 17 (SHA-256, AES-128), which ipmi_sim does
not know, and answers DCMI's Get Power Reading. AES comes from libcrypto."""

import ctypes
import hmac
import os
import socket
import struct
import threading


def load_aes():
    """A function (encrypts, key, start, data) for AES-128-CBC without padding, or None."""
    try:
        library = ctypes.CDLL("libcrypto.so.3")
    except OSError:
        return None
    for name in ("EVP_CIPHER_CTX_new", "EVP_aes_128_cbc"):
        getattr(library, name).restype = ctypes.c_void_p

    def aes(encrypts, key, start, data):
        cipher = ctypes.c_void_p(library.EVP_CIPHER_CTX_new())
        kind = ctypes.c_void_p(library.EVP_aes_128_cbc())
        out = ctypes.create_string_buffer(len(data) + 16)
        length = ctypes.c_int()
        library.EVP_CipherInit_ex(cipher, kind, None, key, start, encrypts)
        library.EVP_CIPHER_CTX_set_padding(cipher, 0)
        library.EVP_CipherUpdate(cipher, out, ctypes.byref(length), data, len(data))
        library.EVP_CIPHER_CTX_free(cipher)
        return out.raw[:length.value]
    return aes


def sign(key, *parts):
    return hmac.new(key, b"".join(parts), "sha256").digest()


class Controller:
    OWN_ID = b"\x11\x22\x33\x44"
    GUID = bytes(range(16))
    RMCP = b"\x06\x00\xff\x07"

    def __init__(self, test, aes, user, password, watts):
        self.aes, self.user, self.password, self.watts = aes, user, password, watts
        self.random = os.urandom(16)
        self.sequence = 0
        self.seconds = 0
        self.answers_twice = False
        self.to_damage = 0  # so many of the next answers come damaged first
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()
        test.addCleanup(self.socket.close)

    def serve(self):
        while True:
            try:
                packet, client = self.socket.recvfrom(1024)
            except OSError:
                return
            answer = self.answer(packet)
            if answer is not None:
                if self.to_damage > 0:
                    self.to_damage -= 1
                    self.socket.sendto(answer[:-1] + bytes([answer[-1] ^ 1]), client)
                for _ in range(2 if self.answers_twice else 1):
                    self.socket.sendto(answer, client)

    def answer(self, packet):
        if packet[4] == 0:
            message = self.answer_message(packet[14:])
            return self.RMCP + bytes(9) + bytes([len(message)]) + message
        kind, size = packet[5], struct.unpack_from("<H", packet, 14)[0]
        payload = packet[16:16 + size]
        if kind == 0xc0:
            return self.answer_hidden(packet, payload)
        told = {0x10: self.open, 0x12: self.introduce, 0x14: self.prove}[kind](payload)
        return self.RMCP + bytes([6, kind + 1]) + bytes(8) + struct.pack("<H", len(told)) + told

    def open(self, payload):
        assert [payload[12], payload[20], payload[28]] == [3, 4, 1], payload.hex()
        self.console = payload[4:8]
        return payload[:1] + bytes([0, payload[1] or 4, 0]) + self.console + self.OWN_ID + payload[8:32]

    def introduce(self, payload):
        self.console_random = payload[8:24]
        self.role = bytes([payload[24], payload[27]]) + payload[28:]
        if payload[28:] != self.user:
            return payload[:1] + b"\x0d\0\0" + self.console
        proof = sign(self.password, self.console, self.OWN_ID, self.console_random, self.random,
                     self.GUID, self.role)
        return payload[:1] + bytes(3) + self.console + self.random + self.GUID + proof

    def prove(self, payload):
        if payload[8:] != sign(self.password, self.random, self.console, self.role):
            return payload[:1] + b"\x0f\0\0" + self.console
        key = sign(self.password, self.console_random, self.random, self.role)
        self.k1 = sign(key, b"\1" * 20)
        self.k2 = sign(key, b"\2" * 20)[:16]
        return (payload[:1] + bytes(3) + self.console +
                sign(key, self.console_random, self.OWN_ID, self.GUID)[:16])

    def answer_hidden(self, packet, payload):
        if sign(self.k1, packet[4:-16])[:16] != packet[-16:] or packet[6:10] != self.OWN_ID:
            return None
        clear = self.aes(0, self.k2, payload[:16], payload[16:])
        message = self.answer_message(clear[:-1 - clear[-1]])
        padding = -(len(message) + 1) % 16
        message += bytes(range(1, padding + 1)) + bytes([padding])
        start = os.urandom(16)
        hidden = start + self.aes(1, self.k2, start, message)
        self.sequence += 1
        body = (b"\x06\xc0" + self.console + struct.pack("<IH", self.sequence, len(hidden)) + hidden)
        fill = -(len(body) + 2) % 4
        body += b"\xff" * fill + bytes([fill, 7])
        return self.RMCP + body + sign(self.k1, body)[:16]

    def answer_message(self, message):
        function, command, data = message[1] >> 2, message[5], message[6:-1]
        told = {(0x06, 0x38): b"\0\1\x80\4\2\0\0\0\0", (0x06, 0x3b): b"\0" + data,
                (0x06, 0x3c): b"\0"}.get((function, command))
        if (function, command) == (0x2c, 2):
            self.seconds += 1
            told = (b"\0\xdc" + struct.pack("<4H2I", *4 * [self.watts], self.seconds, 1000) + b"\x40")
        head = bytes([0x81, (function | 1) << 2])
        tail = bytes([0x20, message[4], command]) + (told or b"\xc1")
        return head + bytes([-sum(head) & 0xff]) + tail + bytes([-sum(tail) & 0xff])
