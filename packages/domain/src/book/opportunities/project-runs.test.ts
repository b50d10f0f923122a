import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { opportunityStatuses, type OpportunityStatus } from "@service/contract";
import type { Database } from "@service/db";
import { parseJsonObject } from "@service/json";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { expireOpportunities, removeOldOpportunities } from "./keep-opportunities.ts";
import { loadOpportunities } from "./load-opportunities.ts";
import { decidedStatuses } from "./opportunity-states.ts";
import { projectRuns } from "./project-runs.ts";
import { setOpportunityStatuses } from "./set-opportunity-status.ts";
import { removeOrphanedProjections } from "./store-projection.ts";
import { createPlace, finishedRun, type FinishedRun, moment, type Place, standing } from "./test-kit.ts";

let deps: TestDeps;
let place: Place;
let a: string;
let b: string;
let c: string;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  place = await createPlace(deps);
  [a = "", b = "", c = ""] = Array.from({ length: 3 }, () => randomUUID()).toSorted();
});

/** Stores a finished run and brings it in. */
async function ran(run: FinishedRun): Promise<string> {
  const id = await finishedRun(deps, place, run);
  await projectRuns(deps);
  return id;
}

async function outcomeOf(runId: string): Promise<string | null | undefined> {
  const { rows } = await deps.db.pool.query<{ outcome: string | null }>(
    "select outcome from opportunity_projections where run_id = $1",
    [runId],
  );
  return rows[0]?.outcome;
}

async function decide(opportunityId: string, status: (typeof decidedStatuses)[number], seconds = 0): Promise<string> {
  const { organizationId, environmentId } = place;
  const decision = { environmentId, opportunityId, status, reason: "Said so.", by: "pat", now: moment(seconds) };
  const written = await deps.db.inTransaction((tx) => setOpportunityStatuses(tx, organizationId, [decision]));
  return written === 1 ? "written" : "not_found";
}

async function setRow(id: string, set: string): Promise<void> {
  await deps.db.pool.query(`update opportunities set ${set} where opportunity_id = $1`, [id]);
}

describe("from run to resource (OPPS-10)", () => {
  test("finished runs in order of completion, each once, whoever looks", async () => {
    const second = await finishedRun(deps, place, {
      submittedAt: 10,
      rows: [{ id: a, change: "updated", members: { score: 70 } }, { id: b }],
    });
    const first = await finishedRun(deps, place, { submittedAt: 0, rows: [{ id: a }, { id: c }] });
    const [one, two] = await Promise.all([projectRuns(deps), projectRuns(deps)]);
    expect(one + two).toBe(2);
    expect(await projectRuns(deps)).toBe(0);
    expect(await standing(deps, place)).toEqual({ [a]: "open updated", [b]: "open new", [c]: "open new" });
    const { rows } = await deps.db.pool.query<{ first: string; last: string; revision: number }>(
      `select first_run_id as first, run_id as last, revision from opportunities where opportunity_id = $1`,
      [a],
    );
    expect(rows).toEqual([{ first, last: second, revision: 2 }]);
    const events = await deps.db.pool.query("select from platform_events where subject_key = $1", [place.engineId]);
    expect(events.rowCount).toBe(2);
  });

  test("a projector that is killed between leaves nothing, and the next one brings the run in once", async () => {
    const runId = await finishedRun(deps, place, { submittedAt: 0, rows: [{ id: a }, { id: b }] });
    for (const statements of [2, 4, 5, 6]) {
      await expect(projectRuns({ ...deps, db: dyingAfter(deps.db, statements) })).rejects.toMatchObject({
        errors: [new Error("killed")],
      });
      expect([await standing(deps, place), await outcomeOf(runId)]).toEqual([{}, null]);
    }
    expect(await projectRuns(deps)).toBe(1);
    expect(await standing(deps, place)).toEqual({ [a]: "open new", [b]: "open new" });
    const events = await deps.db.pool.query("select from platform_events where subject_key = $1", [place.engineId]);
    expect(events.rowCount).toBe(1);
  });

  test("a run without a result changes nothing", async () => {
    await ran({ submittedAt: 0, rows: [{ id: a }] });
    const failed = await ran({ submittedAt: 10, status: "failed" });
    const waiting = await ran({ submittedAt: 20, status: "processing" });
    expect([await outcomeOf(failed), await outcomeOf(waiting)]).toEqual(["no_result", null]);
    expect(await standing(deps, place)).toEqual({ [a]: "open new" });
    await deps.db.pool.query("update runs set status = 'cancelled', completed_at = now() where id = $1", [waiting]);
    await projectRuns(deps);
    expect(await outcomeOf(waiting)).toBe("no_result");
  });

  test("an older run that ends late is skipped where a newer one covers it, and undoes nothing elsewhere (OPPS-25)", async () => {
    await ran({ submittedAt: 10, rows: [{ id: a, members: { score: 80 } }] });
    const late = await ran({ submittedAt: 0, completedAt: 20, rows: [{ id: a, change: "resolved" }, { id: b }] });
    expect(await outcomeOf(late)).toBe("skipped_older");
    expect(await standing(deps, place)).toEqual({ [a]: "open new" });
    const c1 = [place.book.keyOf("accounts", "c1")];
    await ran({ submittedAt: 40, clientKeys: c1, rows: [{ id: a, change: "updated", members: { score: 90 } }] });
    const wider = await ran({
      submittedAt: 30,
      completedAt: 50,
      rows: [
        { id: a, change: "resolved" },
        { id: c, client: "c2" },
      ],
    });
    expect(await outcomeOf(wider)).toBe("projected");
    expect(await standing(deps, place)).toEqual({ [a]: "open updated", [c]: "open new" });
  });

  test("when its run is removed an opportunity stays", async () => {
    const runId = await ran({ submittedAt: 0, rows: [{ id: a }] });
    await deps.db.pool.query("delete from runs where id = $1", [runId]);
    const { rows } = await deps.db.pool.query(
      "select run_id, first_run_id from opportunities where opportunity_id = $1",
      [a],
    );
    expect(rows).toEqual([{ run_id: null, first_run_id: runId }]);
    expect(await removeOrphanedProjections(deps.db, { rowsMax: 10 })).toBe(0);
    await deps.db.pool.query("update opportunity_projections set run_id = $2 where run_id = $1", [
      runId,
      `00000000-0000-7${randomUUID().slice(15)}`,
    ]);
    expect(await removeOrphanedProjections(deps.db, { rowsMax: 10 })).toBe(1);
  });

  test("2,000 rows in less than a second", async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: randomUUID(), client: `c${(index % 3) + 1}` }));
    await finishedRun(deps, place, { submittedAt: 0, rows });
    const begun = performance.now();
    expect(await projectRuns(deps)).toBe(1);
    // A machine that is busy with other tests takes longer; the bench prints the figure.
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(Object.keys(await standing(deps, place))).toHaveLength(2_000);
  });
});

