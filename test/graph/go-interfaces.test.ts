/** Interfaces that types of Go have without saying so, by having their methods. */
import { describe, expect, test } from "@jest/globals";
import { maxCandidates } from "../../src/graph/entities.ts";
import { methodType } from "../../src/languages/go/signatures.ts";
import { standardInterface } from "../../src/languages/go/standard-interfaces.ts";
import { check, edgesOf, graphOf } from "./fixture.ts";

const mod = `//- go.mod\nmodule example.com/app\n`;

describe("a type has the interfaces whose methods it has", () => {
  test.each<[name: string, source: string, edges: readonly string[]]>([
    [
      "by value and by pointer, whatever parameters are called, but not with other types",
      `//- a.go
package a
type Store interface {
	Get(key string, more ...int) (value []byte, err error)
	Put(k, v string)
}
type Memory struct{}
func (m *Memory) Get(name string, _ ...int) ([]uint8, error) { return nil, nil }
func (m Memory) Put(string, string) {}
type Disk struct{}
func (Disk) Get(key string, more ...int) (string, error) { return "", nil }
func (Disk) Put(k, v string) {}
type Half struct{}
func (Half) Put(k, v string) {}
`,
      ["a.go#Memory inherit a.go#Store"],
    ],
    [
      "of another package, where types have other names",
      `${mod}//- shop/cart.go
package shop
import "context"
type Money int
type Payer interface { Pay(ctx context.Context, amount Money, done func(ok bool) error) <-chan *Money }
//- bank/bank.go
package bank
import (
	std "context"
	"example.com/app/shop"
)
type Amount = shop.Money
type Card struct{}
func (c *Card) Pay(ctx std.Context, amount Amount, done func(bool) error) <-chan *shop.Money { return nil }
type Money int
type Cash struct{}
func (Cash) Pay(ctx std.Context, amount Money, done func(bool) error) <-chan *Money { return nil }
`,
      ["bank/bank.go#Card inherit shop/cart.go#Payer"],
    ],
    [
      "with methods in other files, and those of what it embeds",
      `//- a.go
package a
type Full interface { Open() error; Close() error }
type Base struct{}
type Door struct { *Base }
//- b.go
package a
func (Base) Open() error { return nil }
//- c.go
package a
func (d *Door) Close() error { return nil }
`,
      ["a.go#Door inherit a.go#Base", "a.go#Door inherit a.go#Full"],
    ],
    [
      "interfaces that are made of others, by their first one",
      `//- a.go
package a
type Reader interface { Read() int }
type Writer interface { Write() int }
type Both interface { Reader; Writer }
type File struct{}
func (File) Read() int { return 1 }
func (File) Write() int { return 1 }
type Pipe struct{}
func (Pipe) Read() int { return 1 }
`,
      [
        "a.go#Both inherit a.go#Reader",
        "a.go#Both inherit a.go#Writer",
        "a.go#File inherit a.go#Both",
        "a.go#File inherit a.go#Reader",
        "a.go#File inherit a.go#Writer",
        "a.go#Pipe inherit a.go#Reader",
      ],
    ],
    [
      "what is known of the standard library counts, of other libraries nothing is known",
      `//- a.go
package a
import (
	"io"
	"net/http"
	"github.com/else/where"
)
type Syncer interface { io.WriteCloser; Sync() error }
type Service interface { where.Service; Serve(w http.ResponseWriter) }
type Failed interface { error; Code() int }
type Whole interface { io.Writer; io.Closer }
type File struct{}
func (File) Write(data []byte) (n int, err error) { return 0, nil }
func (File) Close() error { return nil }
func (*File) Sync() error { return nil }
func (File) Serve(w http.ResponseWriter) {}
type Held struct { io.WriteCloser }
func (Held) Sync() error { return nil }
type Fault struct{}
func (Fault) Error() string { return "" }
func (Fault) Code() int { return 1 }
`,
      [
        "a.go#Fault inherit a.go#Failed",
        "a.go#File inherit a.go#Syncer",
        "a.go#File inherit a.go#Whole",
        "a.go#Held inherit a.go#Syncer",
        "a.go#Held inherit a.go#Whole",
      ],
    ],
    [
      "methods that begin small, in their own package alone",
      `${mod}//- a/a.go
package a
type Shape interface { area() int }
type Square struct{}
func (Square) area() int { return 1 }
//- b/b.go
package b
type Circle struct{}
func (Circle) area() int { return 1 }
`,
      ["a/a.go#Square inherit a/a.go#Shape"],
    ],
    [
      "parameters for types may be anything, so that is inferred",
      `//- a.go
package a
type Box[T any] interface { Put(value T); Len() int }
type List[E any] struct{}
func (l *List[E]) Put(value E) {}
func (l *List[E]) Len() int { return 0 }
type Ints struct{}
func (Ints) Put(value int) {}
func (Ints) Len() string { return "" }
type Tree[K any] interface { At(key K) (*Node[K], error) }
type Node[K any] struct{}
type Names struct{}
func (Names) At(key string) (*Node[string], error) { return nil, nil }
type Others struct{}
func (Others) At(key string) (*Names, error) { return nil, nil }
`,
      ["a.go#List inherit a.go#Box inferred", "a.go#Names inherit a.go#Tree inferred"],
    ],
    [
      "not one that is there for parameters for types, nor one without methods, nor that of a type that is made of it",
      `//- a.go
package a
type Number interface { ~int | ~float64; Add() }
type Pointer[T any] interface { *T; Add() }
type Any interface{}
type Adder interface { Add() }
type One int
func (One) Add() {}
type Two One
type Three = One
`,
      ["a.go#One inherit a.go#Adder"],
    ],
    [
      "only what may be in one program",
      `//- a_linux.go
package a
type Waiter interface { Wait() }
//- b_linux.go
package a
type Poll struct{}
func (Poll) Wait() {}
//- c_windows.go
package a
type Event struct{}
func (Event) Wait() {}
`,
      ["b_linux.go#Poll inherit a_linux.go#Waiter"],
    ],
  ])("%s", (_, source, edges) => check(source, edges));

  test("of so many interfaces that are alike none says anything", async () => {
    const alike = (count: number): Promise<readonly string[]> =>
      graphOf(`//- a.go
package a
type T int
func (T) Go() {}
${Array.from({ length: count }, (_, at) => `type I${at} interface { Go() }`).join("\n")}
`).then(edgesOf);
    expect(await alike(maxCandidates)).toHaveLength(maxCandidates);
    expect(await alike(maxCandidates + 1)).toEqual([]);
  });
});

