import { describe, expect, test } from "@jest/globals";
import { addressesIn } from "./addresses.ts";
import { filterLinks, type LinkPolicy } from "./link-filter.ts";
import { heldCharsMax } from "./link-steps.ts";

const sizes = [1, 2, 3, 7, 50, 100_000];
const ok = "https://ok.example";
const cited = new Set([ok, "https://ok.example/?id=5", "https://medium.example/@evil.example"]);

function inPieces(policy: LinkPolicy, text: string, size: number): string {
  const filter = filterLinks(policy, cited);
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  return shown + filter.end();
}

/** The filtered text, the same whatever the pieces are. */
function filtered(policy: LinkPolicy, text: string): string {
  const results = new Set(sizes.map((size) => inPieces(policy, text, size)));
  expect([text.slice(0, 80), [...results]]).toEqual([text.slice(0, 80), [expect.any(String)]]);
  return [...results][0] ?? "";
}

const policies = ["none", "cited_only"] as const;
const keptAddress = /<?https:\/\/ok\.example(?![^\s<>"'`)]*[a-z0-9])>?/g;
const long = "a".repeat(400);

describe("a link that is kept (MODEL-78)", () => {
  test.each([
    [
      `[terms ![b](https://track.example/i.png?d=SECRET) <script>alert(1)</script> <img src=x onerror=alert(2)>](${ok})`,
      `[terms  alert(1) ](${ok})`,
    ],
    [`[a<img src=x onerror=alert(1)>](${ok})`, `[a](${ok})`],
    [`[a](${ok} "<img src=x onerror=alert(1)>")`, `[a](${ok})`],
    [`[a](${ok} 'title') b`, `[a](${ok}) b`],
    [`[![b][c] d](${ok})`, `[[b][c] d](${ok})`],
    [`[<b onclick=alert(1)>x](${ok})`, `[x](${ok})`],
    [`[see https://evil.example or www.evil.example](${ok})`, `[see (link removed) or (link removed)](${ok})`],
    [`[${ok}](${ok})`, `[${ok}](${ok})`],
    [`[${"w ".repeat(200)}<img src=x>](${ok} "<img src=y>")`, `[${"w ".repeat(200)}](${ok})`],
    [`[x]: ${ok} "title <img src=x onerror=alert(1)>"\nand`, `[x]: ${ok}\nand`],
    [`[x]: <${ok}> 'title'`, `[x]: ${ok}`],
    [`[<img src=x>x]: ${ok}\nand`, `[ x]: ${ok}\nand`],
    [`[x]: ${ok} and more`, `[x]: ${ok} and more`],
    [`see <${ok}>, <${ok}/?id=5>.`, `see <${ok}>, ${ok}/?id=5 .`],
  ])("has words alone: %j", (text, shown) => {
    expect(filtered("cited_only", text)).toBe(shown);
  });

  test.each([
    [`${ok}<b>.evil.example`, `${ok} .evil.example`],
    [`${ok}).evil.example/x`, `${ok} ).evil.example/x`],
    [`${ok}'.evil.example/x`, `${ok} '.evil.example/x`],
    [`"${ok}".`, `"${ok}".`],
    [`[x](https://medium.example\\@evil.example)`, "x"],
    [`[x](https:medium.example/@evil.example)`, "x"],
    [`a](${ok}).evil.example/x`, `a](${ok}) .evil.example/x`],
    [`\\[a](${ok})evil`, `\\[a](${ok}) evil`],
    [`\\<${ok}>evil`, `\\<${ok}> evil`],
    [`**[a](${ok})**, [b](${ok}).`, `**[a](${ok})**, [b](${ok}).`],
    [`${ok}<https://evil.example>`, `${ok} (link removed)`],
    [`[a](${ok})<b>(https://evil.example)`, `[a](${ok}) ((link removed))`],
    [`!<b>[a](${ok})`, `! [a](${ok})`],
  ])("leads to the cited address: %j", (text, shown) => {
    expect(filtered("cited_only", text)).toBe(shown);
  });
});

test("a kept link that fills what is held back does not grow (MODEL-78)", () => {
  for (const link of [`](${ok})`, `<${ok}>`, ok])
    for (let n = -3; n <= 3; n += 1) {
      const label = "w".repeat(heldCharsMax - link.length - 1 + n);
      for (const text of [
        `[${label}${link}.evil.example`,
        `[${label} ${link}.evil.example`,
        `[x]: ${label}\n[x]:${link}.evil.example`,
      ])
        expect(filtered("cited_only", text)).not.toContain(`${link}.evil`);
    }
  const path = "a".repeat(heldCharsMax);
  for (let n = -30; n <= 3; n += 1) {
    const long = `${ok}/${path.slice(0, heldCharsMax - ok.length + n)}`;
    for (const start of ["", "[x]: ", "[x](", "<"]) {
      const filter = filterLinks("cited_only", new Set([long]));
      expect(filter.push(`${start}${long}evil) `) + filter.end()).not.toContain(`${long}evil`);
    }
  }
});

describe.each(policies)("%s (MODEL-78)", (policy) => {
  test.each([
    ["www<b>.evil.example", "www .evil.example"],
    ["www<i>.evil.example/?q=1", "www .evil.example/?q=1"],
    ["www![x](y).evil.example", "www .evil.example"],
    ["see www<b>.evil.example now", "see www .evil.example now"],
    ["[www](https://evil.example).evil.example", "www .evil.example"],
    ["www.<b>.evil.example", "www. .evil.example"],
    ["https:<b>//evil", "https: //evil"],
    ['www.\'evil.example "www." ends', 'www. \'evil.example "www." ends'],
    ["www.<https://evil.example>", "www. (link removed)"],
    ["ht<i>tps://evil", "ht tps://evil"],
    ["<<b>script>x", "< script>x"],
    ["<<b>?php x", "< ?php x"],
    ["<_<b>x@e.co>", "<_ x@e.co>"],
    ["!<b>[x](y)", "! x"],
    ["the end<b>. Next", "the end. Next"],
    ["https\\://evil.example www\\.evil.example", "(link removed) (link removed)"],
    ["https&#58;//evil.example &#x77;ww.evil.example", "https& #58;//evil.example & #x77;ww.evil.example"],
    ["R&D, A &amp; B, it&#39;s, Q&A", "R&D, A &amp; B, it&#39;s, Q&A"],
  ])("builds no link by taking something out: %j", (text, shown) => {
    expect(filtered(policy, text)).toBe(shown);
  });

  test.each([
    ["<b word", "< b word"],
    ["<script ] word", "< script ] word"],
    ["<//other.example>", "< //other.example>"],
    ["<!--", "< !--"],
    ["<!-- what follows", "< !-- what follows"],
    ["a <!-- hidden <b> --> b", "a  b"],
    ["a<!-->b<!DOCTYPE html>c<?php echo 1 ?>d", "a b c d"],
    ["<![CDATA[ x", "< [CDATA[ x"],
    ["<![CDATA[ x ]]>y", "y"],
    ["</>x</ x>", "< />x< / x>"],
    ["end <", "end <"],
    ["end <b", "end < b"],
    ["end </", "end < /"],
    [`<img alt="a > b" onerror='alert(1)'>y`, "y"],
    [`<img alt="a > b>y`, ` b>y`],
    ["<b\n\nword>", "< b\n\nword>"],
    [`<b ${"w ".repeat(200)}> tail`, `< b ${"w ".repeat(200)}> tail`],
    [`<b/onclick="${long}"> tail`, " tail"],
    ["<svg/onload=alert(1)><math><mtext></svg>x", "x"],
  ])("leaves no tag: %j", (text, shown) => {
    expect(filtered(policy, text)).toBe(shown);
  });

  test.each([
    ["The discount applies if age<limit and seats>3", "The discount applies if age< limit and seats>3"],
    ["From: Alice Smith <alice@example.com>", "From: Alice Smith alice@example.com"],
    ["<alice@example.com>, <1b@example.com>: both", "alice@example.com, 1b@example.com : both"],
    ["the field <policy_number> is required", "the field < policy_number> is required"],
    ["List<String> of a</List>", "List< String> of a< /List>"],
    ["<xss onmouseover=alert(1)> <x-a onclick=alert(1)>", "< xss onmouseover=alert(1)> < x-a onclick=alert(1)>"],
    ["<bb> <svg:script>", "< bb> < svg:script>"],
    ["<custom:call>", "< custom:call>"],
    ["x < 3 and a <3, 1<2, <-, <= 5, <>", "x < 3 and a <3, 1<2, <-, <= 5, <>"],
    ["<https://evil.example and", "< (link removed) and"],
    ["<mailto:alice@example.com>", "(link removed)"],
    ["<www.evil.example@x.example>", "(link removed)"],
  ])("keeps the words: %j", (text, shown) => {
    expect(filtered(policy, text)).toBe(shown);
  });

  test.each([
    ["[x]: //evil.example\nand [x]", "[x] : //evil.example\nand [x]"],
    ["[a\\]b]: //evil.example", "[a\\]b] : //evil.example"],
    [`[${"w ".repeat(200)}]: /path\n`, `[${"w ".repeat(200)}] : /path\n`],
    ["> [x]:\n> //evil.example", "> [x] :\n> //evil.example"],
    [`${"> ".repeat(40)}[x]: //evil.example`, `${"> ".repeat(40)}[x] : //evil.example`],
    ["[x]: //evil.example <b>\n", "[x] : //evil.example \n"],
    ["[x]: https://evil.example 'a'\nb", "[x]: (link removed) 'a'\nb"],
    ["[x]: ='<img src=x>", "[x] : ='"],
    ["[1]: Pat Moreno (owner)", "[1]: Pat Moreno (owner)"],
  ])("leaves no definition of a link: %j", (text, shown) => {
    expect(filtered(policy, text)).toBe(shown);
  });

  test("random mixes leave no address, no image and no tag, whatever the pieces (property)", () => {
    const tokens = [
      ...Array.from("[]()!<>[]()!<>\"'/\\:.?&*_-="),
      "](",
      "![",
      "]:",
      "\n",
      "\n\n",
      " ",
      "word",
      "<b",
      "<b>",
      "</i>",
      "<!--",
      "-->",
      "<?x",
      "<script",
      "<img src=x onerror=alert(1)>",
      "<limit",
      "<a@b.co>",
      "<https://e.co/x>",
      "https://e.co/x",
      "www.e.co",
      "www",
      ".e.co",
      "htt",
      "ps:",
      "//e.co",
      ok,
      `[t](${ok})`,
      `](${ok})`,
      "![x](y)",
      "[t](https://e.co)",
      "&#58;",
    ];
    let state = 11;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
      return Math.floor((state / 0x80_00_00_00) * below);
    };
    const found: unknown[] = [];
    for (let n = 0; n < 4_000; n += 1) {
      const text = Array.from({ length: 1 + random(14) }, () => tokens[random(tokens.length)] ?? "").join("");
      const shown = [1, 3, 1_000].map((size) => inPieces(policy, text, size));
      const rest = policy === "none" ? shown[0] : shown[0]?.replaceAll(`](${ok})`, "").replaceAll(keptAddress, "");
      if (new Set(shown).size > 1 || /https?:\/\/\w|www\.\w|!\[|<[a-z/!?]/i.test(rest ?? "")) found.push([text, shown]);
    }
    expect(found.slice(0, 5)).toEqual([]);
  });

  test("holds back at most 256 characters", () => {
    for (const start of [
      "<b ",
      "<!-- ",
      "<",
      "<b x=",
      "[",
      "![",
      "[t](",
      "](",
      "]:",
      "[x]: ",
      `[x]: ${ok} "`,
      "www.",
      "&#",
      "data:",
    ])
      for (const filler of ["x", " ", "x "]) {
        const filter = filterLinks(policy, cited);
        let isSeen = false;
        for (const char of `${start}${filler.repeat(heldCharsMax + 10)}`) isSeen = filter.push(char) !== "" || isSeen;
        // What is longer is decided: shown, or left out up to its end.
        expect([start, filler, isSeen || (filter.push("\n\n)> z") + filter.end()).endsWith("z")]).toEqual([
          start,
          filler,
          true,
        ]);
      }
  });

  test("takes linear time", () => {
    for (const piece of [
      "<",
      "<b ",
      "<b a=",
      "[",
      "[a](",
      "](",
      "[x]: ",
      "\n[",
      "www.",
      "https://",
      ")",
      "&#",
      "\n",
      "!",
      `${ok}).`,
    ]) {
      const text = piece.repeat(100_000 / piece.length);
      const startedAt = performance.now();
      for (const size of [1_000, 200_000]) inPieces(policy, `${text}https://e.co/${text}`, size);
      expect([piece, performance.now() - startedAt < 5_000]).toEqual([piece, true]);
    }
  });
});

test("addresses of a long source are found in linear time (MODEL-78)", () => {
  expect(addressesIn(`https://a.example/${")".repeat(100_000)}${".".repeat(100_000)}`)).toEqual(["https://a.example/"]);
});
