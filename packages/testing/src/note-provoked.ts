import { appendFileSync } from "node:fs";

import { environmentNames } from "./test-environment.ts";

const noted = new Set<string>();

/**
 * Notes an error code that a test of this file has provoked over HTTP, for the list of those that none provokes
 * (`scripts/jest-provoked-codes-reporter.mjs`).
 */
export function noteProvoked(code: string): void {
  const path = process.env[environmentNames.provokedCodes];
  if (path === undefined || noted.has(code)) return;
  noted.add(code);
  appendFileSync(path, `${code}\n`);
}
