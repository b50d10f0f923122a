import { capitalized } from "@service/engine-kit";
import { dateInWords, isJsonArray, isJsonObject, type Json } from "@service/json";
import { AnswerText } from "../answer-text.ts";
import type { RunResult, RunSource } from "../run-source.ts";
import { stem } from "../text/stem.ts";
import { type LookedUp, lookedUp } from "./looked-up.ts";
import { means, type Reading, unexplained } from "./reading.ts";

const itemsMax = 8;
/** What a run does with gaps and findings. */
const verbs: ReadonlySet<string> = new Set(
  ["found", "find", "identify", "detect", "discover", "raise", "show", "flag", "uncover"].map(stem),
);

/** Headline, findings and gaps of the newest run of the subject that has them (ANSWER-14). */
export async function lookUpRuns(runs: RunSource | undefined, reading: Reading): Promise<LookedUp | undefined> {
  if (
    runs === undefined ||
    !means(reading, "field", "headline", "findings", "gaps") ||
    unexplained(reading).some((word) => !verbs.has(word.stem))
  )
    return undefined;
  if (
    means(reading, "family", "policies", "claims", "contacts", "documents", "invoices") &&
    !means(reading, "field", "gaps", "findings")
  )
    return undefined;
  const found = await runs.newest();
  const wanted = means(reading, "field", "gaps")
    ? "gaps"
    : means(reading, "field", "findings")
      ? "findings"
      : "headline";
  for (const run of found) {
    const answer = wanted === "headline" ? headline(run) : items(run, wanted, means(reading, "op", "count"));
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function headline(run: RunResult): LookedUp | undefined {
  const { headline: words } = run.output;
  if (typeof words !== "string" || words === "") return undefined;
  const text = new AnswerText().add(`The run of ${dateInWords(run.completedOn)} has the headline: `);
  text.cited(`“${words.toWellFormed()}”`, placeOf(run, "/headline", `${words.toWellFormed()} (${completed(run)})`));
  return lookedUp(text.add("."), words);
}

function items(run: RunResult, member: "gaps" | "findings", isCounted: boolean): LookedUp | undefined {
  const list = run.output[member];
  if (list === undefined || !isJsonArray(list)) return undefined;
  const titles = list.flatMap((item, index) => titleOf(item, index));
  const noun = member === "gaps" ? "gap" : "finding";
  const counted = `${list.length === 0 ? "no" : list.length} ${noun}${list.length === 1 ? "" : "s"}`;
  const text = new AnswerText().add(`The run of ${dateInWords(run.completedOn)} found `);
  text.cited(counted, placeOf(run, `/${member}`, `${capitalized(counted)} (${completed(run)})`));
  if (!isCounted && titles.length > 0) {
    text.add(": ");
    for (const [at, { title, severity, index }] of titles.slice(0, itemsMax).entries()) {
      if (at > 0) text.add("; ");
      const words = severity === undefined ? title : `${title} (${severity})`;
      text.cited(words, placeOf(run, `/${member}/${index}`, words));
    }
    if (titles.length > itemsMax)
      text
        .add("; and ")
        .cited(
          `${titles.length - itemsMax} more`,
          placeOf(run, `/${member}`, `${list.length} ${noun}s, ${titles.length - itemsMax} more`),
        );
  }
  return lookedUp(text.add("."), isCounted ? list.length : titles.map(({ title }) => title));
}

function titleOf(
  item: Json,
  index: number,
): { readonly title: string; readonly severity: string | undefined; readonly index: number }[] {
  if (!isJsonObject(item) || typeof item["title"] !== "string") return [];
  const { title, severity } = item;
  return [
    {
      title: title.toWellFormed().replace(/[.]+$/, ""),
      severity: typeof severity === "string" ? severity : undefined,
      index,
    },
  ];
}

function completed({ completedOn }: RunResult): string {
  return `completed on ${dateInWords(completedOn)}, ${completedOn}`;
}

function placeOf(run: RunResult, pointer: string, quote: string) {
  return {
    source: {
      kind: "run_outputs" as const,
      ref: { run_id: run.runId, pointer },
      title: `Run of ${run.completedOn}`,
      locator: pointer,
    },
    quote,
  };
}
