/** Jest runs our TypeScript as Node does: types are stripped, nothing is bundled. */
export default {
  testEnvironment: "<rootDir>/scripts/test-environment.mjs",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/scripts/strip-types.mjs" },
  globalSetup: "<rootDir>/test/helpers/before-all.ts",
  globalTeardown: "<rootDir>/test/helpers/after-all.ts",
  // Ends what hangs; how long a test takes is no part of what it says, and machines differ tenfold.
  testTimeout: 900_000,
  // A good part of a whole run is waiting: one more than the cores that continuous integration has.
  maxWorkers: 3,
  // A new worker takes half a second, and memory that is new to the machine costs more than the same again; one of much
  // memory starts programs slowly. (The engine's cache of compiled modules would keep those of every finished test
  // file: it is switched off where jest is started.)
  workerIdleMemoryLimit: "500MB",
};
