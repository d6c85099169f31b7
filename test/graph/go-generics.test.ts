/** Parameters for types of Go: what types are given that a struct embeds, and what parameters are at least. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const types = `//- go.mod
module example.com/app
//- m/m.go
package m
type Branch struct{}
func (b *Branch) ID() string { return "" }
type Tag struct{}
func (t *Tag) ID() string { return "" }
//- list.go
package app
type HasID interface { ID() string }
type List[T HasID] struct { all []T }
func (l *List[T]) Get() T { return l.all[0] }
func (l *List[T]) First() *T { return &l.all[0] }
type Filtered[T HasID] struct { *List[T]; name string }
//- a.go
package app
import "example.com/app/m"
`;

const inherits = [
  "list.go#Filtered inherit list.go#List",
  "m/m.go#Branch inherit list.go#HasID",
  "m/m.go#Tag inherit list.go#HasID",
];

describe("parameters for types of Go", () => {
  test.each<[name: string, source: string, edges: readonly string[]]>([
    [
      "a struct that embeds a type says what that is given, by a pointer and without",
      `type Branches struct { *List[*m.Branch] }
func (b *Branches) f() { one := b.Get(); one.ID() }
type Tags struct { List[m.Tag] }
func (t Tags) f() { t.First().ID() }
`,
      [
        "a.go#Branches inherit list.go#List",
        "a.go#Branches.f call list.go#List.Get",
        "a.go#Branches.f call m/m.go#Branch.ID inferred",
        "a.go#Tags inherit list.go#List",
        "a.go#Tags.f call list.go#List.First",
        "a.go#Tags.f call m/m.go#Tag.ID inferred",
      ],
    ],
    [
      "through another one that hands it on, and through a struct that has none",
      `type Branches struct { Filtered[*m.Branch] }
type Own struct { *Branches }
func (o *Own) f() { o.Get().ID() }
func (o *Own) g() { for _, one := range o.all { one.ID() } }
`,
      [
        "a.go#Branches inherit list.go#Filtered",
        "a.go#Own inherit a.go#Branches",
        "a.go#Own.f call list.go#List.Get",
        "a.go#Own.f call m/m.go#Branch.ID inferred",
        "a.go#Own.g call m/m.go#Branch.ID inferred",
      ],
    ],
    [
      "a parameter of a type is in its methods what it is at least, and what it is given outside of them",
      `func (l *List[T]) own() string { return l.Get().ID() }
func (l *List[T]) each() { for _, one := range l.all { one.ID() } }
func (l *List[T]) take(one T) { one.ID() }
func outside(l *List[*m.Tag]) { l.Get().ID() }
type Any[T any] struct { one T }
func (a *Any[T]) run() { a.one.ID() }
`,
      [
        "a.go#List.each call list.go#HasID.ID inferred",
        "a.go#List.own call list.go#HasID.ID inferred",
        "a.go#List.own call list.go#List.Get",
        "a.go#List.take call list.go#HasID.ID inferred",
        "a.go#outside call list.go#List.Get inferred",
        "a.go#outside call m/m.go#Tag.ID inferred",
      ],
    ],
    [
      "a chain of twenty calls",
      `type Q struct{}
func (q *Q) and(one string) *Q { return q }
func (q *Q) done() {}
func f(q *Q) { q${'.and("a")'.repeat(20)}.done() }
`,
      ["a.go#f call a.go#Q.and inferred", "a.go#f call a.go#Q.done inferred"],
    ],
  ])("%s", (_name, source, edges) => check(types + source, [...edges, ...inherits]));
});
