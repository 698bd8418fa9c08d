"""The structures and functions that solvent.library writes down by hand are the headers'.

    structs.py INCLUDE > check.c    C that compiles when they are: sizes, offsets, types of members

Members and parameters that only one side has are named, and the exit status is 1."""
import ctypes
import re
import subprocess
import sys

from solvent import env, library

C_NAMES = {"COffer": "sv_offer", "CPlan": "sv_plan", "CQuestion": "sv_question", "CAnswer": "sv_answer", "CScene": "sv_scene",
           "CSetup": "sv_setup", "CBreach": "sv_breach", "_Rng": "sv_rng", "_Observation": "sv_observation",
           "CBatchHow": "sv_batch_how", "CBatchOut": "sv_batch_out", "CRecorded": "sv_recorded", "CRowsHow": "sv_rows_how",
           "CRowsFound": "sv_rows_found", "CRows": "sv_rows", "CTrajectory": "sv_trajectory", "CHistory": "sv_history",
           "CDuelHow": "sv_duel_how", "CDuelDeal": "sv_duel_deal", "CDuelMean": "sv_duel_mean", "CDuel": "sv_duel"}
SCALARS = {ctypes.c_uint8: "uint8_t", ctypes.c_uint16: "uint16_t", ctypes.c_uint32: "uint32_t", ctypes.c_uint64: "uint64_t",
           ctypes.c_int32: "int32_t", ctypes.c_bool: "_Bool", ctypes.c_float: "float", ctypes.c_double: "double"}


def preprocessed(include):
    heads = "".join(f"#include <solvent/{name}.h>\n" for name in ("actions", "bot", "breach", "course", "duel", "env", "game", "luck", "network", "observation", "policy", "replay", "scene", "search")
                    if subprocess.run(["test", "-e", f"{include}/solvent/{name}.h"], check=False).returncode == 0)
    return heads, subprocess.run(["cc", "-std=c17", "-E", "-P", f"-I{include}", "-xc", "-"], input=heads, text=True,
                                 capture_output=True, check=True).stdout


def members_of(text, struct):
    """The members of a struct, in order, as the preprocessed headers have them."""
    body = re.search(r"struct %s\s*\{(.*?)\n?\};" % struct, text, re.S)
    if body is None:
        sys.exit(f"struct {struct}: not in the headers")
    names = []
    for declaration in body[1].split(";"):
        for part in declaration.split(","):
            name = re.search(r"(\w+)\s*((\[[^]]*\]\s*)*)$", part.strip())
            if name:
                names.append(name[1])
    return names


def scalar_of(kind):
    while issubclass(kind, ctypes.Array):
        kind = kind._type_
    return kind


def structs(text):
    for module in (library, env):
        for name, kind in vars(module).items():
            if not (isinstance(kind, type) and issubclass(kind, ctypes.Structure)) or "_fields_" not in vars(kind) or \
                    kind.__module__ != module.__name__:
                continue
            struct = C_NAMES.get(kind.__name__)
            if struct is None:
                sys.exit(f"{module.__name__}.{name}: found no struct of C for it, expected one in C_NAMES of tests/python/structs.py")
            own = [field for field, *_ in kind._fields_]
            if own != members_of(text, struct):
                sys.exit(f"struct {struct}: {name} has {own}, the headers have {members_of(text, struct)}")
            yield f'_Static_assert(sizeof(struct {struct}) == {ctypes.sizeof(kind)}, "{struct}");'
            for field, of in kind._fields_:
                at = getattr(kind, field)
                yield f'_Static_assert(offsetof(struct {struct}, {field}) == {at.offset}, "{struct}.{field}");'
                yield f'_Static_assert(sizeof(((struct {struct} *)0)->{field}) == {at.size}, "{struct}.{field}");'
                scalar = scalar_of(of)
                if scalar is ctypes.c_void_p:  # to anything
                    continue
                c_name = SCALARS.get(scalar) or "struct " + C_NAMES[scalar.__name__]
                levels, kind_of = "", of
                while issubclass(kind_of, ctypes.Array):
                    levels, kind_of = levels + f"[{kind_of._length_}]", kind_of._type_
                yield (f'_Static_assert(_Generic(&((struct {struct} *)0)->{field}, {c_name} (*){levels}: 1, default: 0), '
                       f'"{struct}.{field}: its type");')


def is_pointer(kind):
    return kind in (ctypes.c_void_p, ctypes.c_char_p) or hasattr(kind, "contents")


def fits(kind, parameter):
    """Whether a ctypes type may stand for a parameter of C."""
    if "*" in parameter or "[" in parameter or re.search(r"\bsv_\w+_fn\b", parameter):
        return kind is not None and is_pointer(kind)
    if re.fullmatch(r"void", parameter):
        return kind is None
    if re.match(r"struct\b", parameter):
        return False
    wanted = {"unsigned": ctypes.c_uint, "int": ctypes.c_int, "enum": ctypes.c_int, "bool": ctypes.c_bool, "_Bool": ctypes.c_bool,
              "size_t": ctypes.c_size_t, "int32_t": ctypes.c_int32, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
              "uint8_t": ctypes.c_uint8}
    return kind is wanted.get(parameter.replace("const ", "").split()[0])


def functions(text):
    """Every function that the package calls, against its prototype."""
    flat = re.sub(r"\[[^]]*\]", "[]", re.sub(r"\s+", " ", text))
    for name, function in vars(library.c).items():
        if not name.startswith("sv_"):
            continue
        found = re.search(r"(?:^|[;}] )([^;{}()]*?)\b%s\(((?:[^()]|\([^()]*\))*)\);" % name, flat)
        if found is None:
            sys.exit(f"{name}(): not in the headers")
        parameters = [p.strip() for p in found[2].split(",")]
        parameters = [] if parameters == ["void"] else parameters
        if len(parameters) != len(function.argtypes):
            sys.exit(f"{name}(): the package gives it {len(function.argtypes)} arguments, the headers {len(parameters)}")
        result = re.sub(r"^.*\b(extern|__attribute__ ?\(\(.*\)\)) ", "", found[1]).strip()
        if not fits(function.restype, result):
            sys.exit(f"{name}(): the package takes a {function.restype}, the headers return {result}")
        for given, parameter in zip(function.argtypes, parameters):
            if not fits(given, parameter):
                sys.exit(f"{name}(): the package gives a {given.__name__} as '{parameter}'")
        yield name


def main():
    heads, text = preprocessed(sys.argv[1])
    print(heads + "#include <stddef.h>")
    lines = list(structs(text))
    print("\n".join(lines))
    called = list(functions(text))
    print(f"{len(C_NAMES)} structures, {len(lines)} facts about them and {len(called)} functions are the headers'", file=sys.stderr)


main()
