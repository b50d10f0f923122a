import { counted } from "@service/engine-kit";
import { type Json, isJsonArray, isJsonObject, byText, clipped } from "@service/json";
import { type RejectedOffering, rejectedMax } from "../output.ts";
import type { Need } from "./client.ts";
import type { Failure, FailureTrace, FilteredOut, Placement } from "./placement.ts";
import type { Candidate } from "./rank.ts";
import type { Solution } from "./solutions.ts";
import { unknownInWords } from "./fact-words.ts";
import { asSentence, lineName, shown } from "./wording.ts";

/** Standing of a need after ranking. */
export type NeedStanding = {
  readonly need: Need;
  readonly eligible: number;
  readonly refer: number;
  readonly needsInfo: number;
  /** Its best single solution, when it is among those returned. */
  readonly best: Solution | undefined;
  /** Why no market can be approached yet. */
  readonly gap: Gap | undefined;
};

export type Gap = {
  /** One or two sentences. */
  readonly text: string;
  /** The gravest cause, as the middle of a sentence. */
  readonly cause: string;
};

const traceMax = 10;

type Rejection = {
  readonly needKey: string;
  readonly offeringKey: string;
  readonly carrierKey: string;
  readonly failures: readonly Failure[];
};

/**
 * Rejected offerings with their first reasons, at most 2,000. An offering for another need's line is no rejection; one that
 * writes none of the lines wanted is, and comes last.
 */
export function presentRejected(
  filteredOut: readonly FilteredOut[],
  knockedOut: readonly Placement[],
  needs: readonly Need[],
  reasonsKept: number,
): readonly RejectedOffering[] {
  const wantedLines = new Set<string>(needs.map(({ line }) => line));
  const rejections: Rejection[] = [];
  const strangers: Rejection[] = [];
  for (const { need, offering, failures } of [...filteredOut, ...knockedOut]) {
    const rejection = { needKey: need.key, offeringKey: offering.key, carrierKey: offering.carrierKey, failures };
    if (failures[0]?.ruleKey !== "line") rejections.push(rejection);
    else if (![...offering.lines].some((line) => wantedLines.has(line))) strangers.push(rejection);
  }
  return [...rejections.sort(byKeys), ...strangers.sort(byKeys)].slice(0, rejectedMax).map((rejection) => {
    const failures = rejection.failures.slice(0, reasonsKept);
    const trace = failures.flatMap((failure) => presentTrace(failure)).slice(0, traceMax);
    return {
      offering_key: rejection.offeringKey,
      carrier_key: rejection.carrierKey,
      need_key: rejection.needKey,
      rule_keys: failures.map(({ ruleKey }) => ruleKey),
      reasons: failures.map(({ reason }) => shown(reason(), 300)),
      ...(trace.length === 0 ? {} : { trace }),
    };
  });
}

/** Why no market can be approached: nobody writes the line, all are rejected, or facts are missing. */
export function gapReason(
  need: Need,
  candidates: readonly Candidate[],
  placements: readonly Placement[],
  filteredOut: readonly FilteredOut[],
): Gap {
  const line = lineName(need.line);
  if (candidates.length > 0) {
    const facts = new Map<string, number>();
    for (const { placement } of candidates) {
      for (const fact of placement.missing) facts.set(fact, (facts.get(fact) ?? 0) + 1);
    }
    const [most] = [...facts].sort(([a, x], [b, y]) => y - x || byText(a, b));
    const cause = most === undefined ? "a fact is not on file" : unknownInWords([most[0]], "a program");
    const stays = candidates.length === 1 ? "stays" : "stay";
    return { text: `${counted(candidates.length, "offering")} for ${line} ${stays} open, because ${cause}.`, cause };
  }
  const rejections = [...placements, ...filteredOut.filter((out) => out.need === need)];
  const failures = rejections.flatMap(({ failures: [first] }) =>
    first === undefined || first.ruleKey === "line" ? [] : [first],
  );
  if (failures.length === 0) {
    const cause = `no offering writes ${line}`;
    return { text: asSentence(cause), cause };
  }
  const counts = new Map<string, { count: number; readonly first: Failure }>();
  for (const failure of failures) {
    const existing = counts.get(failure.ruleKey);
    if (existing === undefined) counts.set(failure.ruleKey, { count: 1, first: failure });
    else existing.count += 1;
  }
  const [most] = [...counts].sort(([a, x], [b, y]) => y.count - x.count || byText(a, b));
  const cause = most?.[1].first.reason() ?? "none fits";
  return failures.length === 1
    ? { text: `The one offering for ${line} is ruled out. ${asSentence(cause)}`, cause }
    : {
        text: `${failures.length === 2 ? "Both" : `All ${failures.length}`} offerings for ${line} are ruled out. For example, ${cause}.`,
        cause,
      };
}

function presentTrace({ ruleKey, trace }: Failure): NonNullable<RejectedOffering["trace"]> {
  return (trace?.() ?? []).map(({ path, op, expected, actual }: FailureTrace) => ({
    rule_key: ruleKey,
    path,
    op,
    expected: scalar(expected),
    actual: scalar(actual),
  }));
}

/** Lists and objects of a trace are shown as short strings: a trace contains no documents. */
function scalar(value: Json): string | number | boolean | null {
  if (isJsonArray(value) || isJsonObject(value)) return clipped(JSON.stringify(value), 300);
  return typeof value === "string" ? clipped(value, 300) : value;
}

function byKeys(a: Rejection, b: Rejection): number {
  return byText(a.needKey, b.needKey) || byText(a.offeringKey, b.offeringKey);
}
