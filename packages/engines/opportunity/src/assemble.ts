import { type EvidenceCollector, fromCents, workItem } from "@service/engine-kit";
import {
  type JsonObject,
  roundHalfAwayFromZero,
  clipped,
  counted,
  objectsIn,
  part,
  text,
  textsIn,
} from "@service/json";
import { templateNarrative, type NarrativeSentence } from "@service/models";
import type { Account } from "./stages/account.ts";
import { money, type Bench, type Candidate } from "./stages/candidate.ts";
import { sumOfCents, words } from "./stages/row-fields.ts";
import { workItemKindOf, type OpportunityKind } from "./codes.ts";
import type { Skipped } from "./stages/load-book.ts";
import type { Row } from "./stages/write-rows.ts";

/** Results of the stages, before the output is written. */
export type Answer = {
  readonly bench: Bench;
  readonly accounts: readonly Account[];
  /** Set when the run is about one client. */
  readonly clientKey: string | undefined;
  readonly rows: readonly Row[];
  readonly resolved: readonly JsonObject[];
  readonly skipped: readonly Skipped[];
  readonly evidence: EvidenceCollector;
  readonly pack: { readonly key: string; readonly version: number; readonly sha256: string };
};

/**
 * Findings and work items cover the most valuable opportunities only: both lists are bounded far below the
 * opportunities.
 */
const namedMax = 200;
const skippedMax = 1000;
const narratedMax = 5;

/** The `output` of a run (TYPE-39, OPP-74). */
export function assembleOutput(answer: Answer): JsonObject {
  const { bench, accounts, rows, resolved, evidence } = answer;
  const { book } = bench;
  const byKind = new Map<OpportunityKind, number>(answer.bench.settings.kinds.map((kind) => [kind, 0]));
  const changes = { new: 0, updated: 0, unchanged: 0 };
  let expectedCents = 0;
  for (const { row, selected } of rows) {
    const { kind, expectedCents: cents } = selected.candidate;
    byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    const change = text(row, "change");
    if (change === "new" || change === "updated" || change === "unchanged") changes[change] += 1;
    expectedCents = sumOfCents(expectedCents, cents);
  }
  const expected = fromCents(expectedCents);
  const clients = new Set(rows.map(({ selected }) => selected.candidate.account.clientKey)).size;
  const only = accounts.find((account) => account.clientKey === answer.clientKey);
  const subject: JsonObject =
    answer.clientKey === undefined
      ? { kind: "book", key: "book", label: "Book" }
      : { kind: "account", key: answer.clientKey, label: clipped(only?.name ?? answer.clientKey, 200) };
  const headline = clipped(
    `${counted(rows.length, "opportunity", "opportunities")} in ${clients} of ${counted(accounts.length, "account", "accounts")}, expected revenue ${money(expectedCents)}`,
    200,
  );
  return {
    schema_version: 1,
    engine_type: "opportunity",
    as_of: book.asOf,
    subject,
    headline,
    summary: {
      accounts_scanned: accounts.length,
      by_kind: Object.fromEntries(byKind),
      ...changes,
      resolved: resolved.length,
      expected_revenue: expected,
    },
    opportunities: [...rows.map(({ row }) => row), ...resolved],
    peer_tables: bench.peers.tables(),
    skipped: withinBound(answer.skipped).map((skip) => ({ ...skip })),
    findings: rows.slice(0, namedMax).map(writeFinding),
    evidence: evidence.list(),
    quality: quality(accounts),
    narrative: templateNarrative(narrate(headline, answer)),
    provenance: {
      pack: answer.pack,
      datasets: book.usedDatasets.map(({ datasetKey, version, sha256 }) => ({
        dataset_key: datasetKey,
        version,
        sha256,
      })),
      heads: book.previousHead === undefined ? null : { previous_run: book.previousHead },
      truncated: evidence.isTruncated,
    },
  };
}

/** When there are too many clients to name, one entry per reason counts them. */
function withinBound(skipped: readonly Skipped[]): readonly Skipped[] {
  if (skipped.length <= skippedMax) return skipped;
  const counts = new Map<Skipped["reason"], number>();
  for (const { reason, count } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].map(([reason, count]) => ({ reason, client_key: null, count }));
}

export function writeWorkItems(rows: readonly Row[], runId: string): JsonObject[] {
  return rows.slice(0, namedMax).map(({ row, selected, evidenceIds, recommendation }) => {
    const { candidate } = selected;
    const { account, policy } = candidate;
    const dueOn = text(row, "due_on");
    return workItem(runId, findingKey(candidate), {
      kind: workItemKindOf[candidate.kind],
      title: clipped(`${candidate.title}: ${account.name}`, 200),
      detail: clipped(recommendation, 1000),
      severity: candidate.severity,
      ...(dueOn === undefined ? {} : { dueOn }),
      subject: { client_key: account.clientKey, ...(policy?.key === undefined ? {} : { policy_key: policy.key }) },
      evidenceIds,
      suggestedCommand: commandOf(row),
    });
  });
}

