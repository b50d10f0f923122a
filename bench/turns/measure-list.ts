import { z } from "zod";

import { round } from "../harness/measure.ts";
import { runReads } from "../records/run-reads.ts";
import type { Part } from "./part.ts";
import type { TurnBench } from "./world.ts";

const perSecond = 40;
const seconds = 6;
/** Rows of one statement. */
const filledAtOnce = 100_000;
const owners = 500;
const clients = 20_000;

/** The part `list`: pages of an instance with a million conversations; searches apart. */
export async function measureList({ bench, size, note }: Part): Promise<void> {
  const count = size(1_000_000);
  await fill(bench, count);
  const soon = new Date(Date.now() - 60_000).toISOString();
  const lists: Readonly<Record<string, readonly string[]>> = {
    "no filter": [""],
    "200 a page": ["limit=200"],
    status: ["status=active", "status=archived"],
    owner_principal: Array.from({ length: 20 }, (_, at) => `owner_principal=person-${at * 17}`),
    updated_after: [`updated_after=${soon}`, "updated_after=2026-01-15T00:00:00Z"],
    client_key: Array.from({ length: 20 }, (_, at) => `client_key=client-${at * 991}`),
    "owner and status": ["owner_principal=person-3&status=archived"],
    "a filter without a match": ["owner_principal=nobody", "client_key=none", "metadata.desk=none"],
    "page 20": [await farPage(bench)],
  };
  const read = (queries: readonly string[], forSeconds: number, pace = perSecond) =>
    runReads({
      reads: queries.map((query) => ({
        url: `${bench.url}/api/v1/conversation-instances/desk/conversations?${query}`,
        headers: { ...bench.headers },
      })),
      perSecond: pace,
      connections: 16,
      seconds: forSeconds,
    });
  for (const [name, queries] of Object.entries(lists)) {
    await read(queries, 1);
    const { p50Ms, p99Ms, maxMs } = await read(queries, seconds);
    note(
      `list of ${count}, ${name}`,
      `p50 ${round(p50Ms, 1)} ms, p99 ${round(p99Ms, 1)} ms, at most ${round(maxMs, 1)} ms`,
      {
        label: "p99 <= 20 ms",
        isMet: p99Ms <= 20,
      },
    );
  }
  for (const query of ["q=renewal", "q=certificate+4711", "q=nowhere"]) {
    const { p50Ms, p99Ms } = await read([query], seconds / 2, perSecond / 4);
    note(`list of ${count}, ${query}, ${perSecond / 4}/s`, `p50 ${round(p50Ms, 1)} ms, p99 ${round(p99Ms, 1)} ms`);
  }
}

const pageShape = z.object({ next_cursor: z.string().nullable() });

async function farPage(bench: TurnBench): Promise<string> {
  let cursor = "";
  for (let page = 1; page < 20; page += 1) {
    const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const answer = await bench.call("GET", `/conversation-instances/desk/conversations${query}`);
    const { next_cursor: next } = pageShape.parse(await answer.json());
    if (next === null) break;
    cursor = next;
  }
  return cursor === "" ? "" : `cursor=${encodeURIComponent(cursor)}`;
}

/** Conversations over most of a year, one in ten with the row of its turn. */
async function fill({ db, organizationId }: TurnBench, count: number): Promise<void> {
  for (let done = 0; done < count; done += filledAtOnce) {
    await db.pool.query(
      `with made as (
         insert into conversations (id, organization_id, environment_id, environment_slug, instance_id, run_ids, request_hash,
           title, status, owner_principal, client_key, turn_count, head_turn_id, created_at, updated_at, last_turn_at)
         select gen_random_uuid(), i.organization_id, e.id, e.slug, i.id, '{}', ''::bytea,
           (array['renewal', 'certificate', 'claim', 'endorsement'])[1 + n % 4] || ' ' || n,
           (case when n % 10 = 0 then 'archived' else 'active' end)::conversation_status,
           'person-' || n % $4::int, 'client-' || n % $5::int, 1, gen_random_uuid(),
           moment.at, moment.at, moment.at
         from generate_series($2::int + 1, $2::int + $3::int) n
         cross join lateral (select timestamptz '2026-01-01' + n * interval '25 seconds' as at) moment
         cross join conversation_instances i join environments e on e.organization_id = i.organization_id and e.slug = 'sandbox'
         where i.organization_id = $1 and i.slug = 'desk'
         returning *
       )
       insert into turns (id, conversation_id, organization_id, environment_id, instance_id, index, status, input_text,
         config_hash, rights, key_id, request_hash, attempt, output_text, method, created_at, started_at, completed_at,
         attachment_ids)
       select m.head_turn_id, m.id, m.organization_id, m.environment_id, m.instance_id, 1, 'completed', m.title, i.draft_config_hash,
         '{}', 'key', '\\x00', 1, 'On 2027-03-01.', 'extractive', m.created_at, m.created_at, m.created_at, '{}'
       from made m join conversation_instances i on i.id = m.instance_id where m.client_key like '%7'`,
      [organizationId, done, Math.min(filledAtOnce, count - done), owners, clients],
    );
  }
  await db.pool.query("vacuum analyze conversations, turns");
}
