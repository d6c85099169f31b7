import { describe, expect, test } from "@jest/globals";
import { noUnit, severalUnits } from "../../src/graph/memory/answer-rows.ts";
import { createMemory, type SharedStore } from "../../src/graph/memory/memory.ts";

describe("answers that several may share", () => {
  /** Questions 0 and 1 ask each other, 2 asks nobody. */
  const asking = () => {
    const memory = createMemory();
    const asked: string[] = [];
    const ask: SharedStore<string> = memory.shared("open", (key, asker) => {
      asked.push(`${key} by ${asker}`);
      memory.touch(100 + key);
      return key === 2 ? "2" : `${key}(${ask(1 - key, asker)})`;
    });
    memory.begin();
    return { memory, ask, asked };
  };

  test("one that came out of a circle holds for the one who asked, until the next file", () => {
    const { memory, ask } = asking();
    expect([ask(0, 7), ask(1, 7)]).toEqual(["0(1(open))", "1(0(1(open)))"]);
    expect([ask(1, 8), ask(0, 8)]).toEqual(["1(0(open))", "0(1(0(open)))"]);
    expect([ask(0, 7), ask(1, 7)]).toEqual(["0(1(open))", "1(0(1(open)))"]);
    memory.begin();
    expect(ask(1, 7)).toBe("1(0(open))");
  });

  test("what lacks the answer to an open question is found anew once that has its answer, and not before", () => {
    const memory = createMemory();
    const asked: number[] = [];
    // 0 asks 1 twice, 1 asks 2, and 2 asks 0; 3 asks 0.
    const asks = [[1, 1], [2], [0], [0]];
    const ask: SharedStore<string> = memory.shared("open", (key, asker) => {
      asked.push(key);
      return `${key}(${asks[key]!.map((next) => ask(next, asker)).join()})`;
    });
    memory.begin();
    expect(ask(3, 7)).toBe("3(0(1(2(open)),1(2(open))))");
    expect(asked).toEqual([3, 0, 1, 2]);
    expect(ask(0, 7)).toBe("0(1(2(open)),1(2(open)))");
    expect(ask(2, 7)).toBe("2(0(1(2(open)),1(2(open))))");
    expect(ask(1, 7)).toBe("1(2(0(1(2(open)),1(2(open)))))");
    expect(asked).toEqual([3, 0, 1, 2, 2, 1]);
  });

  test("any other one is found once for all, and for good", () => {
    const { memory, ask, asked } = asking();
    ask(2, 7);
    memory.begin();
    expect([ask(2, 7), ask(2, 8)]).toEqual(["2", "2"]);
    expect(asked).toEqual(["2 by 7"]);
  });

  test("is said to be made from all that was looked up, whoever asked first", () => {
    const { memory, ask } = asking();
    ask(0, 7);
    expect([...memory.consulted()]).toEqual([100, 101]);
    memory.begin();
    expect([...memory.consulted()]).toEqual([]);
    ask(2, 7);
    memory.begin();
    ask(2, 8);
    memory.touch(-1);
    expect([...memory.consulted()]).toEqual([102, 2 ** 32 - 1]);
  });
});

test("a question is answered from the facts of what was asked for it, in that round or before", () => {
  const memory = createMemory();
  const store = memory.store<string, string>(() => "open");
  const ask = (name: string): string =>
    store(name, () => {
      memory.touch(name.length);
      return name === "" ? "" : ask(name.slice(1)) + name.charAt(0);
    });
  memory.begin();
  expect(ask("ab")).toBe("ba");
  memory.begin();
  expect(ask("xab")).toBe("bax");
  expect(ask("b")).toBe("b");
  expect([...memory.consulted()]).toEqual([0, 1, 2, 3]);
  memory.begin();
  ask("b");
  expect([...memory.consulted()]).toEqual([0, 1]);
});

