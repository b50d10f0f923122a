import { expect, test } from "@jest/globals";
import { answersWithin } from "./answers-within.ts";

/** Answers with one outcome after the other, then never. */
function backend(...outcomes: (string | Error)[]) {
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    async ask(): Promise<unknown> {
      const outcome = outcomes[calls];
      calls += 1;
      if (outcome === undefined) return new Promise(() => undefined);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

test.each(["timeout exceeded when trying to connect", "Query read timeout", "Command timed out"])(
  "asks again after an attempt that hit its own deadline: %s",
  async (message) => {
    const { ask } = backend(new Error(message), new Error(message), "answer");
    expect(await answersWithin(ask, 60_000)).toBe(true);
  },
);

test("takes any other failure for the answer", async () => {
  const refusing = backend(new Error("connect ECONNREFUSED"), "answer");
  expect(await answersWithin(refusing.ask, 60_000)).toBe(false);
  expect(refusing.calls).toBe(1);
});

test("gives a backend that is silent no more time", async () => {
  const silent = backend(new Error("timeout"));
  expect(await answersWithin(silent.ask, 5)).toBe(false);
  expect(silent.calls).toBe(2);
});
