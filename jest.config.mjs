/** Jest runs our TypeScript as Node does: types are stripped, nothing is bundled. */
export default {
  testEnvironment: "node",
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
  // Starting a program copies the tables of all of a worker's memory. (The engine's cache of compiled modules would keep
  // those of every finished test file: it is switched off where jest is started.)
  workerIdleMemoryLimit: "180MB",
};
