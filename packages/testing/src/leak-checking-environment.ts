import { TestEnvironment } from "jest-environment-node";

import { openHandlesKey } from "./open-handles.ts";

/**
 * Node's test environment, which in addition fails a test file that leaves open what it opened through this package.
 * An environment rather than a hook: hooks of a set-up file run before the file's own `afterAll`.
 */
export default class LeakCheckingEnvironment extends TestEnvironment {
  #hasFailed = false;

  handleTestEvent(event: { name: string; test?: { errors: readonly unknown[] } }): void {
    if (event.name === "test_done" && event.test && event.test.errors.length > 0) this.#hasFailed = true;
    // What a failed test leaves open is no news, and saying so would hide why it failed.
    if (event.name !== "run_finish" || this.#hasFailed) return;
    const left: unknown = Reflect.get(this.global, openHandlesKey);
    if (Array.isArray(left) && left.length > 0) throw new Error(`this test file left open: ${left.join(", ")}`);
  }
}
