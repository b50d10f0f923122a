import { expect, test } from "@jest/globals";
import { dividePage, passageCharsMax } from "./divide-page.ts";

const paragraph = "The desk answers every letter within two working days of its arrival. ".repeat(9).trim();

test("a heading or a question stays with what it stands above (GROUND-23)", () => {
  for (const heading of ["Letters of complaint", "Who answers letters of complaint?"]) {
    const text = `${paragraph}\n\n${paragraph}\n\n${heading}\n\n${paragraph}`;
    expect(text.indexOf(heading)).toBeLessThan(passageCharsMax);
    const parts = dividePage(text);
    expect(parts).toEqual([`${paragraph}\n\n${paragraph}`, `${heading}\n\n${paragraph}`]);
  }
});

test("a short last line that is a sentence ends its part (GROUND-23)", () => {
  const text = `${paragraph}\n\n${paragraph}\n\nNobody else does.\n\n${paragraph}`;
  expect(dividePage(text)).toEqual([`${paragraph}\n\n${paragraph}\n\nNobody else does.`, paragraph]);
});

test("nothing is left out, whatever the form of the text (GROUND-23)", () => {
  const lines = Array.from({ length: 300 }, (_, at) => `Line ${at}`).join("\n\n");
  for (const text of [lines, "x".repeat(5_000), "word ".repeat(1_000), `${"Heading\n\n".repeat(400)}end`]) {
    const parts = dividePage(text);
    expect(parts.every((part) => part.length <= passageCharsMax)).toBe(true);
    expect(parts.join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
  }
});
