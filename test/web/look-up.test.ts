import { expect, test } from "@jest/globals";
import { createPackageLookup } from "../../src/web/registries/look-up.ts";
import { signal, smallInternet } from "./small-internet.ts";

test("a registry is asked once for what it answers, again for what it does not, and never for what is no name", async () => {
  const asked: string[] = [];
  const internet = await smallInternet((request, response) => {
    asked.push(request.url!);
    const status = request.url!.includes("/kit@") ? 200 : request.url!.includes("/gone@") ? 404 : 503;
    response.writeHead(status, { "content-type": "application/json" }).end('{ "version": "1.0.0" }');
  });
  const look = createPackageLookup(internet.fetcher());
  const answers: string[] = [];
  for (const name of ["kit", "gone", "busy", "../../secret?words=x"].flatMap((one) => [one, one])) {
    const found = await look({ ecosystem: "npm", name }, signal);
    answers.push(typeof found === "string" ? found : found.version);
  }
  const silent = ["not asked", "not asked"];
  expect(answers).toEqual(["1.0.0", "1.0.0", "unknown", "unknown", ...silent, ...silent]);
  expect(asked.map((url) => url.replace("@latest/package.json", ""))).toEqual([
    "/npm/kit",
    "/npm/gone",
    "/npm/busy",
    "/npm/busy",
  ]);
});
