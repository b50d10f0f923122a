import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { recordKey } from "@service/record-families";
import type { MappedRow } from "@service/record-mapping";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { importRows, newConnection } from "./test-kit.ts";
import { account, policy } from "./testing/delivered-rows.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

/** Clients with their own entries and those of their policies. */
type People = Record<string, { fields: JsonObject; policies: Record<string, JsonObject> }>;

function rowsOf(people: People): MappedRow[] {
  return Object.entries(people).flatMap(([client, { fields, policies }]) => [
    account(client, fields),
    ...Object.entries(policies).map(([id, of]) => policy(id, client, of)),
  ]);
}

/** An entry of a policy stands for somebody whom the account does not show it to. */
function expectedGrants(connectionId: string, people: People): string[] {
  return Object.entries(people)
    .flatMap(([client, { fields, policies }]) => {
      const clientKey = recordKey(connectionId, "accounts", client);
      const own = seatsIn(fields);
      return [
        ...own.map((seat) => `seat:${seat} ${clientKey} `),
        ...Object.entries(policies).flatMap(([id, of]) =>
          seatsIn(of)
            .filter((seat) => !own.includes(seat))
            .map((seat) => `seat:${seat} ${clientKey} ${recordKey(connectionId, "policies", id)}`),
        ),
      ];
    })
    .toSorted();
}

function seatsIn({ producer_seat: producer, servicer_seat: servicer }: JsonObject): string[] {
  return [...new Set([producer, servicer].filter((seat) => typeof seat === "string"))];
}

async function servedGrants(connectionId: string): Promise<string[]> {
  const { rows } = await deps.db.pool.query<{ entry: string }>(
    `select g.grant_key || ' ' || g.client_key || ' ' || g.policy_key as entry from book.grants g
     join record_connections c on c.id = g.connection_id where c.id = $1 and g.from_seq <= c.served_seq
       and (g.to_seq is null or g.to_seq > c.served_seq)`,
    [connectionId],
  );
  return rows.map(({ entry }) => entry).toSorted();
}

test("a policy is shown to its own people again when its client gets others, and is not delivered itself (SEAT-11, IMP-250)", async () => {
  const { connectionId } = await newConnection(deps);
  const people: People = {
    A1: { fields: { producer_seat: "ana" }, policies: { P1: { producer_seat: "ana", servicer_seat: "bo" }, P2: {} } },
  };
  await importRows(deps, connectionId, rowsOf(people));
  expect(await servedGrants(connectionId)).toEqual(expectedGrants(connectionId, people));

  for (const producer of ["cy", "bo", "ana"]) {
    const moved = { producer_seat: producer };
    await importRows(deps, connectionId, [account("A1", moved)], { mode: "delta" });
    expect([producer, await servedGrants(connectionId)]).toEqual([
      producer,
      expectedGrants(connectionId, { A1: { fields: moved, policies: people["A1"]?.policies ?? {} } }),
    ]);
  }
});

test("whatever order clients and policies change in, each delivery leaves the entries of a book imported whole (IMP-250)", async () => {
  const seats = ["ana", "bo", "cy", undefined];
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const someone = (): JsonObject => {
    const [producer, servicer] = [seats[random(4)], seats[random(4)]];
    return {
      ...(producer === undefined ? {} : { producer_seat: producer }),
      ...(servicer === undefined ? {} : { servicer_seat: servicer }),
    };
  };
  const { connectionId } = await newConnection(deps);
  const accountOf = (): JsonObject => {
    const seat = seats[random(4)];
    return seat === undefined ? {} : { producer_seat: seat };
  };
  const people: People = Object.fromEntries(
    Array.from({ length: 12 }, (_, client) => [
      `A${client}`,
      {
        fields: accountOf(),
        policies: Object.fromEntries(Array.from({ length: 3 }, (__, at) => [`P${client}-${at}`, someone()])),
      },
    ]),
  );
  await importRows(deps, connectionId, rowsOf(people), { keysPerSlice: 5 });
  for (let delivery = 0; delivery < 8; delivery += 1) {
    let changed: MappedRow[] = [];
    for (const [client, one] of Object.entries(people)) {
      if (random(3) === 0) {
        one.fields = accountOf();
        changed.push(account(client, one.fields));
      }
      for (const id of Object.keys(one.policies)) {
        if (random(4) !== 0) continue;
        one.policies[id] = someone();
        changed.push(policy(id, client, one.policies[id]));
      }
    }
    // A policy goes to another client, and its people with it.
    const [from, to] = [people[`A${random(12)}`], `A${random(12)}`];
    const [moved] = Object.entries(from?.policies ?? {});
    if (from !== undefined && moved !== undefined && from !== people[to]) {
      delete from.policies[moved[0]];
      changed = changed.filter(({ family, sourceId }) => family !== "policies" || sourceId !== moved[0]);
      Object.assign(people[to]?.policies ?? {}, { [moved[0]]: moved[1] });
      changed.push(policy(moved[0], to, moved[1]));
    }
    await importRows(deps, connectionId, changed, { mode: "delta", keysPerSlice: 5 });
    expect([delivery, await servedGrants(connectionId)]).toEqual([delivery, expectedGrants(connectionId, people)]);
  }
});
