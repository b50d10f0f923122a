import { describe, expect, test } from "@jest/globals";
import { chainFilters, filterLinks, type LinkPolicy, redactText, type TextFilter } from "../index.ts";
import { withoutMarker } from "./without-marker.ts";
import { addressesIn } from "./addresses.ts";
import { heldCharsMax } from "./link-steps.ts";

const sizes = [1, 2, 3, 7, 50, 100_000];

/** The filtered text, the same whatever the pieces are. */
function filtered(make: () => TextFilter, text: string): string {
  const results = new Set(sizes.map((size) => inPieces(make(), text, size)));
  expect([text.slice(0, 80), [...results]]).toEqual([text.slice(0, 80), [expect.any(String)]]);
  return [...results][0] ?? "";
}

function inPieces(filter: TextFilter, text: string, size: number): string {
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  return shown + filter.end();
}

const long = "a".repeat(400);
const links: readonly (readonly [string, string])[] = [
  ["see [the site](https://evil.com/x?y=1) now", "see the site now"],
  ['see [the site](https://evil.com "a title") now', "see the site now"],
  ["![pixel](https://evil.com/p.png?d=secret) after", " after"],
  ["![alt][1]\n\n[1]: https://evil.com/i.png", "[alt][1]\n\n[1]: (link removed)"],
  ["go to https://evil.com/a(b)c. Then", "go to (link removed). Then"],
  ["(https://evil.com)", "((link removed))"],
  ["abcdefghijklmnohttps://evil.com x", "abcdefghijklmno(link removed) x"],
  ["HTTPS://EVIL.com and www.evil.com/a, ok", "(link removed) and (link removed), ok"],
  ['<a href="https://evil.com">x</a> y', "x y"],
  ["<img src=x onerror=alert(1)>y", "y"],
  ["<https://evil.com> z", "(link removed) z"],
  ["[t](/relative) [u](javascript:alert(1)) [v](//evil.com)", "t u v"],
  ["[https://evil.com](https://evil.com)", "(link removed)"],
  ["javascript:alert(1) mailto:a@b.com", "(link removed) (link removed)"],
  [`[t](https://evil.com/${long}) tail`, "t tail"],
  [`https://evil.com/${long} tail`, "(link removed) tail"],
  [`<img src="https://evil.com/${long}"> tail`, " tail"],
  [`[${"w ".repeat(200)}](https://evil.com) tail`, `[${"w ".repeat(200)}] tail`],
  ["the end https://evil.com", "the end (link removed)"],
];
const plain = [
  "Premiums are 1,200 [1] and 900 [2][3].",
  "There are 2 contacts [1]: Pat Moreno (owner) [2]; Kim Lee [3]. In all [4]: none\nLimits [5]: 1/2",
  "x < 3 and y > 2, a <3 and c",
  "data: two files; note: this. file: none",
  "An array[0] and ![x and [open",
  "Text that ends with http",
  "Works w/o links! Really? www",
];

describe("links of an answer (MODEL-78)", () => {
  test.each(links)("none: %j", (text, shown) => {
    expect(filtered(() => filterLinks("none"), text)).toBe(shown);
    expect(filtered(() => filterLinks("cited_only"), text)).toBe(shown);
    expect(filtered(() => filterLinks("all"), text)).toBe(text);
  });

  test.each(plain)("what is no link stays: %j", (text) => {
    for (const policy of ["none", "cited_only"] as const)
      expect(filtered(() => filterLinks(policy), text)).toBe(text.replace("![x", "[x"));
  });

  test("cited_only lets cited addresses through, and no image of them", () => {
    const cited = new Set(["https://ok.com/a"]);
    const text = "[s](https://ok.com/a) ![i](https://ok.com/a) https://ok.com/a/. <https://ok.com/a> https://ok.com/b";
    expect(filtered(() => filterLinks("cited_only", cited), text)).toBe(
      "[s](https://ok.com/a)  https://ok.com/a/. <https://ok.com/a> (link removed)",
    );
    expect(addressesIn("See https://a.com/x(y). and (http://b.com).")).toEqual(["https://a.com/x(y)", "http://b.com"]);
  });

  test("holds back at most 256 characters", () => {
    for (const [text] of links) {
      const filter = filterLinks("none");
      let given = 0;
      let taken = 0;
      for (const char of `[${"x".repeat(600)}${text}`) {
        given += char.length;
        taken += filter.push(char).length;
        if (text === "") expect(given - taken).toBeLessThanOrEqual(heldCharsMax);
      }
    }
    const filter = filterLinks("none");
    const shown = filter.push(`[${"x".repeat(600)}`);
    expect(601 - shown.length).toBeLessThanOrEqual(heldCharsMax);
  });

  test("random pieces of links leave no address, whatever the pieces (property)", () => {
    const tokens = [
      "[",
      "]",
      "(",
      ")",
      "!",
      "<",
      ">",
      "https://e.co/x",
      "www.e.co",
      " ",
      "word",
      "\n",
      '"',
      ":",
      "[1]",
      "htt",
      "ps://e.co",
    ];
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    for (let n = 0; n < 2_000; n += 1) {
      const text = Array.from({ length: 1 + random(14) }, () => tokens[random(tokens.length)] ?? "").join("");
      const policy: LinkPolicy = n % 2 === 0 ? "none" : "cited_only";
      for (const size of [1, 3, 1_000]) {
        const shown = inPieces(filterLinks(policy), text, size);
        expect([text, size, shown]).toEqual([
          text,
          size,
          expect.not.stringMatching(/https?:\/\/\w|www\.\w|\]\((?!link removed)\S/),
        ]);
      }
    }
  });
});

describe("redaction of an answer (MODEL-79)", () => {
  const redacted = (text: string, kinds: ("email" | "phone")[] = ["email", "phone"]) =>
    filtered(() => redactText(kinds), text);
  test("hides addresses and telephone numbers, however they come", () => {
    expect(redacted("Call 206-555-0142 or (206) 555-0142, write ann@example.com.")).toBe(
      "Call [phone] or [phone], write [email].",
    );
    expect(redacted("+1 206 555 0142")).toBe("[phone]");
    expect(redacted("a@b.co", ["phone"])).toBe("a@b.co");
    expect(redacted("206-555-0142", ["email"])).toBe("206-555-0142");
  });
  test("leaves amounts, days, numbers of policies and versions", () => {
    const text = "On 2026-11-23 the limit is 1,000,000 of policy GL-2026-0042, 1234567 rows, 3.14159265.";
    expect(redacted(text)).toBe(text);
  });
  test("tells whether anything was hidden", () => {
    const filter = redactText(["email"]);
    filter.push("nothing ");
    expect(filter.hasRedacted()).toBe(false);
    filter.push("a@b.co ");
    expect(filter.hasRedacted()).toBe(true);
  });
});

test("filters stand one behind the other, and nothing of the end is lost", () => {
  const make = () => chainFilters([redactText(["email"]), filterLinks("none")]);
  expect(filtered(make, "Mail a@b.co or see [x](https://e.co) http")).toBe("Mail [email] or see x http");
});

test.each([1, 3, 7, 1_000])("the marker of a prompt is taken out, in pieces of %i (GROUND-66)", (size) => {
  const marker = "0a1b2c3d4e5f0a1b2c3d4e5f";
  const text = `a <<<${marker}>>> b ${marker}. c 0a1b| d <<<x>>> 0a1 ${marker.slice(0, 20)}`;
  const filter = withoutMarker(marker);
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  expect(shown + filter.end()).toBe(`a  b . c d <<<x>>> 0a1 ${marker.slice(0, 20)}`);
});
