import { describe, expect, test } from "@jest/globals";
import { traceOwnership } from "./ownership.ts";
import type { Owner } from "./read-input.ts";

const owner = (key: string, share: number | undefined, parentKey?: string, role: Owner["role"] = "owner"): Owner => ({
  key,
  name: key,
  role,
  share,
  parentKey,
});
const strong = (...keys: string[]): ReadonlySet<string> => new Set(keys);

describe("traceOwnership (DIL-36, DIL-37, DIL-38, DIL-39)", () => {
  test("multiplies along the chain and adds over parties", () => {
    const owners = [owner("h", 0.8), owner("x", 0.5, "h"), owner("y", 0.2)];
    expect(traceOwnership(owners, strong("x", "y"))).toMatchObject({
      known: 1,
      blockedShare: 0.6,
      blocked: [
        { key: "x", share: 0.4 },
        { key: "y", share: 0.2 },
      ],
    });
  });

  test("does not add a share twice when it is held through another listed party", () => {
    expect(traceOwnership([owner("h", 0.6), owner("x", 1, "h")], strong("x", "h")).blockedShare).toBe(0.6);
  });

  test("keeps shares unrounded, and free of binary noise", () => {
    expect(traceOwnership([owner("a", 0.49996)], strong("a")).blockedShare).toBe(0.49996);
    const chain = traceOwnership([owner("h", 0.79999), owner("x", 0.625, "h")], strong("x"));
    expect(chain.blockedShare).toBeLessThan(0.5);
    expect(traceOwnership([owner("a", 0.7), owner("b", 0.1)], strong("a", "b"))).toMatchObject({
      known: 0.8,
      blockedShare: 0.8,
    });
    expect(traceOwnership([owner("h", 0.8), owner("x", 0.625, "h")], strong("x")).blockedShare).toBe(0.5);
  });

  test("an owner without a share is unknown, an officer without one owns nothing", () => {
    const owners = [owner("a", undefined), owner("b", undefined, undefined, "officer"), owner("c", 0.5, "a")];
    expect(traceOwnership(owners, strong("a", "b", "c"))).toMatchObject({ blockedShare: 0, unknownOwners: ["a", "c"] });
  });

  test("cuts circles, names them once, and never loses a listed owner in one", () => {
    const owners = [owner("a", 0.9, "b"), owner("b", 0.8, "a"), owner("s", 0.3, "s"), owner("t", 1, "a")];
    const traced = traceOwnership(owners, strong("a", "s"));
    expect(traced.cycles).toEqual([["a", "b"], ["s"]]);
    expect(traced.blockedShare).toBeCloseTo(1, 10);
    expect(traced.blocked).toEqual([
      { key: "a", share: 0.72 },
      { key: "s", share: 0.3 },
    ]);
  });

  test("follows five links and takes the product so far beyond them", () => {
    const chain = (length: number): Owner[] =>
      Array.from({ length }, (_, n) => owner(`p${n}`, 0.9, n === 0 ? undefined : `p${n - 1}`));
    expect(traceOwnership(chain(5), strong("p4"))).toMatchObject({ blockedShare: 0.59049, tooDeep: [] });
    expect(traceOwnership(chain(7), strong("p6"))).toMatchObject({ blockedShare: 0.59049, tooDeep: ["p5", "p6"] });
  });

  test("reports direct shares beyond the whole, which stays the most that is known (DIL-41)", () => {
    expect(traceOwnership([owner("a", 0.7), owner("b", 0.7)], strong())).toMatchObject({
      known: 1,
      isOverstated: true,
    });
    expect(traceOwnership([owner("a", 0.1), owner("b", 0.2), owner("c", 0.7)], strong())).toMatchObject({
      known: 1,
      isOverstated: false,
    });
  });
});
