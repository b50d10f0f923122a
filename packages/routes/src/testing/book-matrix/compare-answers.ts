import { expect } from "@jest/globals";
import type { Json } from "@service/json";
import * as z from "zod";
import type { Answer } from "../checked-client.ts";
import type { BookModel } from "./book-model.ts";
import type { Shown } from "./expected-answer.ts";
import { sampleFamilies } from "./fixture.ts";

/** Compares the pages of an answer with what the specification gives. */

interface Given {
  /** The request, for the message of a failure. */
  readonly what: string;
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly model: BookModel;
  /** Of the organization. */
  readonly connections: readonly string[];
  readonly pages: readonly Answer[];
}

const Page = z.looseObject({
  data: z.unknown(),
  next_cursor: z.string().nullish(),
  scope: z.looseObject({ would_hide: z.int().optional(), masked_fields: z.array(z.string()) }),
});
const Status = z.looseObject({
  connections: z.array(z.looseObject({ families: z.unknown() })),
  scope: z.looseObject({ connections: z.array(z.string()) }),
});
const Planes = z.array(
  z.object({
    families: z.array(
      z.looseObject({
        family: z.string(),
        filters: z.array(z.string()),
        sorts: z.array(z.string()),
        default_sort: z.string(),
        fields: z.array(z.looseObject({ name: z.string(), visibility: z.string() })),
      }),
    ),
  }),
);

export function cursorOf({ body }: Answer): string | undefined {
  return z.looseObject({ next_cursor: z.string().nullish() }).parse(body).next_cursor ?? undefined;
}

export function compareAnswers(expected: Shown, { what, route, query, model, connections, pages }: Given): void {
  const [first] = pages;
  if (first === undefined) throw new Error(`no answer to ${what}`);
  if (route === "records.status") {
    compareStatus(what, expected, first, connections);
    return;
  }
  const parsed = pages.map(({ body }) => Page.parse(body));
  expect({ what, data: dataOf(route, parsed) }).toEqual({ what, data: expected.data });
  const { masked_fields: masked, ...rights } = expected.scope;
  for (const { scope } of parsed) {
    const { would_hide: _hidden, masked_fields, ...shown } = scope;
    expect({ what, scope: shown }).toEqual({ what, scope: rights });
    expect({ what, masked: sampled(masked_fields) }).toEqual({ what, masked: sampled(masked ?? null) });
  }
  const counts = parsed.flatMap(({ scope }) => scope.would_hide ?? []);
  const hidden = counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
  expect({ what, hidden }).toEqual({ what, hidden: expected.wouldHide });
  const total = Array.isArray(expected.data) ? expected.data.length : 0;
  const counted = query["include_count"] === undefined ? {} : { count: { value: total, is_exact: true } };
  for (const { body, headers } of pages) {
    const serving = { binding_id: model.connectionId, snapshot_seq: model.seq };
    expect({ what, serving: body["serving"], count: body["count"] }).toMatchObject({ what, serving, ...counted });
    expect(headers["server-timing"]).toMatch(/^db;dur=[\d.]+, present;dur=[\d.]+, total;dur=[\d.]+$/);
  }
}

function dataOf(route: string, pages: readonly z.infer<typeof Page>[]): unknown {
  const all = pages.map(({ data }) => data);
  if (route === "records.planes") return planesOf(all[0]);
  return all.every((data) => Array.isArray(data)) ? all.flat() : all[0];
}

/** Names in order, of the families of the sample. */
function sampled(fields: Json): readonly string[] {
  return z
    .array(z.string())
    .parse(fields)
    .filter((name) => sampleFamilies.some((family) => name.startsWith(`${family}.`)))
    .toSorted();
}

function compareStatus(what: string, { scope }: Shown, { body }: Answer, connections: readonly string[]): void {
  const { posture, seat_key, scope: width, lens } = scope;
  const answer = Status.parse(body);
  const { connections: shown, ...rights } = answer.scope;
  const named = { ...(seat_key === undefined ? {} : { seat_key }), ...(lens === undefined ? {} : { lens }) };
  expect({ what, rights }).toEqual({ what, rights: { posture, scope: width, ...named } });
  expect({ what, shown: shown.toSorted() }).toEqual({ what, shown: connections.toSorted() });
  const isCounted = posture === "off" || width === "All" || width === "Platform";
  for (const { families } of answer.connections)
    expect({ what, isCounted: families !== null }).toEqual({ what, isCounted });
}

function planesOf(data: unknown): unknown {
  const families = Planes.parse(data).flatMap((plane) => plane.families);
  return sampleFamilies.map((family) => {
    const found = families.find((one) => one.family === family);
    const hidden = found?.fields.filter(({ visibility }) => visibility !== "visible") ?? [];
    return {
      family,
      filters: found?.filters.toSorted(),
      sorts: found?.sorts.toSorted(),
      default_sort: found?.default_sort,
      hidden: Object.fromEntries(hidden.map(({ name, visibility }) => [name, visibility])),
    };
  });
}
