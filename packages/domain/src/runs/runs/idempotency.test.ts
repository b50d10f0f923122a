import { expect, test } from "@jest/globals";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { JsonObject } from "@service/json";
import { isSameText } from "./idempotency.ts";

/** Whether other work of this process goes on before the stored text is compared; both hold the same in another order. */
async function letsOthersWork(sent: JsonObject): Promise<boolean> {
  let isCompared = false;
  const stored = JSON.stringify(Object.fromEntries(Object.entries(sent).toReversed()));
  const comparing = isSameText(stored, { text: JSON.stringify(sent), value: sent }).then((isSame) => {
    isCompared = true;
    return isSame;
  });
  await nextTurn();
  const isOtherFirst = !isCompared;
  expect(await comparing).toBe(true);
  return isOtherFirst;
}

test("a large repeated body with another order of members is compared in turns, a small one at once (RUN-21)", async () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index % 10);
  const rows = Array.from({ length: 200 }, () => numbers);
  expect(await letsOthersWork({ rows, name: "large" })).toBe(true);
  expect(await letsOthersWork({ rows: [1, 2, 3], name: "small" })).toBe(false);
});
