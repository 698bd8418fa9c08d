"""The libraries that distributed programs carry along: all but glibc's. Used by tools/wheel, and by tools/package:

    libraries.py carry FOLDER LICENCES PROGRAM...   copies into FOLDER what the programs need, and the licences
    libraries.py glibc FILE...                      prints the glibc that the files need: 2.31
"""
import os
import re
import shutil
import subprocess
import sys

GLIBC = re.compile(r"^(ld-linux.*|lib(c|m|pthread|dl|rt|resolv|util|anl|nsl)\.so\.\d+)$")


def die(text):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {text}")


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        die(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def needed(path):
    """The libraries that a library names."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-dW", path))


def libraries(top):
    """(name, path) of everything that libsolvent.so needs but glibc, each after what it needs itself."""
    places = dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", top), re.M))
    order = []

    def visit(name):
        if GLIBC.match(name) or name in [known for known, _ in order]:
            return
        if name not in places:
            die(f"{top}: found no {name}, expected a library that is installed")
        for other in needed(places[name]):
            visit(other)
        if name not in [known for known, _ in order]:
            order.append((name, places[name]))

    for name in needed(top):
        visit(name)
    return order


def newest_glibc(paths):
    """The glibc that these files need: (2, 31)."""
    return max((tuple(map(int, version)) for path in paths
                for version in re.findall(r"GLIBC_(\d+)\.(\d+)", output("readelf", "-VW", path))), default=(2, 2))


def licences(paths):
    """{file: text} of the packages that the libraries come from."""
    found = {}
    for path in paths:
        real = os.path.realpath(path)
        for place in (real, re.sub(r"^/usr", "", real)):
            owner = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True, check=False).stdout.split(":")[0]
            if owner and os.path.exists(f"/usr/share/doc/{owner}/copyright"):
                with open(f"/usr/share/doc/{owner}/copyright", "rb") as file:
                    found[f"{owner}.copyright"] = file.read()
                break
    return found


def carry(folder, licence_folder, programs):
    """Copies the libraries of these programs, and the licences of the packages that have them."""
    found = {name: path for program in programs for name, path in libraries(program)}
    os.makedirs(folder, exist_ok=True)
    os.makedirs(licence_folder, exist_ok=True)
    for name, path in found.items():
        shutil.copy(path, os.path.join(folder, name))
    for name, text in licences(found.values()).items():
        with open(os.path.join(licence_folder, name), "wb") as file:
            file.write(text)


if __name__ == "__main__":
    if sys.argv[1] == "carry":
        carry(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        print(*newest_glibc(sys.argv[2:]), sep=".")
