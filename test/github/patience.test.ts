import { setTimeout as sleep } from "node:timers/promises";
import { expect, jest, test } from "@jest/globals";
import { createPatience } from "../../src/github/patience.ts";
import { silentLogger } from "../helpers/github/app.ts";

test("writes of one App keep their distance, however many want to write at once", async () => {
  const writeGapMs = 40;
  const patience = createPatience({ writeGapMs, logger: silentLogger });
  const start = performance.now();
  const began: number[] = [];
  const write = async (): Promise<void> => {
    await patience.turn();
    began.push(performance.now() - start);
  };
  await Promise.all([write(), write(), write(), write()]);
  // A timer may come a moment early; that it comes late is no matter.
  for (const [at, time] of began.entries()) expect(time).toBeGreaterThan(0.9 * at * writeGapMs);
});

test("a clock that is set back holds no write up (F43)", async () => {
  const patience = createPatience({ writeGapMs: 1, logger: silentLogger });
  await patience.turn();
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.now() - 60_000);
  const write = patience.turn().then(() => "goes on");
  expect(await Promise.race([write, sleep(60_000, "is held", { ref: false })])).toBe("goes on");
  clock.mockRestore();
});
