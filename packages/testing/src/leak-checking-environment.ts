import { setTimeout as wait } from "node:timers/promises";

import { TestEnvironment } from "jest-environment-node";

import { openHandlesKey } from "./open-handles.ts";

// What closes is open for a moment longer: milliseconds, also on a busy machine.
const closingMsMax = 30_000;
/** Only a process that Jest started for tests is checked: its main process has timers and child processes of its own. */
const isWorker = process.send !== undefined;
const reportedKey = Symbol.for("service.testing.reports-open-handles");

// Jest ends a worker process that does not end by itself, without its reason; one that has grown too large is ended as well,
// and has nothing open.
if (isWorker && !Reflect.has(process, reportedKey)) {
  Reflect.set(process, reportedKey, true);
  process.once("SIGTERM", () => {
    const open = named(openResources());
    if (open !== "") process.stderr.write(`a worker process of Jest is kept alive by: ${open}\n`);
    process.exit(1);
  });
}

/**
 * Node's test environment, which in addition fails a test file that leaves something open: what it opened through this
 * package, and every timer, socket, server, child process or thread that keeps the process alive. An environment rather
 * than a hook: hooks of a set-up file run before the file's own `afterAll`.
 */
export default class LeakCheckingEnvironment extends TestEnvironment {
  #hasFailed = false;
  readonly #before = openResources();
  readonly #openBefore = openHandles().length;

  handleTestEvent(event: { name: string; test?: { errors: readonly unknown[] } }): void {
    if (event.name === "test_done" && event.test && event.test.errors.length > 0) this.#hasFailed = true;
    // A failed test leaves things open; reporting them would hide why it failed.
    if (event.name !== "run_finish" || this.#hasFailed) return;
    const left = openHandles();
    // A file that failed before this one, in the same process, may have left something.
    if (left.length > this.#openBefore) {
      this.#hasFailed = true;
      throw new Error(`this test file left open: ${left.join(", ")}`);
    }
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    if (!isWorker || this.#hasFailed) return;
    const endsAt = performance.now() + closingMsMax;
    let left = this.#left();
    while (left.size > 0 && performance.now() < endsAt) {
      await wait(10, undefined, { ref: false });
      left = this.#left();
    }
    if (left.size > 0) throw new Error(`this test file left open: ${named(left)}`);
  }

  #left(): Map<string, number> {
    const left = new Map<string, number>();
    for (const [kind, count] of openResources()) {
      const more = count - (this.#before.get(kind) ?? 0);
      if (more > 0) left.set(kind, more);
    }
    return left;
  }
}

/** What the test files of this process have opened through this package and not closed. */
function openHandles(): readonly unknown[] {
  const open: unknown = Reflect.get(globalThis, openHandlesKey);
  return Array.isArray(open) ? open : [];
}

/** What keeps this process alive, by Node's names of the kinds. The pipes and callbacks of its own output are left out. */
function openResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) {
    if (["PipeWrap", "TTYWrap", "FSReqCallback", "Immediate"].includes(kind)) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function named(counts: Map<string, number>): string {
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
}
