import { expect, test } from "@jest/globals";
import { createSilence } from "../../src/jobs/durable/silence.ts";
import type { LeaseHolder } from "../../src/store/executors.ts";

/** Ten rounds without a beat are a death. */
const lease = { beatMs: 3000, deadAfterMs: 30_000 };
let beats = 0;

const holder = (instance: string, connected = true): LeaseHolder => ({
  ...{ id: instance, instance, connected },
  lastBeat: String(++beats),
});
const own = () => holder("own");

/** In which round somebody is given up who has been silent since the first; our own beats go on. */
function givenUp(silent: LeaseHolder, silence = createSilence("own", lease), ours = own): number | undefined {
  for (let round = 0; round < 50; round += 1)
    if (silence.dead([ours(), silent]).some(({ instance }) => instance === silent.instance)) return round;
  return undefined;
}

test("a process that is gone is given up after two rounds, one that stands still after ten", () => {
  expect(givenUp(holder("gone", false))).toBe(2);
  expect(givenUp(holder("still"))).toBe(10);
});

test("where no session shows under its name, none tells of a death", () =>
  expect(givenUp(holder("gone", false), createSilence("own", lease), () => holder("own", false))).toBe(10));

test("each beat begins anew, also where its time is set back", () => {
  const silence = createSilence("own", lease);
  for (const lastBeat of ["12:00", "11:00", "11:01", "10:00"])
    for (let round = 0; round < 9; round += 1)
      expect(silence.dead([own(), { ...holder("slow"), lastBeat }])).toEqual([]);
});

test("after an outage of the database everybody has time to come back", () => {
  const silence = createSilence("own", lease);
  const other = holder("other", false);
  silence.dead([own(), other]);
  silence.interrupt();
  expect(givenUp(other, silence)).toBe(12);
});
