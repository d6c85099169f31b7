import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const lib = "//- lib/log.sh\ninfo() { echo x; }\n";

describe("shell scripts", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "call functions wherever a command may stand, and nothing else by that name",
      `//- a.sh
one() { :; }
two-more() ( one )
lib::three() { two-more | one && x="$(lib::three)"; }
if one; then lib::three; fi
echo one "$one" --one=1
trap two-more EXIT
ls
`,
      [
        "a.sh#two-more call a.sh#one",
        "a.sh#lib::three call a.sh#two-more",
        "a.sh#lib::three call a.sh#one",
        "a.sh#lib::three call a.sh#lib::three",
        "a.sh call a.sh#one",
        "a.sh call a.sh#lib::three",
        "a.sh call a.sh#two-more",
      ],
    ],
    ...(
      [
        ["beside the script", "lib/a.sh", "./log.sh"],
        ["by its own place", "lib/a.sh", '"$(dirname "$0")/log.sh"'],
        ["by its own place, written otherwise", "lib/a.sh", `"\${BASH_SOURCE[0]%/*}/log.sh"`],
        ["by a variable", "bin/a.sh", '"$ROOT/lib/log.sh"'],
        ["by a variable with something for the lack of it", "bin/deep/a.sh", `"\${ROOT:-.}"/lib/log.sh`],
        ["from a folder above", "bin/a.sh", "../lib/log.sh"],
        ["from where the script was started", "bin/deep/a.sh", "lib/log.sh"],
        ["where it is installed", "bin/a.sh", "/usr/local/share/app/lib/log.sh"],
        ["as the only one of that name", "bin/a.sh", '"$LIB/log.sh"'],
      ] as const
    ).map(([name, path, file]): [string, string, readonly string[]] => [
      `read files: ${name}`,
      `${lib}//- ${path}\nsource ${file}\ninfo\n`,
      [`${path} import lib/log.sh`, `${path} call lib/log.sh#info`],
    ]),
    [
      "read what the files say that they read",
      `${lib}//- lib/all.sh\n. "$(dirname "$0")/log.sh"\n//- main.sh\n. lib/all.sh\ninfo\n`,
      ["lib/all.sh import lib/log.sh", "main.sh import lib/all.sh", "main.sh call lib/log.sh#info"],
    ],
    [
      "run scripts without knowing their functions",
      `${lib}//- main.sh\nbash lib/log.sh -x\n"$HERE/lib/log.sh"\ninfo\n`,
      ["main.sh import lib/log.sh"],
    ],
    [
      "take no file of the machine for one of theirs by its name alone",
      `${lib}//- bin/a.sh\n. /etc/log.sh\n. "$HOME/.app/other.sh"\ninfo\n`,
      [],
    ],
    [
      "choose the one that is nearest, whatever stands elsewhere",
      `${lib}//- app/lib/log.sh\ninfo() { echo y; }\n//- app/bin/a.sh\n. "$APP/lib/log.sh"\ninfo\n`,
      ["app/bin/a.sh import app/lib/log.sh", "app/bin/a.sh call app/lib/log.sh#info"],
    ],
    [
      "do not choose among files of one name that are equally far away",
      `${lib}//- other/log.sh\ninfo() { echo y; }\n//- bin/a.sh\n. "$LIB/log.sh"\ninfo\n`,
      [],
    ],
    [
      "say a name anew, and then either may be meant",
      "//- a.sh\nrun() { echo 1; }\nif old; then run() { echo 2; }; fi\nrun\n",
      ["a.sh call a.sh#run ambiguous", "a.sh call a.sh#run~2 ambiguous"],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});
