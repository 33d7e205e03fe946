# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes one connection, tells its port in the file PORT, and in SECONDS how long its bytes took."""
import os
import socket
import sys
import time

port_file, seconds_file = sys.argv[1:]
listener = socket.create_server(("", 0))
listener.settimeout(30)
with open(port_file + ".new", "w") as out:
    out.write(str(listener.getsockname()[1]))
os.rename(port_file + ".new", port_file)
link, _ = listener.accept()
link.settimeout(30)
begin = time.monotonic()
while link.recv(65536):
    pass
with open(seconds_file, "w") as out:
    out.write(f"{time.monotonic() - begin}\n")
