# SPDX-License-Identifier: GPL-3.0-or-later
"""A relay between a program and a device that speaks in datagrams; it loses, delays and damages them."""

import collections
import socket
import threading


class Relay:
    """Datagrams to and fro; `faults` are what becomes of the next answers."""

    def __init__(self, test, target):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]
        self.target = target
        self.ways = {}
        self.answers = 0
        self.faults = collections.deque()
        threading.Thread(target=self.forward, daemon=True).start()
        test.addCleanup(self.close)

    def close(self):
        self.socket.close()
        for way in self.ways.values():
            way.close()

    def forward(self):
        while True:
            try:
                packet, client = self.socket.recvfrom(1024)
            except OSError:
                return
            if client not in self.ways:
                self.ways[client] = way = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                way.connect(self.target)
                threading.Thread(target=self.back, args=(way, client), daemon=True).start()
            try:
                self.ways[client].send(packet)
            except OSError:
                pass

    def back(self, way, client):
        while True:
            try:
                packet = bytearray(way.recv(1024))
            except ConnectionRefusedError:
                continue  # the controller is away
            except OSError:
                return
            self.answers += 1
            fault = self.faults.popleft() if self.faults else "none"
            if fault == "damage":
                packet[len(packet) // 2] ^= 1
            if fault == "cut":
                del packet[len(packet) // 2:]
            if fault == "delay":
                threading.Timer(1.5, self.deliver, (packet, client)).start()
            elif fault != "drop":
                self.deliver(packet, client)
            if fault == "twice":
                self.deliver(packet, client)

    def deliver(self, packet, client):
        try:
            self.socket.sendto(packet, client)
        except OSError:
            pass
