/**
 * Holds the tests to the error table: every code that the API document declares is provoked by some test over HTTP,
 * except those of docs/generated/unprovoked-codes.json, a list that may only shrink. Looks only at runs of the whole
 * suite, and prints also when a test failed, so that one run tells all there is to mend; UPDATE_SNAPSHOTS=1 writes the
 * list after a run that passed.
 *
 * The checked client of packages/routes/src/testing notes each code it sees in the file that TEST_PROVOKED_CODES names.
 */
import { readFileSync, writeFileSync } from "node:fs";

const listPath = "docs/generated/unprovoked-codes.json";

export default class JestProvokedCodesReporter {
  #isWhole;
  #problem;

  constructor(globalConfig) {
    const { testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard } = globalConfig;
    const isNarrowed = (testPathPatterns?.patterns ?? []).length > 0 || Boolean(testNamePattern);
    this.#isWhole = !isNarrowed && !onlyChanged && !onlyFailures && !shard;
  }

  onRunComplete(_contexts, results) {
    // Jest judges the run as a whole only after its reporters.
    const hasPassed = results.numFailedTests === 0 && results.numRuntimeErrorTestSuites === 0;
    if (!this.#isWhole) return;
    const provoked = new Set(readFileSync(process.env.TEST_PROVOKED_CODES, "utf8").split("\n"));
    const declared = [...declaredCodes()];
    const unprovoked = declared
      .filter((code) => !provoked.has(code))
      .toSorted((left, right) => (left < right ? -1 : 1));
    if (hasPassed && process.env.UPDATE_SNAPSHOTS === "1") {
      writeFileSync(listPath, `${JSON.stringify(unprovoked, null, 2)}\n`);
      return;
    }
    const listed = new Set(JSON.parse(readFileSync(listPath, "utf8")));
    const missing = unprovoked.filter((code) => !listed.has(code));
    if (missing.length > 0) this.#problem = `no test provokes ${missing.join(", ")}`;
    // Said and not refused: a test that meets a fault by chance must not fail the run.
    const shrinks = [...listed].filter((code) => provoked.has(code)).map((code) => `; take ${code} off ${listPath}`);
    const counted = `${declared.length - unprovoked.length} of ${declared.length} were provoked${shrinks.join("")}`;
    process.stdout.write(`Error codes of the API: ${this.#problem ?? counted}\n`);
  }

  getLastError() {
    return this.#problem === undefined ? undefined : new Error(this.#problem);
  }
}

/** The document writes the codes of a response as "`code`: what it means", one paragraph each. */
function declaredCodes() {
  const { paths, components } = JSON.parse(readFileSync("docs/generated/openapi.json", "utf8"));
  const ofOperations = Object.values(paths).flatMap((operations) => Object.values(operations));
  const responses = [components, ...ofOperations].flatMap((holder) => Object.values(holder.responses ?? {}));
  const codes = new Set();
  for (const { description = "" } of responses)
    for (const [, code] of description.matchAll(/^`([a-z_]+)`: /gm)) codes.add(code);
  return codes;
}