describe("what a method takes and gives", () => {
  test.each([
    ["Foo(a, b int, c ...string) (x T, err error)", "(int,int,...string)(T,error)"],
    [
      "func (f F) Foo(run func(x int) (string, error)) map[string][]*x.Y",
      "((int)(string,error))(map[string][]*x.Y)",
    ],
    ["func (b *Box[K, V]) Foo() (K, error)", "()(K,error)"],
    ["Foo(in chan<- int, out <-chan T, both chan (<-chan int))", "(chan<- int,<-chan T,chan <-chan int)()"],
    ["Foo(int, []byte, *T, Box[int, *x.Y]) [3]rune", "(int,[]uint8,*T,Box[int,*x.Y])([3]int32)"],
    ["Foo(a []int, b [4]T, c, d interface{}) func()", "([]int,[4]T,any,any)(()())"],
    ["Foo(a interface{ Go(b int) error }, c struct{ d int })", "(interface{Go(bint)error},struct{dint})()"],
    ["Größe() (größe int)", "()(int)"],
    ["Foo(a, b", undefined],
    ["Foo(a int, b str…", undefined],
    ["func Foo(a int)", undefined],
    [`Foo(a ${"[]".repeat(100)}int)`, undefined],
  ])("%s", (signature, said) => {
    expect(methodType(signature, (name) => name)).toBe(said);
  });

  test("of interfaces of the standard library, with those that they are made of", () => {
    expect([...standardInterface("net/http.ResponseWriter")!]).toEqual([
      ["Write", "([]uint8)(int,error)"],
      ["Header", "()(net/http.Header)"],
      ["WriteHeader", "(int)()"],
    ]);
    expect(standardInterface("io.Nothing")).toBeUndefined();
  });
});
