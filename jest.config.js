import { availableParallelism } from "node:os";

/** One configuration for all workspaces: ES modules, TypeScript stripped by swc, tests beside their source. */
export default {
  testEnvironment: "<rootDir>/packages/testing/src/leak-checking-environment.ts",
  roots: ["<rootDir>/packages", "<rootDir>/apps", "<rootDir>/scripts", "<rootDir>/e2e"],
  testMatch: ["**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      {
        jsc: { target: "es2024", parser: { syntax: "typescript" }, experimental: { keepImportAttributes: true } },
        module: { type: "es6" },
        sourceMaps: "inline",
      },
    ],
  },
  transformIgnorePatterns: ["/node_modules/"],
  testSequencer: "<rootDir>/scripts/jest-slowest-first.mjs",
  globalSetup: "<rootDir>/packages/testing/src/global-setup.ts",
  globalTeardown: "<rootDir>/packages/testing/src/global-teardown.ts",
  // Tests end when what they wait for has come; the limit is for what never comes, also on a machine that is busy.
  testTimeout: 300_000,
  maxWorkers: Math.max(2, availableParallelism()),
  // What a test file has loaded is never given back. A worker that has run two hundred files spends its time collecting four
  // gigabytes (a file of 0.1 s took 30 s then), and may end for want of memory: a new one takes over long before.
  workerIdleMemoryLimit: "1GB",
  // A worker process with a gigabyte of loaded modules takes longer than Jest's half second to end on a busy machine. One
  // that a handle keeps alive writes its name then (leak-checking-environment.ts).
  workerGracefulExitTimeout: 30_000,
};
