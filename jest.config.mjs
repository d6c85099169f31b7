/** Jest runs our TypeScript as Node does: types are stripped, nothing is bundled. */
export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/scripts/strip-types.mjs" },
  globalSetup: "<rootDir>/test/helpers/made-cluster.ts",
  testTimeout: 30_000,
  maxWorkers: 2,
};
