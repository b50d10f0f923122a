import { expect, test } from "@jest/globals";
import { endsWithin, NoAnswerError, within } from "./within.ts";

const never = new Promise<never>(() => undefined);

test("an answer in time is returned, and a failure in time is thrown", async () => {
  expect(await within(Promise.resolve("answer"), 60_000)).toBe("answer");
  await expect(within(Promise.reject(new Error("failed")), 60_000)).rejects.toThrow("failed");
});

test("what does not answer in time is given up, and its later failure is nobody's", async () => {
  const late = Promise.withResolvers<never>();
  await expect(within(late.promise, 1)).rejects.toBeInstanceOf(NoAnswerError);
  late.reject(new Error("much later"));
});

test("work that may take longer is waited for no longer than that", async () => {
  expect(await endsWithin(Promise.resolve(), 60_000)).toBe(true);
  expect(await endsWithin(never, 1)).toBe(false);
  await expect(endsWithin(Promise.reject(new Error("failed")), 60_000)).rejects.toThrow("failed");
});
