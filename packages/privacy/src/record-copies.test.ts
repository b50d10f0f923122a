import { describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import { maskValue, type Mask } from "./mask-value.ts";
import { type HiddenField, RecordCopies } from "./record-copies.ts";

function field(name: string, mask: Mask | "denied", traits: Partial<HiddenField> = {}): HiddenField {
  const isDenied = mask === "denied";
  return { name, left: (value) => (isDenied ? null : maskValue(mask, value)), isDenied, isWord: false, ...traits };
}

function copiesOf(hidden: HiddenField, value: Json, isComplete = true): RecordCopies {
  const copies = new RecordCopies({ fields: [hidden], isComplete });
  copies.add(hidden, value);
  return copies;
}

describe("a masked value inside a sentence is replaced by what the mask leaves (PRIV-23)", () => {
  test.each<[Mask, Json, string, string]>([
    ["initials", "Quillmere Bakeries", "Quillmere Bakeries has no cyber policy.", "Q.B. has no cyber policy."],
    ["initials", "Quillmere Bakeries", "The policy of QUILLMERE BAKERIES ends.", "The policy of Q.B. ends."],
    ["initials", "Quillmere  Bakeries", "Quillmere Bakeries' policy ends.", "Q.B.' policy ends."],
    ["null", "Smith & Sons, Inc.", "It names Smith & Sons, Inc.", "It names ***."],
    ["null", "Quillmere Bakeries of the Northern Fens", "Quillmere Bakeries of the Nor… has none.", "*** has none."],
    ["last4", "48-7391265", "The FEIN is 48-7391265.", "The FEIN is ******1265."],
    ["last4", "48-7391265", "The FEIN is 487391265, as filed.", "The FEIN is ******1265, as filed."],
    ["year", "2031-03-01", "It expires on March 1, 2031, in 74 days.", "It expires on 2031, in 74 days."],
    ["year", "2031-03-01", "From 2031-03-01 on.", "From 2031 on."],
    ["null", 8437, "A premium of $8,437 a year.", "A premium of *** a year."],
    ["null", 8437.5, "It was 8,437.50, or $8,438.", "It was ***, or ***."],
    ["null", 0.1234, "It earns 12.3 % of it.", "It earns *** of it."],
    ["domain", "ann@quillmere.example", "Write to ann@quillmere.example today.", "Write to @quillmere.example today."],
    ["null", "OH", "The yard is in Ohio.", "The yard is in ***."],
    ["null", ["Ärzte Nord", "Fen"], "Ärzte Nord and Fen agree.", "*** and *** agree."],
    ["null", { line1: "9 Larch Way", city: "Fenmouth" }, "9 Larch Way in Fenmouth.", "*** in ***."],
  ])("%s of %j: %s", (mask, value, sentence, shown) => {
    expect(copiesOf(field("it", mask), value).shownIn({ detail: sentence })).toEqual({ detail: shown });
  });

  test.each<[Json, string]>([
    ["Quillmere", "The Quillmeres have none."],
    [8437, "The claim 18437 of policy N8437 and 8437x."],
    [9, "It has 9 vehicles."],
    ["Fe", "Fe is iron."],
    [37, "2026-11-28T23:16:37.577Z"],
    [577, "2026-11-28T23:16:37.577+02:00"],
    ["2026-11-28", "2026-11-28T23:16:37Z"],
  ])("%j does not change %s", (value, sentence) => {
    const document = { detail: sentence };
    expect(copiesOf(field("it", "null"), value).shownIn(document)).toBe(document);
  });

  test("a sentence with a value that is denied is withheld whole", () => {
    const copies = copiesOf(field("revenue", "denied"), 2_417_300);
    expect(copies.shownIn({ because: ["It earns $2,417,300.", "It is old."] })).toEqual({
      because: [null, "It is old."],
    });
  });
});

describe("what is computed of hidden numbers (PRIV-23)", () => {
  test("sums of some of them are hidden, as values and in sentences", () => {
    const premium = field("premium", "null");
    const copies = copiesOf(premium, 48_271.93);
    copies.addSums(premium, [48_271.93, 23_917.46, 17_653.29]);
    expect(
      copies.shownIn({
        counters: { paid: { value: 72_189.39 } },
        because: ["The premium of the policies in force is $89,842.68 a year.", "It has 9 vehicles."],
        other: 90_000,
      }),
    ).toEqual({
      counters: { paid: { value: null } },
      because: ["The premium of the policies in force is *** a year.", "It has 9 vehicles."],
      other: 90_000,
    });
  });

  test("of more than six the sum of all is hidden, and of all but one", () => {
    const paid = field("paid", "null");
    const copies = new RecordCopies({ fields: [paid], isComplete: true });
    copies.addSums(paid, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]);
    expect(copies.shownIn([127_000, 63_000, 126_000, 3_000])).toEqual([null, null, null, 3_000]);
  });

  test("every amount is hidden in a sentence of their subject, and in no other", () => {
    const amounts = [{ subject: /\bpremiums?\b/, isDenied: false }];
    const masked = new RecordCopies({ fields: [field("premium", "null")], amounts, isComplete: true });
    const text = "A higher limit adds 13.6 % to the premium, $354.55 a year. The limit is $1,000,000.";
    expect(masked.shownIn([text])).toEqual([
      "A higher limit adds 13.6 % to the premium, *** a year. The limit is $1,000,000.",
    ]);
    const denied = new RecordCopies({
      fields: [field("premium", "denied")],
      amounts: [{ subject: /\bpremiums?\b/, isDenied: true }],
      isComplete: true,
    });
    expect(denied.shownIn([text, "The limit is $1,000,000."])).toEqual([null, "The limit is $1,000,000."]);
  });
});

