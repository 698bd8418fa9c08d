"""Compares the output of `solvent manifest` with the C headers and docs/MANIFEST.md.

    manifest.py c MANIFEST.json > check.c        C that compiles when the headers say the same
    manifest.py enums MANIFEST.json HEADERS.i    compares with all enums of preprocessed headers
    manifest.py page MANIFEST.json MANIFEST.md   every key is explained, and no other
"""

import json
import re
import sys

C_TYPES = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "i32": "int32_t"}


def generate(manifest):
    """Enums and structs made of the manifest alone, each constant, member and size held to C's own."""
    yield "#include <solvent/actions.h>\n#include <solvent/bot.h>\n#include <solvent/env.h>\n#include <solvent/fields.h>\n#include <solvent/game.h>\n#include <solvent/observation.h>\n#include <stddef.h>"
    for size in manifest["sizes"]:
        yield f'_Static_assert({size["constant"]} == {size["value"]}, "{size["constant"]}");'
    for move in manifest["actions"]:
        name = move["constant"]
        yield f'_Static_assert({name} == {move["first"]} && {name}_LAST == {move["first"] + move["count"] - 1}, "{name}");'
    first = floats = 0
    for field in manifest["observation"]:
        name, made = field["name"], f'{C_TYPES[field["storage"]]} (*)[{field["count"]}]'
        each = {"SHARE": 1, "ONE_OF": field["of"]}[field["code"]]
        yield f'_Static_assert(offsetof(struct sv_observation, {name}) == {field["offset"]}, "{name}");'
        yield f'_Static_assert(_Generic(&((struct sv_observation *)0)->{name}, {made}: 1, default: 0), "{name}");'
        yield f'_Static_assert({field["first"]} == {first} && {field["floats_first"]} == {floats}, "{name}");'
        first, floats = first + field["count"], floats + field["count"] * each
        yield f'_Static_assert({field["floats"]} == {field["count"] * each}, "{name}");'
    yield f'_Static_assert(SV_OBSERVATION_NUMBERS == {first} && SV_OBSERVATION_FLOATS == {floats}, "observation");'
    for enum in manifest["enums"]:
        rows = enum["values"]
        body = ", ".join(f'MADE_{row["constant"]} = {row["value"]}' for row in rows)
        yield f'enum made_{enum["name"]} {{ {body} }};'
        for row in rows:
            yield f'_Static_assert((int)MADE_{row["constant"]} == (int){row["constant"]}, "{row["constant"]}");'
        if "count" in enum:
            yield f'_Static_assert({enum["count"]} == {len(rows)}, "{enum["name"]}");'
    storage = {t["name"]: C_TYPES.get(t["storage"], f'struct {t["storage"]}') for t in manifest["types"]}
    for layout in manifest["layouts"]:
        name = layout["name"]
        yield f"struct made_{name} {{"
        for field in layout["fields"]:
            dims = "".join(f"[{n}]" for n in field["dimensions"])
            yield f'    {storage[field["type"]]} {field["name"]}{dims};'
        yield "};"
        yield f'_Static_assert(sizeof(struct made_{name}) == {layout["bytes"]}, "{name}");'
        yield f'_Static_assert(sizeof(struct {name}) == {layout["bytes"]}, "{name}");'
        for field in layout["fields"]:
            member = field["name"]
            dims = "".join(f"[{n}]" for n in field["dimensions"])
            for struct in (name, f"made_{name}"):
                yield f'_Static_assert(offsetof(struct {struct}, {member}) == {field["offset"]}, "{member}");'
            yield (f'_Static_assert(_Generic(&((struct {name} *)0)->{member}, '
                   f'{storage[field["type"]]} (*){dims}: 1, default: 0), "{member}");')
    yield "struct sv_rules made_rules = {"
    for rule in manifest["rules"]:
        yield f'    .{rule["name"]} = {rule["default"]},'
    yield "};"
    yield f'_Static_assert(sizeof(struct sv_rules) == {len(manifest["rules"])} * sizeof(int32_t), "sv_rules");'
    for decision in manifest["decisions"]:
        yield f'static sv_decide_fn *const *const made_{decision["name"]} = &((struct sv_bot *)0)->{decision["name"]};'


def own_enums(text):
    """{enum: [constants]} of preprocessed C, the ..._COUNT left out."""
    enums = {}
    for name, body in re.findall(r"enum (sv_\w+)\s*\{([^}]*)\}", text):
        constants = [c.split("=")[0].strip() for c in body.split(",") if c.strip()]
        enums[name] = [c for c in constants if not c.endswith("_COUNT")]
    return enums


def compare_enums(manifest, text):
    made = {e["name"]: [row["constant"] for row in e["values"]] for e in manifest["enums"]}
    own = own_enums(text)
    for name in sorted(set(made) | set(own)):
        if made.get(name) != own.get(name):
            sys.exit(f"enum {name}: the manifest has {made.get(name)}, the headers have {own.get(name)}")


def keys_of(value, into):
    """Collects the keys of an object and of all objects within."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            for key, inner in item.items():
                into.add(key)
                keys_of(inner, into)


def compare_page(manifest, page):
    """An item of the page begins with the name of a list, and its keys in brackets: - **sizes** (`constant`, `value`): ..."""
    items = {name: set(re.findall(r"`(\w+)`", keys)) for name, keys in re.findall(r"^- \*\*(\w+)\*\* \(([^)]*)\): ", page, re.M)}
    top = {k for k, v in manifest.items() if not isinstance(v, list)}
    listed = set(re.findall(r"^\| `(\w+)` \|", page.split("\n## ")[0], re.M))
    if top != listed:
        sys.exit(f"docs/MANIFEST.md explains {sorted(listed)} at the top, the manifest has {sorted(top)}")
    for name, value in manifest.items():
        if not isinstance(value, list):
            continue
        keys = set()
        keys_of(value, keys)
        if items.get(name) != keys:
            sys.exit(f"docs/MANIFEST.md, {name}: explains {sorted(items.get(name, []))}, "
                     f"the manifest has {sorted(keys)}")
    for name in items:
        if name not in manifest:
            sys.exit(f"docs/MANIFEST.md explains {name}, which the manifest does not have")


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        manifest = json.load(file)
    if sys.argv[1] == "c":
        print("\n".join(generate(manifest)))
        return
    with open(sys.argv[3], encoding="utf-8") as file:
        text = file.read()
    (compare_enums if sys.argv[1] == "enums" else compare_page)(manifest, text)


main()
