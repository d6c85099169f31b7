import { expect, test } from "@jest/globals";
import { asking, isUnavailable, patiently } from "../../src/store/unavailable.ts";

const failing = (code: string) => Object.assign(new Error("the server said so"), { code });

test.each([
  ["08006", "the line broke", true],
  ["57P01", "it shuts down", true],
  ["53100", "its disk is full (F42)", true],
  ["53300", "it has too many connections", true],
  ["25006", "it is a standby", true],
  ["57014", "it took too long", true],
  ["55P03", "a lock took too long, by a limit of the host's", true],
  ["40001", "transactions got in each other's way", true],
  ["28P01", "its password was changed", true],
  ["3D000", "its database is being restored", true],
  ["ECONNREFUSED", "it is not there", true],
  ["23505", "it said no: a row is there", false],
  ["42P01", "it said no: a table is not", false],
])("%s, %s: to be asked again is %s", async (code, _, again) => {
  const told = await asking(() => Promise.reject(failing(code))).catch((error: unknown) => error);
  expect(isUnavailable(told)).toBe(again);
});

test("who is patient asks until it is there again", async () => {
  let asked = 0;
  const ask = async (): Promise<string> => {
    asked += 1;
    if (asked < 3) throw failing("53100");
    return "stored";
  };
  expect(await patiently(() => asking(ask), new AbortController().signal)).toBe("stored");
});