/** The command suggested by the row. */
function commandOf(row: JsonObject): {
  readonly type: string;
  readonly entity: JsonObject;
  readonly payload: JsonObject;
} {
  const [command = {}] = objectsIn(row.suggested_commands);
  return { type: text(command, "type") ?? "", entity: part(command, "entity"), payload: part(command, "payload") };
}

/** `finding_key` = `rule_key:target`; the target includes the client, because a book has many. */
function findingKey({ ruleKey, account, line, policy }: Candidate): string {
  const target = [account.clientKey, line, policy?.key].filter((name) => name !== undefined).join("/");
  return clipped(`${ruleKey}:${target}`, 400);
}

function writeFinding({ row, selected, evidenceIds, recommendation }: Row): JsonObject {
  const { candidate } = selected;
  const { line, coverage, policy } = candidate;
  return {
    finding_key: findingKey(candidate),
    rule_key: candidate.ruleKey,
    severity: candidate.severity,
    status: candidate.status,
    title: clipped(`${candidate.title}: ${candidate.account.name}`, 160),
    detail: clipped(textsIn(row.because).join("; "), 1000),
    target: {
      ...(line === undefined ? {} : { line }),
      ...(coverage === undefined ? {} : { coverage }),
      ...(policy?.key === undefined ? {} : { policy_key: policy.key }),
    },
    recommendation: clipped(recommendation, 1000),
    confidence: 1,
    evidence_ids: [...evidenceIds],
  };
}

/** Facts known of each account among those that every detector reads: its segment, trade, size and policies. */
function quality(accounts: readonly Account[]): JsonObject {
  const asked: readonly { readonly name: string; readonly isKnown: (account: Account) => boolean }[] = [
    { name: "accounts.segment", isKnown: (account) => account.segment !== undefined },
    { name: "accounts.naics", isKnown: (account) => account.naics !== undefined || account.segment === "personal" },
    {
      name: "accounts.employees",
      isKnown: (account) => account.sizeBand !== undefined || account.segment === "personal",
    },
    { name: "accounts.policies", isKnown: (account) => account.rows.families.policies !== undefined },
  ];
  const known = asked.map(({ isKnown }) => accounts.filter(isKnown).length);
  const factsKnown = known.reduce((sum, count) => sum + count, 0);
  const factsNeeded = asked.length * accounts.length;
  return {
    confidence: factsNeeded === 0 ? 0 : roundHalfAwayFromZero(factsKnown / factsNeeded, 2),
    facts_known: factsKnown,
    facts_needed: factsNeeded,
    missing: asked.filter((_, index) => (known[index] ?? 0) < accounts.length).map(({ name }) => name),
  };
}

/** Plain sentences with their evidence: the state of the book, then its most valuable opportunities. */
function narrate(headline: string, answer: Answer): NarrativeSentence[] {
  const basis = answer.rows.slice(0, narratedMax).flatMap(({ evidenceIds }) => evidenceIds.slice(0, 1));
  const counts = new Map<OpportunityKind, number>();
  for (const { selected } of answer.rows)
    counts.set(selected.candidate.kind, (counts.get(selected.candidate.kind) ?? 0) + 1);
  const kinds = answer.bench.settings.kinds
    .filter((kind) => (counts.get(kind) ?? 0) > 0)
    .map((kind) => `${words(kind)} ${counts.get(kind) ?? 0}`);
  return [
    { text: `${headline}.`, evidenceIds: [...new Set(basis)] },
    ...(kinds.length === 0 ? [] : [{ text: `By kind: ${kinds.join(", ")}.`, evidenceIds: [...new Set(basis)] }]),
    ...answer.rows.slice(0, narratedMax).map(({ row, selected, evidenceIds }) => {
      const because = textsIn(row.because).slice(0, 2).join("; ");
      const { candidate } = selected;
      return {
        text: `${clipped(candidate.title, 120)} (${clipped(candidate.account.name, 80)}): ${because}.`,
        evidenceIds,
      };
    }),
    ...(answer.resolved.length === 0
      ? []
      : [
          {
            text: `${counted(answer.resolved.length, "opportunity", "opportunities")} of the previous run ${answer.resolved.length === 1 ? "is" : "are"} no longer found.`,
            evidenceIds: [...new Set(basis)],
          },
        ]),
  ];
}
