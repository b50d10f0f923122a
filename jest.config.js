import { availableParallelism } from "node:os";

/** One configuration for all workspaces: modules of Node, tests beside their source. */
export default {
  // A third of the time went into loading the same modules for every file.
  testRunner: "<rootDir>/scripts/jest-native-modules.mjs",
  testEnvironment: "<rootDir>/packages/testing/src/leak-checking-environment.ts",
  roots: ["<rootDir>/packages", "<rootDir>/apps", "<rootDir>/scripts", "<rootDir>/e2e"],
  testMatch: ["**/*.test.ts"],
  // What `npm run build:client` and `build:mcp` leave has the name of its workspace.
  modulePathIgnorePatterns: ["<rootDir>/packages/(client|mcp)/dist"],
  // Node strips the types.
  transform: {},
  testSequencer: "<rootDir>/scripts/jest-slowest-first.mjs",
  globalSetup: "<rootDir>/packages/testing/src/global-setup.ts",
  globalTeardown: "<rootDir>/packages/testing/src/global-teardown.ts",
  // Tests end when what they wait for has come; the limit is for what never comes, also on a machine that is busy.
  testTimeout: 300_000,
  maxWorkers: Math.max(2, availableParallelism()),
  // A worker that keeps what two hundred files have left spends its time collecting garbage: a new one takes over before.
  workerIdleMemoryLimit: "1GB",
  // A worker process with a gigabyte of loaded modules takes longer than Jest's half second to end on a busy machine. One
  // that a handle keeps alive writes its name then (leak-checking-environment.ts).
  workerGracefulExitTimeout: 30_000,
};