describe("the table of states (OPPS-20, OPPS-21)", () => {
  const from = async (status: OpportunityStatus): Promise<void> => {
    await ran({ submittedAt: 0, rows: [{ id: a }] });
    const closed = status === "resolved" || status === "expired" ? "now()" : "null";
    await setRow(a, `status = '${status}', closed_at = ${closed}`);
  };

  test.each(opportunityStatuses)("%s, found again by a run that knew it", async (status) => {
    await from(status);
    await ran({ submittedAt: 10, rows: [{ id: a, change: "unchanged" }] });
    const opens = ["resolved", "expired", "dismissed"].includes(status);
    expect(await standing(deps, place)).toEqual({ [a]: opens ? "open new" : `${status} unchanged` });
  });

  test.each(opportunityStatuses)("%s, no longer found", async (status) => {
    await from(status);
    await ran({ submittedAt: 10, rows: [{ id: a, change: "resolved" }] });
    const isResolved = status === "open" || status === "in_progress";
    expect(await standing(deps, place)).toEqual({ [a]: isResolved ? "resolved resolved" : `${status} new` });
  });

  test.each(opportunityStatuses)("%s, decided by a person or an agent", async (status) => {
    for (const decided of decidedStatuses) {
      await from(status);
      expect(await decide(a, decided)).toBe("written");
      const isGone = status === "resolved" || status === "expired";
      const [stands] = Object.values(await standing(deps, place));
      expect(stands?.split(" ")[0]).toBe(isGone ? status : decided);
      await deps.db.pool.query("delete from opportunities where opportunity_id = $1", [a]);
      await deps.db.pool.query("delete from opportunity_projections where engine_id = $1", [place.engineId]);
    }
    expect(await decide(randomUUID(), "won")).toBe("not_found");
  });

  test("dismissed while the run was under way, it stays dismissed", async () => {
    await from("open");
    await decide(a, "dismissed", 15);
    await ran({ submittedAt: 10, completedAt: 20, rows: [{ id: a, change: "unchanged" }] });
    expect(await standing(deps, place)).toEqual({ [a]: "dismissed unchanged" });
  });

  test("won and lost hold for the policy term", async () => {
    for (const [decided, seconds] of [
      ["won", 0],
      ["lost", 100],
    ] as const) {
      await ran({ submittedAt: seconds, rows: [{ id: a }] });
      await decide(a, decided);
      const found = (submittedAt: number, next_expiration: string) =>
        ran({ submittedAt, rows: [{ id: a, change: "updated", members: { next_expiration } }] });
      await found(seconds + 10, "2027-04-01");
      expect(await standing(deps, place)).toEqual({ [a]: `${decided} updated` });
      await found(seconds + 20, "2028-02-01");
      expect(await standing(deps, place)).toEqual({ [a]: "open new" });
    }
  });

  test("what a client that is gone had is resolved, within what the run covers (OPPS-22)", async () => {
    const rows = [
      { id: a, client: "c1" },
      { id: b, client: "c2" },
    ];
    await ran({ submittedAt: 0, rows });
    await place.book.write({ removes: [{ family: "accounts", sourceId: "c2" }] });
    await place.book.serve();
    await ran({ submittedAt: 10, clientKeys: [place.book.keyOf("accounts", "c1")] });
    await ran({ submittedAt: 20, kinds: ["cross_sell"] });
    expect(await standing(deps, place)).toEqual({ [a]: "open new", [b]: "open new" });
    await ran({ submittedAt: 30 });
    expect(await standing(deps, place)).toEqual({ [a]: "open new", [b]: "resolved resolved" });
  });

  test("an open one expires 30 days after its date unless a run has seen it since (OPPS-23)", async () => {
    const due = { due_on: "2026-12-01" };
    await ran({
      submittedAt: 0,
      rows: [
        { id: a, members: due },
        { id: b, members: { ...due, last_seen_at: "2027-01-02T00:00:00Z" } },
        { id: c, members: { due_on: "2026-12-31" } },
      ],
    });
    const expire = (day: string) => expireOpportunities(deps.db, { now: new Date(day), rowsMax: 100 });
    expect(await expire("2026-12-31T00:00:00Z")).toBe(0);
    expect(await expire("2027-01-03T00:00:00Z")).toBe(1);
    expect(await standing(deps, place)).toMatchObject({ [a]: "expired new", [b]: "open new", [c]: "open new" });
  });

  test("resolved and expired ones go after 400 days, with their annotations (OPPS-24)", async () => {
    await ran({ submittedAt: 0, rows: [{ id: a }, { id: b }] });
    await decide(a, "open");
    await setRow(a, "status = 'resolved', closed_at = now() - interval '401 days'");
    await setRow(b, "status = 'expired', closed_at = now() - interval '399 days'");
    expect(await removeOldOpportunities(deps.db, { now: new Date(), rowsMax: 100 })).toBe(1);
    expect(Object.keys(await standing(deps, place))).toEqual([b]);
    const left = await deps.db.pool.query("select from opportunity_annotations where opportunity_id = $1", [a]);
    expect(left.rowCount).toBe(0);
  });
});

