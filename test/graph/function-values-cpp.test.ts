/** Functions of C and C++ that are handed on by their names are called by who hands them on. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

describe("C: functions that are handed on", () => {
  test.each<[string, string, string[]]>([
    [
      "given to a call, with or without `&`, or behind a cast",
      `//- a.c
static int compare(const void *a, const void *b) { return 0; }
static void stop(int signal) {}
void *work(void *all) { return 0; }
void go(int *all) {
  qsort(all, 1, 2, compare);
  signal(SIGINT, &stop);
  start((worker)work, all);
}
`,
      ["a.c#go call a.c#compare", "a.c#go call a.c#stop", "a.c#go call a.c#work"],
    ],
    [
      "kept in a table, a struct or a field, also of another file",
      `//- a.h
int get(int a);
int set(int a);
//- a.c
#include "a.h"
int get(int a) { return a; }
int set(int a) { return a; }
//- b.c
#include "a.h"
static int open_file(void) { return 0; }
static struct command commands[] = { { "get", get, 1 }, { "set", &set } };
static const struct operations all = { .open = open_file };
void use(struct operations *one) { one->open = open_file; }
`,
      ["b.c call a.c#get", "b.c call a.c#set", "b.c call b.c#open_file", "b.c#use call b.c#open_file"],
    ],
    [
      "kept in a variable, chosen, given back",
      `//- a.c
typedef int (*run)(int);
static int small(int a) { return a; }
static int large(int a) { return a; }
run pick(int a) {
  run usual = small;
  if (a > 2) return large;
  return a ? usual : small;
}
`,
      ["a.c#pick call a.c#small", "a.c#pick call a.c#large"],
    ],
    [
      "not what a parameter or a variable of the function is called like, nor a macro",
      `//- a.c
void size(void) {}
void count(void) {}
#define LIMIT 3
void LIMIT2(void) {}
void use(int a);
void go(int size) {
  int count = 1;
  use(size);
  use(count);
  use(LIMIT);
}
`,
      ["a.c#go call a.c#use"],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});

describe("C++: functions that are handed on", () => {
  test.each<[string, string, string[]]>([
    [
      "methods by the name of their class, functions of namespaces",
      `//- a.h
namespace app { bool smaller(int a, int b); }
struct Button { void clicked(); };
struct Window { void save(); void build(Button* button); };
//- a.cc
#include "a.h"
bool app::smaller(int a, int b) { return a < b; }
void Window::save() {}
void Window::build(Button* button) {
  connect(button, &Button::clicked, this, &Window::save);
  std::sort(a, b, app::smaller);
}
`,
      [
        "a.cc#Window.build call a.h#Button.clicked",
        "a.cc#Window.build call a.cc#Window.save",
        "a.cc#Window.build call a.cc#app.smaller",
      ],
    ],
    [
      "what a variable of a lambda's name is stays that",
      `//- a.cc
void done() {}
void run(int a);
void go() {
  auto done = [] {};
  run(done);
}
`,
      ["a.cc#go call a.cc#run"],
    ],
    [
      "what a field is from the start",
      `//- a.cc
struct Files {
  using Handler = void (*)(int);
  static void all(int a) {}
  static void none(int a) {}
  Handler first = Files::all;
  Handler second = &Files::none;
};
`,
      ["a.cc#Files call a.cc#Files.all", "a.cc#Files call a.cc#Files.none"],
    ],
    [
      "an object that is held by what it calls",
      `//- a.cc
#include <memory>
struct Con : std::enable_shared_from_this<Con> {
  void run() {}
  void start() { auto self = shared_from_this(); loop([self]() { self->run(); }); }
  void more() { std::weak_ptr<Con> weak = weak_from_this(); auto self = weak.lock(); self->start(); }
  void next() { this->shared_from_this()->more(); }
};
`,
      [
        "a.cc#Con.more call a.cc#Con.start inferred",
        "a.cc#Con.next call a.cc#Con.more inferred",
        "a.cc#Con.start call a.cc#Con.run inferred",
      ],
    ],
  ])("%s", (_, source, expected) => check(source, expected));
});
