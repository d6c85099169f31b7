"""What Clang says of every call in a repository of C or C++, one JSON object a line:

    pip install libclang==18.1.1
    python3 clang_calls.py REPOSITORY [FLAG...] > REPOSITORY/told.jsonl

Flags are the compiler's (`-std=c++17 -Iinclude`), relative to the repository. `truth` is `path:line` of the name of
the definition, of the declaration where there is none, `outside` for what is not in the repository, or `unclear` where
Clang itself could not tell, as in templates. Only calls that are written are listed: no conversions, no operators, no
constructor of a variable. Nothing of the repository runs.
"""

import ctypes
import json
import os
import re
import subprocess
import sys

from clang import cindex
from clang.cindex import CursorKind as Kind

# Where a macro was given something, this is its own place; of what a macro says itself, that of the macro's use.
placeOf = cindex.conf.lib.clang_getFileLocation
placeOf.argtypes = [
    cindex.SourceLocation,
    ctypes.POINTER(cindex.c_object_p),
    *[ctypes.POINTER(ctypes.c_uint)] * 3,
]

FUNCTIONS = {
    Kind.FUNCTION_DECL,
    Kind.CXX_METHOD,
    Kind.CONSTRUCTOR,
    Kind.DESTRUCTOR,
    Kind.CONVERSION_FUNCTION,
    Kind.FUNCTION_TEMPLATE,
}
CLASSES = {
    Kind.CLASS_DECL,
    Kind.STRUCT_DECL,
    Kind.UNION_DECL,
    Kind.CLASS_TEMPLATE,
    Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
}
# A header that is not there ends nothing: `CXTranslationUnit_KeepGoing`.
KEEP_GOING = 0x200
SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++")


class Calls:
    def __init__(self, repository):
        self.repository = os.path.realpath(repository)
        self.calls = {}
        self.definitions = {}
        self.texts = {}
        self.paths = {}

    def place(self, cursor):
        """Path in the repository, line and column, or None for what lies outside."""
        file, line, column, offset = cindex.c_object_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        placeOf(cursor.location, file, line, column, offset)
        if not file:
            return None
        name = cindex.File(file).name
        if name not in self.paths:
            whole = os.path.realpath(name)
            isInside = whole.startswith(self.repository + os.sep)
            self.paths[name] = whole[len(self.repository) + 1 :] if isInside else None
        path = self.paths[name]
        return path and (path, line.value, column.value)

    def written(self, place):
        path, line, column = place
        if path not in self.texts:
            with open(os.path.join(self.repository, path), "rb") as file:
                self.texts[path] = file.read().split(b"\n")
        return self.texts[path][line - 1][column - 1 :].decode("utf8", "replace")

    def read(self, unit):
        waiting = [unit.cursor]
        while waiting:
            cursor = waiting.pop()
            if cursor.kind in FUNCTIONS or cursor.kind in CLASSES:
                if cursor.is_definition():
                    self.definitions.setdefault(cursor.get_usr(), set()).add(self.place(cursor))
            if cursor.kind == Kind.CALL_EXPR:
                self.take(cursor)
            elif cursor.kind in (Kind.CXX_FUNCTIONAL_CAST_EXPR, Kind.CXX_NEW_EXPR):
                self.takeMade(cursor)
            for child in cursor.get_children():
                # What a system header says is of no interest, and takes most of the time.
                if cursor.kind != Kind.TRANSLATION_UNIT or self.place(child):
                    if cursor.kind in CLASSES and child.kind == Kind.CXX_BASE_SPECIFIER:
                        self.takeBase(cursor, child)
                    else:
                        waiting.append(child)

    def take(self, call):
        callee = called(call)
        if callee is not None and not callee.spelling:
            self.takeOpen(callee)
            return
        referenced = call.referenced
        if callee is None and referenced is None:
            self.takeMade(call)
            return
        name = (callee or call).spelling or (referenced.spelling if referenced else "")
        at = self.place(callee or typeNamed(call) or call)
        isOperator = referenced is not None and referenced.kind in FUNCTIONS and referenced.spelling != name
        if not at or not name or isOperator or not self.isCalled(at, name):
            return
        key = (*at, name)
        if referenced is None or referenced.kind == Kind.OVERLOADED_DECL_REF:
            self.calls.setdefault(key, ("call", "unclear", None))
        elif referenced.kind in FUNCTIONS:
            isMade = referenced.kind == Kind.CONSTRUCTOR
            self.calls[key] = ("new" if isMade else "call", *self.known(referenced))
        else:
            # A variable that holds a function.
            self.calls.setdefault(key, ("call", "unclear", None))

    def isCalled(self, at, name):
        text = self.written(at)
        return text.startswith(name) and text[len(name) :].lstrip().startswith(("(", "{", "<"))

    def takeOpen(self, callee):
        """A call whose arguments depend on a template: known where a member or a path has one function of that name."""
        several = next((one for one in callee.get_children() if one.kind == Kind.OVERLOADED_DECL_REF), None)
        at, name = (self.place(several), several.spelling) if several else self.nameAtEnd(callee)
        if not at or not self.isCalled(at, name):
            return
        told = ("unclear", None)
        if several and cindex.conf.lib.clang_getNumOverloadedDecls(several) == 1:
            # A name by itself may also be found by the types of its arguments.
            isPlain = callee.kind == Kind.DECL_REF_EXPR and callee.extent.start == several.extent.start
            only = overloaded(several, 0)
            if not isPlain and only.kind in FUNCTIONS:
                told = self.known(only)
        self.calls.setdefault((*at, name), ("call", *told))

    def nameAtEnd(self, callee):
        """Place and text of the name with which what is called ends: `one.two<int>`."""
        path = self.place(callee)
        end = callee.extent.end
        if not path or not end.file or os.path.realpath(end.file.name) != os.path.join(self.repository, path[0]):
            return None, ""
        line = self.written((path[0], end.line, 1))[: end.column - 1]
        found = re.search(r"(\w+)\s*(?:<[^()]*>)?$", line)
        return ((path[0], end.line, found.start() + 1), found[1]) if found else (None, "")

    def takeMade(self, cast):
        """`Foo(1)`, `new Foo`, whichever constructor that runs."""
        named = typeNamed(cast)
        made = named and named.referenced
        at = named and self.place(named)
        if at and made and made.kind in CLASSES and self.written(at).startswith(made.spelling):
            self.calls.setdefault((*at, made.spelling), ("new", *self.known(made)))

    def takeBase(self, heir, base):
        of = base.referenced
        at = self.place(heir)
        if not at:
            return
        known = self.known(of) if of is not None and of.get_usr() else ("unclear", None)
        name = of.spelling if of is not None else ""
        self.calls[(*at, f"{heir.spelling}:{name}")] = ("inherit", *known)

    def known(self, cursor):
        """Its declaration's place, and by what its definition is found when all has been read."""
        template = cindex.conf.lib.clang_getSpecializedCursorTemplate(cursor)
        meant = template if template is not None and template.get_usr() else cursor
        # Several programs of a repository may define the same: the one that this file sees counts.
        defined = meant.get_definition()
        return (self.place(defined), None) if defined is not None else (self.place(meant), meant.get_usr())

    def lines(self):
        for (path, line, column, name), (kind, place, usr) in sorted(self.calls.items()):
            if place != "unclear":
                # What nobody declares C declares where it is called.
                isUndeclared = place == (path, line, column) and usr not in self.definitions
                place = "unclear" if isUndeclared else self.defined(usr, place)
            truth = place if place == "unclear" else "outside" if place is None else f"{place[0]}:{place[1]}"
            one = {"kind": kind, "file": path, "line": line, "column": column, "callee": name, "truth": truth}
            if kind == "inherit":
                heir, one["callee"] = name.split(":")[0], name.split(":")[-1]
                one["heir"] = f"{path}:{line}:{heir}"
            yield json.dumps(one)

    def defined(self, usr, declared):
        """Where it is defined, of several copies of one source the one nearest to the declaration."""
        places = [place for place in self.definitions.get(usr, ()) if place]
        if len(places) < 2 or not declared:
            return places[0] if places else declared
        near = [len(os.path.commonpath([declared[0], place[0]])) for place in places]
        return places[near.index(max(near))] if near.count(max(near)) == 1 else "unclear"


