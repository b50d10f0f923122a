import { expect, test } from "@jest/globals";
import { toCsv } from "./csv.ts";

const columns = [
  { title: "Name", text: ({ name }: { name: string }) => name },
  { title: "Sum", text: ({ sum }: { sum?: number | null }) => sum },
];

test("a file has CRLF, quotes around commas, quotes and line breaks, and nothing for no value (RFC 4180, CON-93)", () => {
  const rows = [{ name: 'Meyer, "Sons"\nLtd', sum: 3.5 }, { name: "Plain" }, { name: "Nil", sum: null }];
  expect(toCsv(columns, rows)).toBe('Name,Sum\r\n"Meyer, ""Sons""\nLtd",3.5\r\nPlain,\r\nNil,\r\n');
});

test("text that a spreadsheet would run gets an apostrophe, a number below zero does not", () => {
  const rows = ["=1+1", "+1", "-1", "@x", "\tx", "\rx"].map((name) => ({ name, sum: -1 }));
  const cells = toCsv(columns, rows).split("\r\n").slice(1, -1);
  expect(cells.map((line) => line.replace(/^"/, "").startsWith("'"))).toEqual(cells.map(() => true));
  expect(cells.every((line) => line.endsWith(",-1"))).toBe(true);
});

test("a head of a column that a customer named is as safe as a cell", () => {
  expect(toCsv([{ title: "=cmd", text: () => "" }], [])).toBe("'=cmd\r\n");
});
