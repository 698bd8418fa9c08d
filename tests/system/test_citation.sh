#!/usr/bin/env bash
# CITATION.cff is what the Citation File Format 1.2.0 asks for, and names the version and the licence of this checkout.
# shellcheck source=tests/system/scratch.sh disable=SC1091,SC2154
source "$(dirname -- "$0")/scratch.sh"
needs_python yaml
"$python" - "$SOLVENT_SOURCE" <<'END'
import re, sys, yaml
from pathlib import Path
top = Path(sys.argv[1])
cff = yaml.safe_load((top / "CITATION.cff").read_text())
required = {"cff-version", "message", "title", "authors"}
optional = {"abstract", "date-released", "doi", "keywords", "license", "repository-code", "type", "url", "version"}
assert required <= set(cff) <= required | optional, sorted(set(cff) ^ required)
assert cff["cff-version"] == "1.2.0" and cff["type"] == "software"
for key, value in cff.items():
    assert isinstance(value, list) and value if key in ("authors", "keywords") else isinstance(value, str) and value, key
for author in cff["authors"]:
    assert set(author) in ({"name"}, {"family-names", "given-names"}), author
version = re.search(r"(?m)^project\(solvent VERSION (\S+)", (top / "CMakeLists.txt").read_text())[1]
assert cff["version"] == version, f"CITATION.cff says {cff['version']}, CMakeLists.txt {version}"
assert (top / "LICENSE").read_text().startswith(cff["license"] + " License\n")
assert "(CITATION.cff)" in (top / "README.md").read_text()
END
