import type { ErrorCode } from "@service/contract";
import type { ActionName, actions, Caller } from "@service/domain/access";
import type { OpportunityDeps } from "@service/domain/opportunities";
import { hiddenByLit, type ServedBook } from "@service/domain/records";
import type { BookView } from "@service/domain/seats";
import type { Json } from "@service/json";
import type { FamilyName } from "@service/record-families";
import * as z from "zod";
import { type Route, route } from "../../http/route.ts";
import { envelopeOf, scopeOf, servingOf } from "./envelope.ts";

/** Actions that read the book. */
export type BookAction = {
  [Action in ActionName]: Action extends `records.${string}`
    ? (typeof actions)[Action] extends { viewer: "required"; reads: "book" }
      ? Action
      : never
    : never;
}[ActionName];

/** A request for a read of the book, parsed. */
export interface BookCall {
  readonly deps: OpportunityDeps;
  readonly viewer: BookView;
  readonly caller: Caller;
  /** Aborts when the caller goes away or its time is over. */
  readonly signal: AbortSignal;
  readonly query: Readonly<Record<string, unknown>>;
  /** A key of the path. */
  key(name: string): string;
}

/** What a read found, and how it becomes the answer. */
export interface Found {
  readonly book: ServedBook;
  /** The families that the answer shows. */
  readonly families: readonly FamilyName[];
  /** Its rows, for the count under shadow. */
  readonly rows: readonly { readonly family: FamilyName | "tasks" | "notes"; readonly isSeen: boolean }[];
  /** `masked_fields` of what is no family. */
  readonly masked?: readonly string[];
  readonly nextCursor?: string | null;
  readonly count?: { readonly value: number; readonly isExact: boolean } | undefined;
  /** When what is shown was computed, where that was before the request. */
  readonly computedAt?: Date | undefined;
  present(): Json;
}

/** One read of the book, as a row of the table of routes. */
export interface BookRouteRow {
  readonly id: BookAction;
  /** Behind `/api/v1/records`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly query: z.ZodObject;
  readonly data: z.ZodType;
  readonly errors?: readonly ErrorCode[];
  find(call: BookCall): Promise<Found>;
}

/** A row of the table as a route: keys of the path, the envelope, and the headers of a read (REC-47, REC-52). */
export function bookRoute({ id, path, summary, description, query, data, errors = [], find }: BookRouteRow): Route {
  return route({
    id,
    method: "GET",
    path: `/api/v1/records${path}`,
    summary,
    ...(description === undefined ? {} : { description }),
    hasServerTiming: true,
    endsWithCaller: true,
    ...paramsOf(path),
    query,
    responses: { 200: envelopeOf(data) },
    errors,
    async handle({ deps, viewer, caller, time, params, query: given, startedAtMs, reply }) {
      const readAtMs = performance.now();
      const found = await find({
        deps,
        viewer,
        caller,
        signal: time.signal,
        query: given,
        key: (name) => keyIn(params, name),
      });
      const foundAtMs = performance.now();
      const answer = found.present();
      const hidden = hiddenByLit(viewer.posture === "shadow" ? found.rows : []);
      if (viewer.posture === "shadow") deps.book.countShadow({ viewer, route: id, hidden });
      const now = deps.clock.now();
      const body = {
        data: answer,
        ...(found.nextCursor === undefined ? {} : { next_cursor: found.nextCursor }),
        ...(found.count && { count: { value: found.count.value, is_exact: found.count.isExact } }),
        computed_at: (found.computedAt ?? now).toISOString(),
        serving: servingOf(found.book, now),
        scope: withMasked(scopeOf(viewer, { book: found.book, families: found.families, hidden }), found.masked),
      };
      const doneAtMs = performance.now();
      const timing = serverTiming({
        db: foundAtMs - readAtMs,
        present: doneAtMs - foundAtMs,
        total: doneAtMs - startedAtMs,
      });
      return reply(200, { duration_ms: Math.round(doneAtMs - startedAtMs), ...body }, { "server-timing": timing });
    },
  });
}

function withMasked(scope: ReturnType<typeof scopeOf>, masked: readonly string[] = []): ReturnType<typeof scopeOf> {
  return { ...scope, masked_fields: [...scope.masked_fields, ...masked] };
}

/** `Server-Timing` (REC-52), in milliseconds. */
export function serverTiming(times: { readonly db: number; readonly present: number; readonly total: number }): string {
  return Object.entries(times)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(", ");
}

/** Keys are opaque: one that no row has is not found, whatever it looks like. */
function paramsOf(path: string): { readonly params?: z.ZodObject } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  if (names.length === 0) return {};
  return {
    params: z.object(Object.fromEntries(names.map((name) => [name, z.string().meta({ examples: [`${name}-1`] })]))),
  };
}

function keyIn(params: unknown, name: string): string {
  const value: unknown = typeof params === "object" && params !== null ? Reflect.get(params, name) : undefined;
  if (typeof value !== "string") throw new Error(`the path has no ${name}`);
  return value;
}
