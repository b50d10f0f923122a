import { expect, test } from "@jest/globals";
import * as z from "zod";

/** What stands in for Jest's globals: a copy of its own, as this file runs on the one of its process. */
const Globals = z.object({
  setGlobals: z.function({ input: [z.unknown()] }),
  describe: z.custom<{ skip: (title: string) => unknown }>(),
});

test("a module that several test files share skips in the file that runs now", async () => {
  const { setGlobals, describe } = Globals.parse(await import(new URL("jest-globals.mjs?own", import.meta.url).href));
  const fileNamed = (name: string) => ({ describe: { skip: (title: string) => `${name} skips ${title}` } });
  setGlobals(fileNamed("first"));
  const kept = describe.skip;
  setGlobals(fileNamed("second"));
  expect(kept("the browser")).toBe("second skips the browser");
});
