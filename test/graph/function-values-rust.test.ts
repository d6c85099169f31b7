/** Functions of Rust that are handed on by their names are called by who hands them on. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

describe("Rust: functions that are handed on", () => {
  test.each<[string, string, string[]]>([
    [
      "given to a call, with a reference or type arguments",
      `//- src/lib.rs
mod users;
fn work() {}
fn parse<T>(a: T) -> T { a }
pub fn go(all: Router, names: Vec<String>) {
    std::thread::spawn(work);
    start(&work);
    all.route("/users", get(users::list));
    names.into_iter().map(parse::<String>);
}
//- src/users.rs
pub fn list() {}
`,
      [
        "src/lib.rs#go call src/lib.rs#work",
        "src/lib.rs#go call src/users.rs#list",
        "src/lib.rs#go call src/lib.rs#parse",
      ],
    ],
    [
      "functions and methods of a type, by its name or by `Self`",
      `//- src/lib.rs
struct Name(String);
impl Name {
    fn of(a: String) -> Name { Name(a) }
    fn len(&self) -> usize { self.0.len() }
    fn all(names: Vec<String>) -> Vec<usize> {
        names.into_iter().map(Self::of).map(|one| one.len()).collect()
    }
}
pub fn lengths(names: &[Name]) -> Vec<usize> {
    names.iter().map(Name::len).collect()
}
`,
      [
        "src/lib.rs#Name.of call src/lib.rs#Name",
        "src/lib.rs#Name.all call src/lib.rs#Name.of",
        "src/lib.rs#Name.all call src/lib.rs#Name.len inferred",
        "src/lib.rs#lengths call src/lib.rs#Name.len",
      ],
    ],
    [
      "kept in a table, a struct, a variable or a field; chosen and given back",
      `//- src/lib.rs
fn open() {}
fn save() {}
fn quit() {}
struct Command { name: &'static str, run: fn() }
const COMMANDS: &[Command] = &[Command { name: "open", run: open }];
static ALL: [fn(); 2] = [save, quit];
pub fn pick(name: &str, mut one: Command) -> fn() {
    let usual = quit;
    one.run = save;
    match name {
        "open" => open,
        _ => usual,
    }
}
pub fn last() -> fn() { return quit; }
`,
      [
        "src/lib.rs call src/lib.rs#Command",
        "src/lib.rs call src/lib.rs#open",
        "src/lib.rs call src/lib.rs#save",
        "src/lib.rs call src/lib.rs#quit",
        "src/lib.rs#pick call src/lib.rs#quit",
        "src/lib.rs#pick call src/lib.rs#save",
        "src/lib.rs#pick call src/lib.rs#open",
        "src/lib.rs#last call src/lib.rs#quit",
      ],
    ],
    [
      "not what a parameter, a variable or a pattern is called like, nor a constant or a type",
      `//- src/lib.rs
const LIMIT: usize = 3;
struct Size;
fn size() {}
fn count() {}
fn item() {}
fn take<T>(a: T) {}
pub fn go(size: usize, all: Option<usize>) {
    let count = 1;
    take(size);
    take(count);
    take(LIMIT);
    if let Some(item) = all { take(item); }
    all.map(|item| take(item));
}
`,
      ["src/lib.rs#go call src/lib.rs#take"],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});
