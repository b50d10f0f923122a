import { expect, test } from "@jest/globals";
import { csvLine } from "./csv-line.ts";

test("cells are quoted where they must be, and none begins a formula (IMP-74)", () => {
  expect(csvLine(["plain", 'with "quotes"', "a,b", "two\nlines", ""])).toBe(
    'plain,"with ""quotes""","a,b","two\nlines",\r\n',
  );
  for (const cell of ["=1+1", "+1", "-1", "@sum", "\t=1", " =1"]) expect(csvLine([cell])).toBe(`'${cell}\r\n`);
  expect(csvLine([-1, 0.5, true, null, undefined])).toBe("-1,0.5,true,,\r\n");
});
