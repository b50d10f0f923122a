import {
  boundOutput,
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
import { type JsonObject, number, text, textsIn } from "@service/json";
import { deriveAccount, derivePeer, type Account, type PeerFeatures } from "./stages/account.ts";
import { assembleOutput, writeWorkItems, type Answer } from "./assemble.ts";
import { price, type Bench } from "./stages/candidate.ts";
import { detectAll } from "./stages/detectors/index.ts";
import { horizonDefaultDays, resultsDefault, singleClient } from "./input.ts";
import type { OpportunityKind } from "./codes.ts";
import { loadBook, type Book, type Skipped } from "./stages/load-book.ts";
import { Peers } from "./stages/peers.ts";
import { select } from "./stages/select.ts";
import type { Settings } from "./settings.ts";
import { writeResolved, writeRows, type Row } from "./stages/write-rows.ts";

/** Below this share of classified accounts peers mean little (OPP-82). */
const classifiedShareMin = 0.5;

/** A compiled configuration. */
export type OpportunityEngine = {
  readonly settings: Settings;
  readonly pack: Answer["pack"];
};

/**
 * Ids of opportunities are names under their engine (OPP-62), so that an annotation finds its opportunity in the next
 * run. A request without an engine (a gate case) uses the namespace of the service.
 */
export type OpportunityRequest = EngineRequest;

/**
 * The deterministic stages of OPP-83: load, extract, evaluate (peers), detect, score, assemble. An input never makes it
 * throw: a spent budget ends the run as failed with the code `rule_budget_exceeded`.
 */
export function findOpportunities(engine: OpportunityEngine, request: OpportunityRequest): DeterministicResult {
  return runInStages(request, (enter) => runStages(engine, request, enter));
}

function runStages(
  engine: OpportunityEngine,
  request: OpportunityRequest,
  enter: (stage: StageName) => void,
): DeterministicResult {
  const { settings } = engine;
  const { input } = request;
  enter("load");
  const book = loadBook(request);
  if (book.accounts.length === 0) {
    return {
      status: "failed",
      error: "No account could be read: there is no readable account in the input or in the records it refers to.",
      stage: "load",
      code: "no_readable_account",
      warnings: book.warnings,
    };
  }

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
    horizonDays: number(input, "horizon_days") ?? horizonDefaultDays,
    outcomes: new RuleTally(),
    onMismatch: (path) => void mismatches.add(path),
  };

  enter("detect");
  const kinds = wantedKinds(engine, input);
  const found = accounts.map((account) => detectAll(account, bench, kinds).map((finding) => price(bench, finding)));

  enter("score");
  const namespace = request.engineId ?? serviceNamespace;
  const selection = select(found, bench, namespace, number(input, "max_results") ?? resultsDefault);

  enter("assemble");
  const evidence = new EvidenceCollector();
  const rows = writeRows(selection, bench, evidence);
  const skipped: readonly Skipped[] = [...book.skipped, ...selection.skipped];
  const answer: Answer = {
    bench,
    accounts,
    clientKey: singleClient(input),
    kinds: settings.kinds,
    rows,
    resolved: writeResolved(selection, bench, kinds, byClient),
    skipped,
    evidence,
    pack: engine.pack,
  };
  const bounded = boundOutput(assembleOutput(answer), undefined);
  const classified = accounts.filter(isClassified).length;
  const isUnclassified = classified < accounts.length * classifiedShareMin;
  return {
    status: book.isReduced || isUnclassified || bounded.truncated ? "degraded" : "completed",
    output: bounded.output,
    warnings: [
      ...book.warnings,
      ...(isUnclassified ? [unclassifiedWarning] : []),
      ...supportWarnings(rows, bench, kinds),
      ...[...mismatches]
        .sort()
        .slice(0, 50)
        .map((path) => mismatchWarning(path, "detect")),
    ],
    workItems: orderWorkItems(writeWorkItems(rows, request.runId)),
    ruleOutcomes: bench.outcomes.list(),
  };
}

function* populationOf(book: Book, scanned: ReadonlyMap<string, Account>): Generator<PeerFeatures> {
  for (const rows of book.population) yield scanned.get(rows.clientKey) ?? derivePeer(rows, book);
}

/** The requested kinds that have rules in this configuration. */
function wantedKinds(engine: OpportunityEngine, input: JsonObject): ReadonlySet<OpportunityKind> {
  const asked = textsIn(input.kinds);
  return new Set(engine.settings.kinds.filter((kind) => asked.length === 0 || asked.includes(kind)));
}

function isClassified(account: Account): boolean {
  return account.naics !== undefined || text(account.rows.account, "segment") !== undefined;
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
  const wider = rows.filter(({ selected }) => selected.candidate.premiumFrom?.isFromParent === true).length;
  return wider === 0
    ? []
    : [
        supportWarning(
          `${wider} premium estimates rest on a wider group, because the closest one has fewer than 8 premiums.`,
        ),
      ];
}

function supportWarning(message: string): Warning {
  return { code: "peer_support_low", message, stage: "evaluate", severity: "info" };
}
