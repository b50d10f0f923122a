import { expect, test } from "@jest/globals";
import { localPath } from "./provider-sign-in.ts";

test.each([
  ["/o/a/e/live/runs?status=failed#top", "/o/a/e/live/runs?status=failed#top"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["/a\n/b", "/"],
  ["", "/"],
  [undefined, "/"],
])("a sign-in that wants %j leads to %j: a path of the console (CON-82)", (next, path) => {
  expect(localPath(next)).toBe(path);
});
