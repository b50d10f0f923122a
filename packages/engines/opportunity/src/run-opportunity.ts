import {
  boundOutput,
  counted,
  type DeterministicResult,
  type EngineRequest,
  EvidenceCollector,
  mismatchWarning,
  orderWorkItems,
  RuleTally,
  runInStages,
  type StageName,
  type Warning,
} from "@service/engine-kit";
import { serviceNamespace } from "@service/contract";
import { EvaluationBudget } from "@service/conditions";
import { text } from "@service/json";
import type { Account, PeerFeatures } from "./stages/account.ts";
import { deriveAccount, derivePeer } from "./stages/derive-account.ts";
import { assembleOutput, writeWorkItems, type Answer } from "./assemble.ts";
import { price, type Bench } from "./stages/candidate.ts";
import { detectAll } from "./stages/detectors/index.ts";
import { horizonDefaultDays, type OpportunityInput, resultsDefault, singleClient } from "./input.ts";
import type { OpportunityKind } from "./codes.ts";
import { loadBook, type Book } from "./stages/load-book.ts";
import { Peers } from "./stages/peers.ts";
import { select } from "./stages/select.ts";
import type { Settings } from "./settings.ts";
import { writeResolved } from "./stages/write-resolved.ts";
import { writeRows, type Row } from "./stages/write-rows.ts";

/** Below this share of classified accounts peers mean little (OPP-82). */
const classifiedShareMin = 0.5;
const warnedPathsMax = 50;

/** A compiled configuration. */
export type OpportunityEngine = {
  readonly settings: Settings;
  readonly pack: Answer["pack"];
};

/**
 * The deterministic stages of OPP-83: load, extract, evaluate (peers), detect, score, assemble. An input never makes it
 * throw: a spent budget ends the run as failed with the code `rule_budget_exceeded`.
 */
export function runOpportunity(
  engine: OpportunityEngine,
  input: OpportunityInput,
  request: EngineRequest,
): DeterministicResult {
  return runInStages(request, (enter) => {
    enter("load");
    const book = loadBook(input, request);
    return book.accounts.length === 0 ? nothingReadable(book) : judgeBook(engine, input, book, request, enter);
  });
}

function judgeBook(
  engine: OpportunityEngine,
  input: OpportunityInput,
  book: Book,
  request: EngineRequest,
  enter: (stage: StageName) => void,
): DeterministicResult {
  const { settings } = engine;
  enter("extract");
  const accounts = book.accounts.map((rows) => deriveAccount(rows, book));
  const byClient = new Map(accounts.map((account) => [account.clientKey, account]));

  enter("evaluate");
  const mismatches = new Set<string>();
  const bench: Bench = {
    settings,
    book,
    peers: new Peers(populationOf(book, byClient), settings.crossSell.priorStrength),
    budget: new EvaluationBudget(),
    horizonDays: input.horizon_days ?? horizonDefaultDays,
    outcomes: new RuleTally(),
    onMismatch: (path) => void mismatches.add(path),
  };

  enter("detect");
  const kinds = wantedKinds(settings, input);
  const found = accounts.map((account) => detectAll(account, bench, kinds).map((finding) => price(bench, finding)));

  enter("score");
  // Ids are names under their engine (OPP-62), so that an annotation finds its opportunity in the next run. A gate case
  // has no engine.
  const namespace = request.engineId ?? serviceNamespace;
  const selection = select(found, bench, namespace, input.max_results ?? resultsDefault);

  enter("assemble");
  const evidence = new EvidenceCollector();
  const rows = writeRows(selection, bench, evidence);
  const answer: Answer = {
    bench,
    accounts,
    clientKey: singleClient(input),
    rows,
    resolved: writeResolved(selection, bench, kinds, byClient),
    skipped: [...book.skipped, ...selection.skipped],
    evidence,
    pack: engine.pack,
  };
  return resultOf(answer, kinds, mismatches, request.runId);
}

/** The answer within its bounds, with its warnings and work items; degraded where it rests on less than it should. */
function resultOf(
  answer: Answer,
  kinds: ReadonlySet<OpportunityKind>,
  mismatches: ReadonlySet<string>,
  runId: string,
): DeterministicResult {
  const { bench, accounts, rows } = answer;
  const { book } = bench;
  const bounded = boundOutput(assembleOutput(answer), undefined);
  const unclassified = isMostlyUnclassified(accounts) ? [unclassifiedWarning] : [];
  return {
    status: book.isReduced || unclassified.length > 0 || bounded.truncated ? "degraded" : "completed",
    output: bounded.output,
    warnings: [
      ...book.warnings,
      ...unclassified,
      ...supportWarnings(rows, bench, kinds),
      ...mismatchWarnings(mismatches),
    ],
    workItems: orderWorkItems(writeWorkItems(rows, runId)),
    ruleOutcomes: bench.outcomes.list(),
  };
}

function nothingReadable(book: Book): DeterministicResult {
  return {
    status: "failed",
    error: "No account could be read: there is no readable account in the input or in the records it refers to.",
    stage: "load",
    code: "no_readable_account",
    warnings: book.warnings,
  };
}

function* populationOf(book: Book, scanned: ReadonlyMap<string, Account>): Generator<PeerFeatures> {
  for (const rows of book.population) yield scanned.get(rows.clientKey) ?? derivePeer(rows, book);
}

/** The requested kinds that have rules in this configuration. */
function wantedKinds(settings: Settings, { kinds: requested = [] }: OpportunityInput): ReadonlySet<OpportunityKind> {
  return new Set(settings.kinds.filter((kind) => requested.length === 0 || requested.includes(kind)));
}

function isMostlyUnclassified(accounts: readonly Account[]): boolean {
  const classified = accounts.filter(
    ({ naics, rows }) => naics !== undefined || text(rows.account, "segment") !== undefined,
  );
  return classified.length < accounts.length * classifiedShareMin;
}

function mismatchWarnings(paths: ReadonlySet<string>): Warning[] {
  return [...paths]
    .sort()
    .slice(0, warnedPathsMax)
    .map((path) => mismatchWarning(path, "detect"));
}

const unclassifiedWarning: Warning = {
  code: "fact_missing",
  message: "Fewer than half of the accounts have a segment or a NAICS code; peers say little.",
  stage: "extract",
  severity: "warning",
  path: "accounts",
};

function supportWarnings(rows: readonly Row[], bench: Bench, kinds: ReadonlySet<OpportunityKind>): Warning[] {
  if (!bench.peers.isSupported && (kinds.has("cross_sell") || kinds.has("coverage_gap"))) {
    return [
      supportWarning(
        "Fewer than 8 accounts hold a policy: there are no peers to compare with or to estimate premiums from.",
      ),
    ];
  }
  const wider = rows.filter(({ selected }) => selected.candidate.premium.from?.isFromParent === true).length;
  return wider === 0
    ? []
    : [
        supportWarning(
          `${counted(wider, "premium estimate")} ${wider === 1 ? "rests" : "rest"} on a wider group, because the closest one has fewer than 8 premiums.`,
        ),
      ];
}

function supportWarning(message: string): Warning {
  return { code: "peer_support_low", message, stage: "evaluate", severity: "info" };
}
