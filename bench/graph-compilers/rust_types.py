"""Types as rustc prints them and as they are written, as far as is needed to say which `impl` a call means."""

import re

ANY = ("?", ())

# How rustc says which definition it means.
PATH = r"DefId\(\d+:\d+ ~ ([^()]*)\)"


def plain(path):
    """Without the hash of its crate."""
    return re.sub(r"\[[0-9a-f]+\]", "", path, count=1)


def split(text, separator=","):
    """The parts between separators that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        if letter in "<([{":
            depth += 1
        elif letter in ")]}" or (letter == ">" and text[at - 1 : at] not in ("-", "=")):
            depth -= 1
        elif letter == separator and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def parse(text, free=frozenset()):
    """A head and what it is given; what may be anything (a parameter, an alias of a trait) is `ANY`."""
    text = text.strip()
    if text in free or text.endswith("}") and text.startswith("Alias(") or re.search(r"/#\d+$", text):
        return ANY
    if text.startswith("Alias(") or text == "_":
        return ANY
    found = re.match(r"&\s*(?:'(?:\w+|\{\w+\})\s*)?(mut\b)?\s*", text)
    if found:
        return ("&mut" if found[1] else "&", (parse(text[found.end() :], free),))
    found = re.match(r"\*(const|mut)\s+", text)
    if found:
        return (f"*{found[1]}", (parse(text[found.end() :], free),))
    if text.startswith("[") and text.endswith("]"):
        of = split(text[1:-1], ";")
        return ("[;]" if len(of) > 1 else "[]", (parse(of[0], free),) if of else ())
    if text.startswith("(") and text.endswith(")"):
        return ("()", tuple(parse(part, free) for part in split(text[1:-1])))
    found = re.match(r"dyn\b.*?(?:Trait\()?(?:for<[^>]*>\s*)?(?:\w+::)*([A-Z]\w*)\s*[<)+(]?", text)
    if found:
        return (f"dyn {found[1]}", ())
    if re.match(r"(?:Closure|Coroutine|FnDef|FnPtr|Binder|unsafe |extern |for<|fn\b)", text):
        return ("fn", ())
    found = re.match(r"(?:::)?(?:\w+::)*(\w+)\s*(?:::)?(?:<(.*)>)?$", text, re.S)
    if not found:
        return ANY
    if found[1] in free and not found[2]:
        return ANY
    given = [part for part in split(found[2] or "") if not part.startswith("'") and not re.match(r"\w+\s*=", part)]
    return (found[1], tuple(parse(part, free) for part in given))


def fits(one, other):
    """Whether both may be one type. What a written type leaves out has a default."""
    if one == ANY or other == ANY:
        return True
    return one[0] == other[0] and all(fits(a, b) for a, b in zip(one[1], other[1]))
