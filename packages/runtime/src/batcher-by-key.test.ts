import { expect, test } from "@jest/globals";
import { createBatcherByKey } from "./batcher-by-key.ts";
import { OverloadedError } from "./batcher.ts";

type Item = { readonly key: string; readonly value: number };

/** Batches that end when the test says so. */
function controlled(options: { maxKeysInFlight: number; maxWaiting?: number }) {
  const batches: { items: Item[]; end: () => void; fail: (error: Error) => void }[] = [];
  const send = createBatcherByKey<Item, number>({
    maxBatch: 10,
    maxWaiting: 100,
    keyOf: (item) => item.key,
    ...options,
    run: (items) =>
      new Promise((resolve, reject) => {
        batches.push({ items, end: () => resolve(items.map(({ value }) => value)), fail: reject });
      }),
  });
  return { batches, send: (key: string, value: number) => send({ key, value }) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("callers of one key share batches, one under way at a time; another key does not wait for them", async () => {
  const { batches, send } = controlled({ maxKeysInFlight: 2 });
  const first = send("a", 1);
  await settled();
  const next = [send("a", 2), send("a", 3)];
  const other = send("b", 4);
  await settled();
  expect(batches.map(({ items }) => items.map(({ value }) => value))).toEqual([[1], [4]]);
  batches[1]?.end();
  expect(await other).toBe(4);
  batches[0]?.end();
  expect(await first).toBe(1);
  await settled();
  expect(batches[2]?.items.map(({ value }) => value)).toEqual([2, 3]);
  batches[2]?.end();
  expect(await Promise.all(next)).toEqual([2, 3]);
});

test("at most so many keys are under way; the next goes when one of them ends, well or badly", async () => {
  const { batches, send } = controlled({ maxKeysInFlight: 1 });
  const first = send("a", 1);
  await settled();
  const second = send("b", 2);
  await settled();
  expect(batches).toHaveLength(1);
  batches[0]?.fail(new Error("locked"));
  await expect(first).rejects.toThrow("locked");
  await settled();
  batches[1]?.end();
  expect(await second).toBe(2);
});

test("refuses callers beyond the bound over all keys", async () => {
  const { batches, send } = controlled({ maxKeysInFlight: 5, maxWaiting: 2 });
  const waiting = [send("a", 1), send("b", 2)];
  await expect(send("c", 3)).rejects.toThrow(OverloadedError);
  await settled();
  for (const batch of batches) batch.end();
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});
