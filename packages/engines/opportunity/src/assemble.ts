import { type EvidenceCollector, fromCents, workItem, writeFindingContent } from "@service/engine-kit";
import { clipped, counted, type JsonObject, roundHalfAwayFromZero } from "@service/json";
import { templateNarrative, type NarrativeSentence } from "@service/models";
import type { Account } from "./stages/account.ts";
import type { Bench, Candidate } from "./stages/candidate.ts";
import { sumOfCents } from "./stages/row-fields.ts";
import { workItemKindOf, type OpportunityKind } from "./codes.ts";
import type { Opportunity, OpportunityOutput, Skipped } from "./output.ts";
import type { Row } from "./stages/write-rows.ts";
import { money, words } from "./stages/wording.ts";

/** Results of the stages, before the output is written. */
export type Answer = {
  readonly bench: Bench;
  readonly accounts: readonly Account[];
  /** Set when the run is about one client. */
  readonly clientKey: string | undefined;
  readonly rows: readonly Row[];
  readonly resolved: readonly Opportunity[];
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
export function assembleOutput(answer: Answer): OpportunityOutput {
  const { bench, accounts, rows, resolved, evidence } = answer;
  const { book } = bench;
  const expectedCents = rows.reduce((sum, { selected }) => sumOfCents(sum, selected.candidate.expectedCents), 0);
  const clients = new Set(rows.map(({ selected }) => selected.candidate.account.clientKey)).size;
  const headline = clipped(
    `${counted(rows.length, "opportunity", "opportunities")} in ${clients} of ${counted(accounts.length, "account", "accounts")}, expected revenue ${money(expectedCents)}`,
    200,
  );
  return {
    schema_version: 1,
    engine_type: "opportunity",
    as_of: book.asOf,
    subject: subjectOf(answer),
    headline,
    summary: {
      accounts_scanned: accounts.length,
      by_kind: Object.fromEntries(countsByKind(answer)),
      new: countChange(rows, "new"),
      updated: countChange(rows, "updated"),
      unchanged: countChange(rows, "unchanged"),
      resolved: resolved.length,
      expected_revenue: fromCents(expectedCents),
    },
    opportunities: [...rows.map(({ row }) => row), ...resolved],
    peer_tables: bench.peers.tables(),
    skipped: withinBound(answer.skipped),
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

function subjectOf({ accounts, clientKey }: Answer): OpportunityOutput["subject"] {
  if (clientKey === undefined) return { kind: "book", key: "book", label: "Book" };
  const account = accounts.find((each) => each.clientKey === clientKey);
  return { kind: "account", key: clientKey, label: clipped(account?.name ?? clientKey, 200) };
}

/** Opportunities of each kind that this configuration can find, in their usual order. */
function countsByKind({ bench, rows }: Answer): ReadonlyMap<OpportunityKind, number> {
  const counts = new Map<OpportunityKind, number>(bench.settings.kinds.map((kind) => [kind, 0]));
  for (const { selected } of rows) {
    const { kind } = selected.candidate;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

function countChange(rows: readonly Row[], change: Opportunity["change"]): number {
  return rows.filter(({ row }) => row.change === change).length;
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
    const { due_on: dueOn, suggested_commands: commands } = row;
    const [command] = commands;
    return workItem(runId, findingKey(candidate), {
      kind: workItemKindOf[candidate.kind],
      title: clipped(`${candidate.title}: ${account.name}`, 200),
      detail: clipped(recommendation, 1000),
      severity: candidate.severity,
      ...(dueOn === undefined ? {} : { dueOn }),
      subject: { client_key: account.clientKey, ...(policy?.key === undefined ? {} : { policy_key: policy.key }) },
      evidenceIds,
      ...(command === undefined ? {} : { suggestedCommand: command }),
    });
  });
}

/** `finding_key` = `rule_key:target`; the target includes the client, because a book has many. */
function findingKey({ ruleKey, account, line, policy }: Candidate): string {
  const target = [account.clientKey, line, policy?.key].filter((name) => name !== undefined).join("/");
  return clipped(`${ruleKey}:${target}`, 400);
}

function writeFinding({ row, selected, evidenceIds, recommendation }: Row): OpportunityOutput["findings"][number] {
  const { candidate } = selected;
  const { line, coverage, policy, severity, status, ruleKey } = candidate;
  return writeFindingContent({
    findingKey: findingKey(candidate),
    ruleKey,
    severity,
    status,
    title: `${candidate.title}: ${candidate.account.name}`,
    detail: row.because.join("; "),
    target: {
      ...(line === undefined ? {} : { line }),
      ...(coverage === undefined ? {} : { coverage }),
      ...(policy?.key === undefined ? {} : { policy_key: policy.key }),
    },
    recommendation,
    confidence: 1,
    evidenceIds,
  });
}

/** Facts known of each account among those that every detector reads: its segment, trade, size and policies. */
function quality(accounts: readonly Account[]): OpportunityOutput["quality"] {
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
  const counts = countsByKind(answer);
  const kinds = answer.bench.settings.kinds
    .filter((kind) => (counts.get(kind) ?? 0) > 0)
    .map((kind) => `${words(kind)} ${counts.get(kind) ?? 0}`);
  return [
    { text: `${headline}.`, evidenceIds: [...new Set(basis)] },
    ...(kinds.length === 0 ? [] : [{ text: `By kind: ${kinds.join(", ")}.`, evidenceIds: [...new Set(basis)] }]),
    ...answer.rows.slice(0, narratedMax).map(({ row, selected, evidenceIds }) => {
      const because = row.because.slice(0, 2).join("; ");
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
