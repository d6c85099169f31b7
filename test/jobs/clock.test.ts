import { expect, test } from "@jest/globals";
import { createLook, watchClock } from "../../src/jobs/durable/clock.ts";
import { silentLogger } from "../../src/log.ts";

test("a clock is set back by as much as it lost against one that nobody sets", () => {
  let [now, steady] = [1_000_000, 50];
  const look = createLook(
    () => now,
    () => steady,
  );
  const after = (seconds: number, shown: number): number => {
    steady += seconds * 1000;
    now += shown * 1000;
    return look() / 1000;
  };
  expect([after(3, 3), after(3, -7197), after(3, 3), after(3, 3603)]).toEqual([0, 7200, 0, -3600]);
});

test.each([
  ["set back by a minute", 60_000, 1],
  ["set by less, or forward", 59_999, 0],
])("%s: %d ms", async (_name, by, told) => {
  const heard: string[] = [];
  let looks = 0;
  const looked = Promise.withResolvers<void>();
  const look = (): number => {
    if (++looks > 2) looked.resolve();
    return looks === 1 ? by : -3_600_000;
  };
  const clock = watchClock({ ...silentLogger, error: (line) => heard.push(line) }, 1, look);
  await looked.promise;
  clock.end();
  expect(heard).toHaveLength(told);
  if (told > 0) await clock.setBack;
});