describe("a copy that stands as a value (PRIV-23)", () => {
  const name = field("name", "initials");
  const premium = field("premium", "null");
  const seat = field("producer_seat", "null");
  const copies = new RecordCopies({ fields: [name, premium, seat, field("status", "null")], isComplete: true });
  copies.add(name, "Quillmere Bakeries");
  copies.add(premium, 8437);
  copies.add(premium, 7);
  copies.add(seat, "q1");
  copies.add(field("status", "null"), "open");

  test.each<[Json, Json]>([
    [{ name: "Quillmere Bakeries" }, { name: "Q.B." }],
    [{ subject: { label: "Quillmere Bakeries" } }, { subject: { label: "Q.B." } }],
    [{ premium: 7 }, { premium: null }],
    [{ total: 8437 }, { total: null }],
    [{ score: 7 }, { score: 7 }],
    [
      { producer_seat: "q1", line: "q1" },
      { producer_seat: null, line: "q1" },
    ],
    [
      { profile: { premium: { value: 12, evidence_ids: [] } } },
      { profile: { premium: { value: null, evidence_ids: [] } } },
    ],
    [
      { ref: { fact: "account.premium" }, value: 12 },
      { ref: { fact: "account.premium" }, value: null },
    ],
    [{ facts: [{ path: "policies[].premium", value: 12 }] }, { facts: [{ path: "policies[].premium", value: null }] }],
    [{ client_key: "Quillmere Bakeries" }, { client_key: "Quillmere Bakeries" }],
    [
      { opportunity_id: "x", status: "open" },
      { opportunity_id: "x", status: "open" },
    ],
    [{ claims: [{ status: "open" }] }, { claims: [{ status: null }] }],
  ])("%j is shown as %j", (document, shown) => {
    expect(copies.shownIn(document)).toEqual(shown);
  });

  test("where values are not known, fields of the name and all sentences are hidden", () => {
    const unknown = copiesOf(name, "Quillmere Bakeries", false);
    expect(
      unknown.shownIn({
        name: "Earlier Name",
        detail: "Earlier Name is old.",
        kind: "fact",
        score: 3,
        because: ["Old."],
      }),
    ).toEqual({ name: "E.N.", detail: null, kind: "fact", score: 3, because: [null] });
  });

  test("members that copy a field which the reader sees stay where values are not known", () => {
    const fein = field("fein", "last4");
    const unknown = new RecordCopies({ fields: [fein], visible: ["account_name"], isComplete: false });
    expect(unknown.shownIn({ account_name: "Quillmere", title: "Quillmere, 48-7391265", fein: "48-7391265" })).toEqual({
      account_name: "Quillmere",
      title: null,
      fein: "******1265",
    });
  });

  test("what two fields have is shown as the one that leaves less", () => {
    const both = new RecordCopies({ fields: [name, field("dba", "null")], isComplete: true });
    both.add(name, "Quillmere Bakeries");
    both.add(field("dba", "null"), "Quillmere Bakeries");
    expect(both.shownIn({ detail: "Quillmere Bakeries." })).toEqual({ detail: "***." });
  });
});