describe("how deep questions go", () => {
  /** Each asks the one before it; `isCut`: out of a circle. */
  const chain = (isCut: boolean) => {
    const memory = createMemory();
    const store = memory.store<number, number>(() => 0);
    const ask = (number: number): number =>
      store(number, () => {
        if (isCut) memory.cut();
        return number === 0 ? 0 : 1 + ask(number - 1);
      });
    memory.begin();
    return { memory, ask };
  };

  test.each([
    ["what is kept for good would go as deep without it", false, true],
    ["what is kept for one file was asked in the same order in any case", true, false],
  ])("%s", (_what, isCut, isDeep) => {
    const { memory, ask } = chain(isCut);
    for (let number = 0; number < 300; number++) expect(ask(number)).toBe(number);
    expect(memory.isDeep()).toBe(isDeep);
  });

  test.each([false, true])("too deep is too deep (cut: %s)", (isCut) => {
    const { memory, ask } = chain(isCut);
    expect(ask(300)).toBeLessThan(300);
    expect(memory.isDeep()).toBe(true);
  });
});

test("what is settled gives its facts, and none of them to who asks then", () => {
  const memory = createMemory();
  const store = memory.store<string, string>(() => "open");
  const ask = () =>
    store("a", () => {
      memory.touch(7);
      return "a";
    });
  const made = memory.settle(() => {
    memory.touch(9);
    ask();
  });
  expect([...made]).toEqual([7, 9]);
  expect([...memory.consulted()]).toEqual([]);
  expect(ask()).toBe("a");
  expect([...memory.consulted()]).toEqual([7]);
});

describe("what a call depends on", () => {
  const [own, other] = [5, 6];
  const started = () => {
    const memory = createMemory();
    const store = memory.store<string, number>(() => 0);
    memory.begin();
    memory.touch(1);
    memory.beginCalls();
    memory.beginCall(own);
    return { memory, store };
  };

  test("into which unit it looked, also by an answer from before", () => {
    const { memory, store } = started();
    const ask = () =>
      store("a", () => {
        memory.touchInside(7, other);
        return 1;
      });
    ask();
    expect(memory.looked()).toBe(other);
    memory.beginCall(own);
    expect(memory.looked()).toBe(noUnit);
    ask();
    expect(memory.looked()).toBe(other);
    memory.touchInside(8, own);
    expect(memory.looked()).toBe(severalUnits);
  });

  test("what its own unit says to it directly is its own, what that says to an answer is not", () => {
    const { memory, store } = started();
    expect([memory.isOwn(own), memory.isOwn(other)]).toEqual([true, false]);
    store("a", () => {
      expect(memory.isOwn(own)).toBe(false);
      return 1;
    });
    memory.begin();
    expect(memory.isOwn(own)).toBe(false);
  });

  test("whether an answer came out of a circle, in that call alone", () => {
    const { memory, store } = started();
    const ask = (): number => store("a", () => store("b", () => ask()));
    ask();
    expect(memory.isInCycle()).toBe(true);
    memory.beginCall(own);
    expect(memory.isInCycle()).toBe(false);
    expect(ask()).toBe(0);
    expect(memory.isInCycle()).toBe(true);
    memory.beginCalls();
    memory.beginCall(own);
    expect(store("a", () => 2)).toBe(2);
    expect(memory.isInCycle()).toBe(false);
  });

  test("facts of calls, and those that only what came before them was made from", () => {
    const { memory, store } = started();
    const ask = (fact: number) =>
      store(`${fact}`, () => {
        memory.touch(fact);
        return fact;
      });
    memory.begin();
    for (const fact of [2, 3]) ask(fact);
    memory.touch(4);
    memory.beginCalls();
    memory.beginCall(own);
    ask(3);
    for (const fact of [9, 4]) memory.touch(fact);
    const [calls, others] = memory.consultedByCalls();
    expect([[...calls], [...others]]).toEqual([[3, 4, 9], [2]]);
  });
});