describe("what others use (OPPS-30, OPPS-42)", () => {
  const { signal } = new AbortController();

  test("a run is compared with what stands when it loads, also of a run that ended a moment ago", async () => {
    await ran({ submittedAt: 0, rows: [{ id: a }, { id: b, client: "c2" }, { id: c }] });
    await setRow(c, "status = 'resolved', closed_at = now()");
    await decide(a, "dismissed");
    const newest = await finishedRun(deps, place, {
      submittedAt: 5,
      rows: [{ id: b, client: "c2", change: "updated" }],
    });
    const all = await finishedRun(deps, place, { submittedAt: 10, status: "processing" });
    const loaded = await loadOpportunities(deps, all, signal);
    if (loaded.kind !== "loaded") throw new Error(loaded.kind);
    const lines = loaded.datasets.map(({ datasetKey, version, text }) => [
      datasetKey,
      version,
      Buffer.from(text)
        .toString("utf8")
        .trim()
        .split("\n")
        .map((line) => parseJsonObject(line)["opportunity_id"]),
    ]);
    expect(lines).toEqual([
      ["opportunities:previous", newest, [a, b]],
      ["opportunities:annotations", newest, [a]],
    ]);
    const ofC2 = await finishedRun(deps, place, {
      submittedAt: 11,
      status: "processing",
      clientKeys: [place.book.keyOf("accounts", "c2")],
    });
    const narrow = await loadOpportunities(deps, ofC2, signal);
    if (narrow.kind !== "loaded") throw new Error(narrow.kind);
    expect(narrow.datasets.map(({ text }) => Buffer.from(text).toString("utf8").includes(b))).toEqual([true, false]);
    expect(await loadOpportunities(deps, randomUUID(), signal)).toEqual({ kind: "not_followed" });
  });
});

/** A database whose transactions end like those of a killed process: after so many statements, without a commit. */
function dyingAfter(db: Database, statements: number): Database {
  return {
    ...db,
    inTransaction: (work) =>
      db.inTransaction((tx) => {
        let sent = 0;
        return work(
          new Proxy(tx, {
            get(target, name) {
              if (name === "query" && (sent += 1) > statements) throw new Error("killed");
              const member: unknown = Reflect.get(target, name, target);
              const bound: unknown = typeof member === "function" ? member.bind(target) : member;
              return bound;
            },
          }),
        );
      }),
  };
}
