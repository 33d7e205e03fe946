# SPDX-License-Identifier: GPL-3.0-or-later
"""Get the suite: Debian's source package of the installed MPICH, its configure, its programs."""

import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

INSIDE = "test/mpi"
CONFIGURE = ["--disable-dependency-tracking", "--disable-static", "--enable-threads=multiple",
             "--enable-fortran=all", "FFLAGS=-fallow-argument-mismatch",
             "FCFLAGS=-fallow-argument-mismatch"]
COMPILERS = {"MPICC": "mpicc.mpich", "MPICXX": "mpicxx.mpich", "MPIF77": "mpif77.mpich",
             "MPIFC": "mpif90.mpich"}
# Its configure knows no MPI above 3 outside of MPICH's own tree; later ones are handed to it.
VERSION = {"pac_cv_mpi_major_version": "4", "pac_cv_mpi_minor_version": "0"}


class Unavailable(Exception):
    """The source package cannot be had here; nothing was tested."""


class Suite:
    """The suite's sources and its build tree, both in a cache folder."""

    def __init__(self, cache, jobs):
        self.cache = Path(cache)
        self.jobs = jobs
        self.log = self.cache / "build.log"
        self.build = self.cache / "obj"

    @property
    def source(self):
        found = sorted(self.cache.glob(f"mpich-*/{INSIDE}"))
        return found[-1] if found else None

    def fetch(self, tarball=None):
        self.cache.mkdir(parents=True, exist_ok=True)
        if self.source and (self.source / "configure").is_file():
            return
        tarball = Path(tarball) if tarball else download(self.cache)
        unpack(tarball, self.cache)
        if not self.source:
            raise Unavailable(f"{tarball.name} holds no {INSIDE}")
        enable_f08(self.source / "configure")

    def configure(self):
        stamp = self.build / "configured"
        wanted = " ".join([str(self.source), *CONFIGURE])
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        shutil.rmtree(self.build, ignore_errors=True)
        self.build.mkdir()
        self.run([str(self.source / "configure"), *CONFIGURE], self.build, COMPILERS | VERSION)
        stamp.write_text(wanted, encoding="utf-8")

    def build_libraries(self):
        for folder in ("dtpools", "util"):
            self.make(folder)

    def build_folders(self, entries):
        """Everything in the folders of these entries; what doesn't build is missed when it is run."""
        self.build_libraries()
        for folder in sorted({entry.folder.split("/")[0] for entry in entries}):
            self.make(folder)

    def build_programs(self, entries):
        """The programs of these entries alone."""
        self.build_libraries()
        folders = {}
        for entry in entries:
            folders.setdefault(entry.folder, set()).add(entry.program)
        for folder, programs in sorted(folders.items()):
            missing = [p for p in sorted(programs) if not (self.build / folder / p).is_file()]
            if missing:
                self.make(folder, *missing)

    def build_polite(self):
        """The library that makes waiting ranks leave the processor to others."""
        library = self.cache / "libpolite.so"
        self.run([COMPILERS["MPICC"], "-std=c11", "-O2", "-shared", "-fPIC", "-o", str(library),
                  str(Path(__file__).parents[3] / "tests/polite.c"), "-ldl"], self.cache)
        return library

    def make(self, folder, *targets):
        self.run(["make", "-k", "-s", f"-j{self.jobs}", "-C", folder, *targets], self.build,
                 check=False)

    def run(self, command, folder, environment=None, check=True):
        with self.log.open("ab") as log:
            log.write(f"\n$ {' '.join(command)}\n".encode())
            log.flush()
            done = subprocess.run(command, cwd=folder, env=os.environ | (environment or {}),
                                  stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
        if check and done.returncode != 0:
            raise SystemExit(f"{command[0]} failed; see {self.log}")


def enable_f08(configure):
    """The switch for mpi_f08 is open inside MPICH's own tree only; Debian's MPICH has the module."""
    text = configure.read_text(encoding="latin-1")
    changed = re.sub(r'^f08dir="#"$', "f08dir=f08", text, flags=re.MULTILINE)
    configure.write_text(changed, encoding="latin-1")


def unpack(tarball, folder):
    with tarfile.open(tarball) as archive:
        wanted = [m for m in archive if m.name.split("/", 1)[-1].startswith(INSIDE + "/")]
        archive.extractall(folder, wanted)


def download(folder):
    """The .orig tar of the installed MPICH, by apt with a source list and state of its own."""
    package, version = installed()
    sources = folder / "sources.list"
    sources.write_text("".join(line + "\n" for line in source_lines()), encoding="utf-8")
    for part in ("lists/partial", "archives/partial"):
        (folder / "apt" / part).mkdir(parents=True, exist_ok=True)
    options = ["-q", "-o", f"Dir::Etc::SourceList={sources}", "-o", "Dir::Etc::SourceParts=/dev/null",
               "-o", f"Dir::State::Lists={folder}/apt/lists", "-o", f"Dir::Cache={folder}/apt",
               "-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=30",
               "-o", "APT::Sandbox::User=root"]
    said = []
    for command in (["update"], ["source", "--download-only", f"{package}={version}"]):
        done = subprocess.run(["apt-get", *options, *command], cwd=folder, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, check=False)
        said += done.stderr.splitlines()
    found = sorted(folder.glob(f"{package}_*.orig.tar.*"))
    found = [path for path in found if path.suffix != ".asc"]
    if done.returncode != 0 or not found:
        reasons = [line for line in said if "Failed to fetch" in line] or said or ["no reason given"]
        raise Unavailable(f"apt-get cannot fetch the source of {package} {version}: {reasons[0]}")
    return found[-1]


def installed():
    """Name and version of the source package from which the installed MPICH was built."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-query"):
        raise Unavailable("there is no apt-get; name a source archive by --source")
    done = subprocess.run(["dpkg-query", "-W", "-f", "${source:Package} ${source:Version}\n",
                           "mpich"], capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout.strip():
        raise Unavailable("the package mpich is not installed")
    return done.stdout.split()


def source_lines():
    """deb-src lines for the archives that this system takes its packages from."""
    release = re.search(r"^VERSION_CODENAME=(\S+)", Path("/etc/os-release").read_text("utf-8"),
                        re.MULTILINE)
    suite = release.group(1) if release else "stable"
    folder = Path("/etc/apt")
    lists = [folder / "sources.list", *sorted(folder.glob("sources.list.d/*"))]
    lines = []
    for path in (p for p in lists if p.is_file()):
        text = path.read_text(encoding="utf-8")
        found = stanzas(text) if path.suffix == ".sources" else one_liners(text)
        lines += [f"deb-src {options}{uri} {suite} main" for options, uri, suites, parts in found
                  if suite in suites and "main" in parts]
    if not lines:
        raise Unavailable(f"apt knows no archive of {suite}")
    return list(dict.fromkeys(lines))


def one_liners(text):
    for line in text.splitlines():
        match = re.match(r"deb\s+(\[[^]]*\]\s+)?(\S+)\s+(\S+)\s+(.*)", line)
        if match:
            options, uri, suite, parts = match.groups()
            yield options or "", uri, [suite], parts.split()


def stanzas(text):
    for stanza in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^([\w-]+):[ \t]*(.*)$", stanza, re.MULTILINE))
        if "deb" not in fields.get("Types", "").split() or fields.get("Enabled") == "no":
            continue
        key = fields.get("Signed-By", "").strip()
        options = f"[signed-by={key}] " if key.startswith("/") else ""
        for uri in fields.get("URIs", "").split():
            yield options, uri, fields.get("Suites", "").split(), fields.get("Components", "").split()
