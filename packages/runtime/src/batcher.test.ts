import { describe, expect, test } from "@jest/globals";

import { OverloadedError, createBatcher } from "./batcher.ts";

/** A `run` whose batches end when the test says so. */
function controlled<In, Out>(answer: (item: In) => Out) {
  const batches: { items: In[]; end: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: In[]): Promise<Out[]> =>
    new Promise((resolve, reject) => {
      batches.push({ items, end: () => resolve(items.map(answer)), fail: reject });
    });
  return { batches, run };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const limits = { maxBatch: 3, maxInFlight: 1, maxWaiting: 10 };

describe("createBatcher", () => {
  test("sends at once when a permit is free, and what arrives meanwhile as the next batch", async () => {
    const { batches, run } = controlled((item: number) => item * 10);
    const send = createBatcher({ run, ...limits });
    const first = send(1);
    await settled();
    const others = [send(2), send(3)];
    await settled();
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    batches[0]?.end();
    expect(await first).toBe(10);
    await settled();
    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    batches[1]?.end();
    expect(await Promise.all(others)).toEqual([20, 30]);
  });

  test("callers of one turn share a batch, up to its bound", async () => {
    const { batches, run } = controlled((item: number) => item);
    const send = createBatcher({ run, ...limits });
    const all = [1, 2, 3, 4].map(send);
    await settled();
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    batches[0]?.end();
    await settled();
    batches[1]?.end();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  test("a batch ends before the sum of its sizes is over its bound, and an item over the bound goes alone", async () => {
    const { batches, run } = controlled((item: number) => item);
    const send = createBatcher({
      run,
      maxBatch: 3,
      maxInFlight: 10,
      maxWaiting: 10,
      maxSize: { of: (item) => item, sum: 10 },
    });
    const all = [6, 4, 1, 20, 1, 1, 1, 1].map(send);
    await settled();
    expect(batches.map(({ items }) => items)).toEqual([[6, 4], [1], [20], [1, 1, 1], [1]]);
    for (const batch of batches) batch.end();
    await Promise.all(all);
  });

  test("a permit rests after its batch while the callers go on, and what arrives meanwhile forms one batch", async () => {
    const rested = Promise.withResolvers<void>();
    const { batches, run } = controlled((item: number) => item);
    const send = createBatcher({ run, ...limits, rest: (items) => (items > 1 ? rested.promise : undefined) });
    const first = [send(0), send(1)];
    await settled();
    batches[0]?.end();
    await Promise.all(first);
    const others = [send(2), send(3)];
    await settled();
    expect(batches).toHaveLength(1);
    rested.reject(new Error("what was waited for failed"));
    await settled();
    expect(batches[1]?.items).toEqual([2, 3]);
    batches[1]?.end();
    await Promise.all(others);
  });

  test("a permit does not rest when `rest` returns undefined", async () => {
    const { batches, run } = controlled((item: number) => item);
    const send = createBatcher({
      run,
      ...limits,
      rest: (items) => (items > 1 ? new Promise(() => undefined) : undefined),
    });
    for (const item of [1, 2]) {
      const sent = send(item);
      await settled();
      batches.at(-1)?.end();
      expect(await sent).toBe(item);
    }
  });

  test("sends the next batch before the callers of the last one go on, where the options request it", async () => {
    const order: string[] = [];
    const { batches, run } = controlled((item: number) => item);
    const send = createBatcher({
      ...limits,
      overlaps: true,
      run: (items: number[]) => {
        // As a connection pool does it.
        process.nextTick(() => order.push(`sent ${items.join(" ")}`));
        return run(items);
      },
    });
    const first = send(1).then(() => order.push("resolved 1"));
    await settled();
    const second = send(2).then(() => order.push("resolved 2"));
    batches[0]?.end();
    await first;
    expect(order).toEqual(["sent 1", "sent 2", "resolved 1"]);
    batches[1]?.end();
    await second;
  });

  test("keeps at most the allowed number of batches under way", async () => {
    const { batches, run } = controlled((item: number) => item);
    const send = createBatcher({ run, maxBatch: 1, maxInFlight: 2, maxWaiting: 10 });
    const all = [1, 2, 3].map(send);
    await settled();
    expect(batches).toHaveLength(2);
    batches[0]?.end();
    await settled();
    expect(batches).toHaveLength(3);
    for (const batch of batches) batch.end();
    await Promise.all(all);
  });

  test("a failed batch is not repeated: all its callers receive the error immediately", async () => {
    let attempts = 0;
    const send = createBatcher({
      ...limits,
      run: (_items: number[]): Promise<number[]> => {
        attempts += 1;
        return Promise.reject(new Error("away"));
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(send));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(attempts).toBe(1);
  });

  test("repeats a failed batch item by item where the options request it, and only the bad item fails", async () => {
    const send = createBatcher({
      ...limits,
      repeatsOneByOne: (error) => error instanceof RangeError,
      run: async (items: number[]) => {
        if (items.includes(2)) throw new RangeError("two is bad");
        return items;
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(send));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("does not repeat for an error that no single item causes: all items receive it, after one attempt", async () => {
    let attempts = 0;
    const send = createBatcher({
      ...limits,
      repeatsOneByOne: (error) => !(error instanceof RangeError),
      run: (_items: number[]): Promise<number[]> => {
        attempts += 1;
        return Promise.reject(new RangeError("away"));
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(send));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(attempts).toBe(1);
  });

  test("stops repeating at the first error that no single item causes: the rest of the batch receives it immediately", async () => {
    const batches: number[][] = [];
    const send = createBatcher({
      ...limits,
      repeatsOneByOne: (error) => error instanceof RangeError,
      run: async (items: number[]) => {
        batches.push(items);
        if (items.length > 1) throw new RangeError("one of them is bad");
        if (items.includes(2)) throw new Error("away");
        return items;
      },
    });
    const [first, second, third] = await Promise.allSettled([1, 2, 3].map(send));
    expect(first).toEqual({ status: "fulfilled", value: 1 });
    for (const result of [second, third]) expect(result).toMatchObject({ reason: new Error("away") });
    expect(batches).toEqual([[1, 2, 3], [1], [2]]);
  });

  test("refuses callers beyond the bound of waiting ones", async () => {
    const { batches, run } = controlled((item: number) => item);
    const send = createBatcher({ run, maxBatch: 1, maxInFlight: 1, maxWaiting: 2 });
    const first = send(0);
    await settled();
    const waiting = [send(1), send(2)];
    await expect(send(3)).rejects.toThrow(OverloadedError);
    for (let index = 0; index < 3; index += 1) {
      batches[index]?.end();
      await settled();
    }
    await Promise.all([first, ...waiting]);
  });

  test("a batch with a wrong number of results fails its items", async () => {
    const send = createBatcher({ ...limits, run: async (_items: number[]): Promise<number[]> => [] });
    await expect(send(1)).rejects.toThrow("0 results for 1 items");
  });
});
