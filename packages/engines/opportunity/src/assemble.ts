import {
  type EvidenceCollector,
  fromCents,
  namedOnce,
  paragraph,
  todoInWords,
  workItem,
  writeFindingContent,
} from "@service/engine-kit";
import { clipped, type JsonObject, roundHalfAwayFromZero } from "@service/json";
import { templateNarrative } from "@service/models";
import type { Account } from "./stages/account.ts";
import type { Bench, Candidate } from "./stages/candidate.ts";
import { sumOfCents } from "./stages/row-fields.ts";
import { workItemKindOf, type OpportunityKind } from "./codes.ts";
import type { Opportunity, OpportunityOutput, Skipped } from "./output.ts";
import { headlineOf, narrate } from "./stages/narrate.ts";
import { taskOf } from "./stages/task-of.ts";
import { titleOf, type Row } from "./stages/write-rows.ts";

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
const detailMax = 1000;

/** The `output` of a run (TYPE-39, OPP-74). */
export function assembleOutput(answer: Answer): OpportunityOutput {
  const { bench, accounts, rows, resolved, evidence } = answer;
  const { book } = bench;
  const expectedCents = rows.reduce((sum, { selected }) => sumOfCents(sum, selected.candidate.expectedCents ?? 0), 0);
  const account = accountOf(answer);
  const story = { account, accounts: accounts.length, rows, resolved: resolved.length, expectedCents };
  const headline = headlineOf(story);
  const counts = countsByKind(answer);
  return {
    schema_version: 1,
    engine_type: "opportunity",
    as_of: book.asOf,
    subject: subjectOf(answer.clientKey, account),
    headline,
    summary: {
      accounts_scanned: accounts.length,
      by_kind: Object.fromEntries(counts),
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
    narrative: templateNarrative(narrate(headline, counts, story)),
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

/** The account that a run about one client read; undefined for a book. */
function accountOf({ accounts, clientKey }: Answer): Account | undefined {
  return clientKey === undefined ? undefined : accounts.find((each) => each.clientKey === clientKey);
}

function subjectOf(clientKey: string | undefined, account: Account | undefined): OpportunityOutput["subject"] {
  if (clientKey === undefined) return { kind: "book", key: "book", label: "Book" };
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
      title: taskOf(candidate),
      detail: clipped(
        todoInWords({
          kind: workItemKindOf[candidate.kind],
          title: "",
          steps: recommendation,
          about: account.label,
          dueOn,
        }),
        1000,
      ),
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
    title: titleOf(candidate),
    detail: namedOnce(detailOf(row.because), candidate.account.label),
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
  const neededFacts: readonly { readonly name: string; readonly isPresent: (account: Account) => boolean }[] = [
    { name: "accounts.segment", isPresent: (account) => account.segment !== undefined },
    { name: "accounts.naics", isPresent: (account) => account.naics !== undefined || account.segment === "personal" },
    {
      name: "accounts.employees",
      isPresent: (account) => account.sizeBand !== undefined || account.segment === "personal",
    },
    { name: "accounts.policies", isPresent: (account) => account.rows.families.policies !== undefined },
  ];
  const counts = neededFacts.map(({ isPresent }) => accounts.filter(isPresent).length);
  const factsPresent = counts.reduce((sum, count) => sum + count, 0);
  const factsNeeded = neededFacts.length * accounts.length;
  return {
    confidence: factsNeeded === 0 ? 0 : roundHalfAwayFromZero(factsPresent / factsNeeded, 2),
    facts_known: factsPresent,
    facts_needed: factsNeeded,
    missing: neededFacts.filter((_, index) => (counts[index] ?? 0) < accounts.length).map(({ name }) => name),
  };
}

/** As many of the reasons as a detail holds, each whole. */
function detailOf(because: readonly string[]): string {
  const [first = "", ...others] = because;
  return others.reduce((detail, reason) => {
    const longer = paragraph(detail, reason);
    return longer.length <= detailMax ? longer : detail;
  }, first);
}