def typeNamed(made):
    """Where the type is written that is made: not the namespaces and classes before it, not what it is given."""
    written = [one for one in made.get_children() if one.kind in (Kind.TYPE_REF, Kind.TEMPLATE_REF)]
    type = made.type.get_pointee() if made.kind == Kind.CXX_NEW_EXPR else made.type
    name = type.get_declaration().spelling
    same = [one for one in written if name and one.referenced is not None and one.referenced.spelling == name]
    return next(iter([*same[-1:], *written]), None)


def overloaded(cursor, index):
    """`cindex` hands its translation unit on with what a function gives, not with what is asked of this one."""
    found = cindex.conf.lib.clang_getOverloadedDecl(cursor, index)
    found._tu = cursor._tu
    return found


def called(call):
    """The name in what is called, where one is written."""
    at = next(call.get_children(), None)
    while at is not None and at.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN_EXPR):
        at = next(at.get_children(), None)
    named = (Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR, Kind.OVERLOADED_DECL_REF)
    return at if at is not None and at.kind in named else None


def main():
    repository, flags = sys.argv[1], sys.argv[2:]
    listed = subprocess.run(["git", "-C", repository, "ls-files"], capture_output=True, text=True, check=True)
    os.chdir(repository)
    own = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=True)
    flags = [*flags, "-isystem", own.stdout.strip(), "-ferror-limit=0"]
    index, calls = cindex.Index.create(), Calls(".")
    for path in listed.stdout.split("\n"):
        if not path.endswith(SOURCES):
            continue
        ofLanguage = [flag for flag in flags if not path.endswith(".c") or "c++" not in flag]
        unit = index.parse(path, ofLanguage, options=KEEP_GOING)
        faults = [one for one in unit.diagnostics if one.severity >= cindex.Diagnostic.Error]
        if faults:
            print(f"{path}: {len(faults)} errors, first {faults[0].spelling}", file=sys.stderr)
        calls.read(unit)
    for line in calls.lines():
        print(line)


main()
