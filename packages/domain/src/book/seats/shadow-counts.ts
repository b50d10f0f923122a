import { type Database, statement } from "@service/db";
import type { Logger } from "@service/runtime";
import type { Deps } from "../../deps.ts";
import type { BookView } from "./viewer.ts";
import { showOrganization } from "../../identity/organizations/index.ts";

/** What posture lit would have withheld from one answer (SEAT-3). */
export interface ShadowObservation {
  readonly viewer: Pick<BookView, "organizationId" | "seatKey">;
  /** The route's id. */
  readonly route: string;
  /** Rows by family; a family of the answer that loses none counts as read. */
  readonly hidden: ReadonlyMap<string, number>;
}

export interface ShadowCounter {
  count(observation: ShadowObservation): void;
  /** Writes what was counted since the last time; never throws. */
  flush(): Promise<void>;
}

export interface ShadowDeps {
  readonly shadow: ShadowCounter;
}

const flushMs = 5_000;
const keysMax = 10_000;

const addCounts = statement(
  "shadow_counts_add",
  `insert into shadow_counts (organization_id, day, route, seat_key, family, requests, would_hide)
   select o, (now() at time zone 'utc')::date, r, s, f, n, h
   from unnest(@organization_ids::uuid[], @routes::text[], @seat_keys::text[], @families::text[], @requests::int[],
     @would_hide::int[]) t (o, r, s, f, n, h)
   order by 1, 3, 4, 5
   on conflict (organization_id, day, route, seat_key, family) do update set
     requests = shadow_counts.requests + excluded.requests, would_hide = shadow_counts.would_hide + excluded.would_hide`,
);

interface Sum {
  readonly organizationId: string;
  readonly route: string;
  readonly seatKey: string;
  readonly family: string;
  readonly requests: number;
  readonly wouldHide: number;
}

/**
 * Adds up what reads observe and writes the sums every five seconds: a read does not wait for its own statistics, and a
 * process that is killed loses five seconds of them.
 */
export function openShadowCounter(db: Database, log: Logger): ShadowCounter {
  let sums = new Map<string, Sum>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...sums.values()];
    sums = new Map();
    if (counted.length === 0) return;
    try {
      await db.pool.query(
        addCounts({
          organizationIds: counted.map(({ organizationId }) => organizationId),
          routes: counted.map(({ route }) => route),
          seatKeys: counted.map(({ seatKey }) => seatKey),
          families: counted.map(({ family }) => family),
          requests: counted.map(({ requests }) => requests),
          wouldHide: counted.map(({ wouldHide }) => wouldHide),
        }),
      );
    } catch (error) {
      log.warn({ err: error, reads: counted.length }, "counts of posture shadow were lost");
    }
  }

  return {
    flush,
    count({ viewer, route, hidden }) {
      const { organizationId } = viewer;
      const seatKey = viewer.seatKey ?? "";
      for (const [family, wouldHide] of hidden) {
        const key = JSON.stringify([organizationId, route, seatKey, family]);
        const before = sums.get(key);
        // Bounded, whatever callers send: a new kind of read beyond the bound waits for the next period.
        if (before === undefined && sums.size >= keysMax) continue;
        sums.set(key, {
          organizationId,
          route,
          seatKey,
          family,
          requests: (before?.requests ?? 0) + 1,
          wouldHide: (before?.wouldHide ?? 0) + wouldHide,
        });
      }
      if (sums.size > 0) timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
  };
}

const readReport = statement(
  "shadow_counts_report",
  `select route, nullif(seat_key, '') as "seatKey", family, sum(requests)::int as requests,
     sum(would_hide)::int as "wouldHide", min(day)::text as "firstDay",
     max(day)::text as "lastDay"
   from shadow_counts where organization_id = $1 and day > (now() at time zone 'utc')::date - $2::int
   group by route, seat_key, family order by sum(would_hide) desc, route, seat_key, family limit 10000`,
);

export type ShadowReport = readonly {
  readonly route: string;
  readonly seatKey: string | null;
  readonly family: string;
  readonly requests: number | null;
  readonly wouldHide: number | null;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}[];

/**
 * Who would lose what under posture lit, and which routes are called without a person, over the last days (SEAT-5).
 * @throws `not_found`
 */
export async function shadowReport(
  deps: Pick<Deps, "db">,
  organizationId: string,
  days: number,
): Promise<ShadowReport> {
  await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(readReport([organizationId, days]));
  return rows;
}
