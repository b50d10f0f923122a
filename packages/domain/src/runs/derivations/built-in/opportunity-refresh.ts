import { fail } from "@service/contract";
import { builtStatement, type Database } from "@service/db";
import { recordAccountsMax, recordPartsMax } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { fieldPolicyPresets } from "@service/privacy";
import { rowTableOf } from "@service/record-families";
import { type Caller, principalOfAutomation } from "../../../identity/access/index.ts";
import { designatedEngine, type EngineForCall, findEngine } from "../../../engines/engines/index.ts";
import { inSnapshot } from "../../../book/records/index.ts";
import { wholeBook } from "../../../book/seats/index.ts";
import { type SubmitDeps, type SubmittedRun, submitRun } from "../../runs/index.ts";
import type { RequestedWork, DeclaredDerivation, DerivedRow } from "../declaration.ts";

const key = "opportunity_refresh";
/** As many as the engine type lists. */
const resultsMax = 2_000;
/** Hashes divide unevenly: parts are cut for fewer clients than one run reads. */
const clientsPerPart = 20_000;
/** Runs of one part, snapshot and day: one that failed or was cancelled is followed by another when it is asked again. */
const attemptsMax = 20;

/** Looks for opportunities in the whole book every night, with the engine that is designated for it (DERIV-12). */
export const opportunityRefresh: DeclaredDerivation = {
  key,
  label: "Refresh of opportunities",
  mode: "full",
  isAfterSync: false,
  schedule: "0 3 * * *",
  work: {
    kind: "own",
    families: ["accounts", "policies", "coverages", "claims", "activities", "invoices"],
    purpose: "opportunity",
    async perform(deps, work) {
      const { caller, engine } = await designated(deps, work);
      const clients = await countClients(deps.db, work);
      const of = partsOf(clients);
      const rows: DerivedRow[] = [];
      for (let index = 0; index < of; index += 1) {
        const { runId } = await submitPart(deps, { caller, engine, work, part: { index, of } });
        const body = { run_id: runId, engine_id: engine.id, snapshot_seq: work.snapshotSeq, part: { index, of } };
        rows.push({ key: `${index}/${of}`, clientKey: "", body });
      }
      return { clients, rows };
    },
  },
};

/** One run for what one run reads, else parts of about equal size (OPPS-11). */
export function partsOf(clients: number): number {
  return clients <= recordAccountsMax ? 1 : Math.min(recordPartsMax, Math.ceil(clients / clientsPerPart));
}

async function designated(
  deps: SubmitDeps,
  { organizationId }: RequestedWork,
): Promise<{ readonly caller: Caller; readonly engine: EngineForCall }> {
  const caller = await principalOfAutomation(deps, { organizationId, automationKey: key }, "live");
  const slug = await designatedEngine(deps, { organizationId }, "opportunity");
  const engine = caller && slug !== undefined ? await findEngine(deps, caller, slug) : undefined;
  // The designation ended after the derivation was claimed.
  if (!caller || !engine) throw fail("engine_not_found");
  return { caller, engine };
}

const countAtSnapshot = builtStatement<[connectionId: string, seq: number], { readonly clients: number }>(
  `select count(*)::int as clients from ${rowTableOf("accounts")} r
   where r.connection_id = $1 and ${inSnapshot("r", "$2::int")}`,
);

async function countClients(db: Database, { connectionId, snapshotSeq }: RequestedWork): Promise<number> {
  const { rows } = await db.pool.query(countAtSnapshot([connectionId, snapshotSeq]));
  return rows[0]?.clients ?? 0;
}

/** An engine whose runs must name their release is asked for its newest one. */
function pinOf({ pinPolicy, latest }: EngineForCall): string | undefined {
  const newest = latest.find(({ servable }) => servable) ?? latest[0];
  return pinPolicy === "exact_required" && newest !== undefined ? `${newest.major}.${newest.minor}` : undefined;
}

/** The service itself reads the whole book: each viewer is shown the opportunities of the clients that the viewer sees. */
const viewOfService = {
  ...wholeBook,
  posture: "off",
  policy: fieldPolicyPresets.full,
  isAsserted: false,
  principal: null,
} as const;

/** @returns the run of a part, at this snapshot and on this day; another one only when that one failed or was cancelled. */
async function submitPart(
  deps: SubmitDeps,
  given: {
    readonly caller: Caller;
    readonly engine: EngineForCall;
    readonly work: RequestedWork;
    readonly part: { readonly index: number; readonly of: number };
  },
): Promise<SubmittedRun> {
  const { caller, engine, work, part } = given;
  const { connectionId, snapshotSeq, today } = work;
  const input: JsonObject = {
    records_ref: { connection_id: connectionId, ...(part.of > 1 && { partition: part }) },
    max_results: resultsMax,
  };
  const base = [key, engine.id, connectionId, snapshotSeq, today, part.index, part.of].join(":");
  for (let attempt = 0; ; attempt += 1) {
    const run = await submitRun(deps, {
      caller,
      engine,
      input,
      offerings: undefined,
      pinText: pinOf(engine),
      testScenario: undefined,
      submittedBy: undefined,
      idempotencyKey: `${base}:${attempt}`,
      principal: undefined,
      bookView: () => Promise.resolve({ ...viewOfService, organizationId: caller.organizationId }),
      isOpportunityRun: true,
      traceId: undefined,
      traceParent: undefined,
    });
    const isOver = run.status === "failed" || run.status === "cancelled";
    if (!run.isReplay || !isOver || attempt + 1 >= attemptsMax) return run;
  }
}
