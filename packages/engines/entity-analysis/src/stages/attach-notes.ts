import type { EvidenceCollector, RuleOutcome, StageName } from "@service/engine-kit";
import type { Facts } from "@service/conditions";
import type { WrittenNote, WrittenParts } from "../output.ts";
import type { Finding } from "./findings.ts";
import type { Dimension, NoteRule, OverlayRule } from "../settings.ts";
import { truthOf } from "./judged.ts";
import { findingFacts } from "./findings.ts";

const notesPerDimensionMax = 5;

/** Tags that cut across dimensions, over each finding that is not a pass; at most `max_items` findings each. */
export function tagFindings(
  overlays: readonly OverlayRule[],
  findings: readonly Finding[],
  facts: Facts,
  outcomes: RuleOutcome[],
): { readonly categories: WrittenParts["categories"]; readonly tagsOf: ReadonlyMap<string, readonly string[]> } {
  const tagsOf = new Map<string, string[]>();
  const open = findings.filter((finding) => finding.status !== "pass");
  const asFacts = open.map((finding) => ({
    finding,
    facts: { ...facts, root: { ...facts.root, finding: findingFacts(finding) } },
  }));
  const categories = overlays.map((overlay) => {
    const keys: string[] = [];
    for (const entry of asFacts) {
      if (keys.length >= overlay.maxItems) break;
      if (overlay.assignWhen.evaluate(entry.facts) !== "true") continue;
      keys.push(entry.finding.findingKey);
      const tags = tagsOf.get(entry.finding.findingKey);
      if (tags === undefined) tagsOf.set(entry.finding.findingKey, [overlay.key]);
      else tags.push(overlay.key);
    }
    outcomes.push(scoreOutcome(overlay.key, keys.length > 0 ? "true" : "false"));
    return [overlay.key, { label: overlay.label, priority: overlay.priority, finding_keys: keys }] as const;
  });
  return { categories: Object.fromEntries(categories), tagsOf };
}

/** The notes that explain this output: at most five per dimension, most shared tags first, then by key (ENT-50). */
export function attachNotes(
  rules: readonly NoteRule[],
  dimensions: readonly Dimension[],
  findings: readonly Finding[],
  tagsOf: ReadonlyMap<string, readonly string[]>,
  facts: Facts,
  today: string,
  evidence: EvidenceCollector,
  outcomes: RuleOutcome[],
): WrittenNote[] {
  const open = findings.filter((finding) => finding.status !== "pass");
  const attached: {
    readonly note: NoteRule;
    readonly dimension: string | null;
    readonly keys: readonly string[];
    readonly overlap: number;
  }[] = [];
  for (const note of rules) {
    const isCurrent = (note.effectiveFrom ?? today) <= today && today <= (note.effectiveTo ?? today);
    const applies = isCurrent ? truthOf(note.appliesWhen, facts) : "false";
    const found = open.filter((finding) => isAttachedTo(note, finding));
    const isAttached =
      note.findingPrefix === undefined ? dimensions.some((one) => one.key === note.dimension) : found.length > 0;
    const result = applies === "true" ? (isAttached ? "true" : "false") : applies;
    outcomes.push(scoreOutcome(note.key, result));
    if (result !== "true") continue;
    const dimension = note.dimension ?? found[0]?.dimension ?? null;
    const near = new Set(found.flatMap((finding) => wordsOf(finding, tagsOf)));
    attached.push({
      note,
      dimension,
      keys: note.findingPrefix === undefined ? [] : found.map((finding) => finding.findingKey),
      overlap: note.tags.filter((tag) => near.has(tag)).length,
    });
  }
  attached.sort((a, b) => b.overlap - a.overlap || (a.note.key < b.note.key ? -1 : a.note.key > b.note.key ? 1 : 0));
  const perDimension = new Map<string | null, number>();
  return attached.flatMap(({ note, dimension, keys }) => {
    const count = perDimension.get(dimension) ?? 0;
    perDimension.set(dimension, count + 1);
    return count >= notesPerDimensionMax ? [] : [writeNote(note, dimension, keys, evidence)];
  });
}

function isAttachedTo(note: NoteRule, finding: Finding): boolean {
  if (note.dimension !== undefined && finding.dimension !== note.dimension) return false;
  const { findingPrefix: prefix } = note;
  if (prefix === undefined) return true;
  return [finding.findingKey, ...(finding.standsFor ?? [])].some((key) => key.startsWith(prefix));
}

/** Words of a finding that tags may match: its line, its coverage, its categories and the words of its rule key. */
function wordsOf(finding: Finding, tagsOf: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const { line, coverage } = finding.target ?? {};
  return [
    ...finding.ruleKey.split(/[^a-z0-9]+/i),
    ...(tagsOf.get(finding.findingKey) ?? []),
    ...[line, coverage, finding.dimension].filter((word) => word !== undefined),
  ];
}

function writeNote(
  note: NoteRule,
  dimension: string | null,
  keys: readonly string[],
  evidence: EvidenceCollector,
): WrittenNote {
  const id = evidence.add({ kind: "knowledge", ref: note.sourceRef ?? { rule_key: note.key }, excerpt: note.title });
  return {
    key: note.key,
    title: note.title,
    body: note.body,
    tags: note.tags,
    dimension,
    finding_keys: keys,
    ...(note.sourceRef === undefined ? {} : { source_ref: note.sourceRef }),
    evidence_ids: id === undefined ? [] : [id],
  };
}

function scoreOutcome(ruleKey: string, result: RuleOutcome["result"]): RuleOutcome {
  const stage: StageName = "score";
  return { ruleKey, stage, result };
}
