import { fail } from "@service/contract";
import { timelineParts } from "@service/domain/ledger";
import {
  openCursor,
  presentRow,
  readBook,
  readPage,
  readRow,
  readTimeline,
  sealCursor,
  summarizeClients,
  summaryFamilies,
  timelineFamilies,
  timelineKinds,
  TimelinePlace,
  todayOf,
  withoutHiddenSubjects,
} from "@service/domain/records";
import { readDerivedSummary } from "@service/domain/derivations";
import { familyNames } from "@service/record-families";
import * as z from "zod";
import type { BookRouteRow } from "./book-route.ts";
import { BookQuery, limitOf, PagedQuery, stringIn } from "./list-query.ts";
import { carriersOfSummaries, presentSummary, Summary } from "./present-account.ts";
import { rowsOf } from "./row-schemas.ts";
import { workOfAccounts } from "./work-of-accounts.ts";

/** What is shown of one client besides its rows. */

export const accountSummary: BookRouteRow = {
  id: "records.accounts.summary",
  path: "/accounts/{client_key}/summary",
  summary: "Summarize an account",
  description:
    "As it was computed last: `computed_at` says when. It is computed for the request where that has not happened yet, and for a reader who sees a part of the account only. Tasks, opportunities and the last touch are those of now.",
  query: BookQuery,
  data: Summary,
  async find(call) {
    const { deps, viewer, query, signal, key } = call;
    const bookRequest = { viewer, signal, connectionId: stringIn(query, "connection_id") };
    const { book, result } = await readBook(deps, bookRequest, async (read) => {
      const account = await readRow(deps, read, "accounts", key("client_key"));
      const today = todayOf(deps);
      const works = await workOfAccounts(call, read, [account.key]);
      const work = works.get(account.key);
      const derived = await readDerivedSummary(deps, read, { clientKey: account.key, today });
      const computed = derived ? undefined : await summarizeClients(deps, read, { clients: [account.key], today });
      const found = derived?.summary ?? computed?.get(account.key);
      if (found === undefined) throw fail("not_found");
      const shown = await withoutHiddenSubjects(deps, read, new Map([[account.key, found]]));
      const summary = shown.get(account.key) ?? found;
      const carriers = await carriersOfSummaries(deps, read, [summary]);
      return { account, work, summary, carriers, computedAt: derived?.computedAt };
    });
    const { account, work, summary, carriers, computedAt } = result;
    return {
      book,
      families: summaryFamilies,
      computedAt,
      rows: [{ family: "accounts", isSeen: account.isSeen }],
      present: () => presentSummary(summary, work, carriers),
    };
  },
};

const Event = z
  .object({
    at: z
      .string()
      .nullable()
      .meta({ description: "A date or a time, as the row has it.", examples: ["2026-11-21T09:00:00Z"] }),
    kind: z.enum(timelineKinds),
    key: z.string().meta({ examples: ["ac_k3v5n2q7x4m6p8r2t4w6"] }),
    title: z
      .string()
      .nullable()
      .meta({ examples: ["Renewal call"] }),
    carrier_name: z
      .string()
      .optional()
      .meta({ description: "Of a policy term, where it is known.", examples: ["Meridian Mutual"] }),
    ref: z.object({
      family: z.enum([...familyNames, "tasks", "notes"]),
      key: z.string().meta({ examples: ["ac_k3v5n2q7x4m6p8r2t4w6"] }),
    }),
  })
  .meta({ id: "TimelineEvent" });

export const accountTimeline: BookRouteRow = {
  id: "records.accounts.timeline",
  path: "/accounts/{client_key}/timeline",
  summary: "List what happened to an account",
  description:
    "Activities, claims, policy terms and documents, and tasks and notes of the ledger, newest first; what has no time stands last.",
  query: PagedQuery,
  data: z.array(Event),
  errors: ["invalid_cursor"],
  async find({ deps, viewer, caller: { environmentId }, query, signal, key }) {
    const clientKey = key("client_key");
    const { principal } = viewer;
    const sealed = { viewer, list: { route: "records.accounts.timeline", clientKey, environmentId, principal } };
    const cursor = stringIn(query, "cursor");
    const chain = cursor === undefined ? undefined : openCursor(deps.secrets, sealed, cursor, TimelinePlace);
    const bookRequest = { viewer, signal, connectionId: stringIn(query, "connection_id"), pinned: chain };
    const { book, result } = await readBook(deps, bookRequest, async (read) => {
      await readRow(deps, read, "accounts", clientKey);
      const { events, next } = await readTimeline(deps, read, clientKey, {
        limit: limitOf(query),
        after: chain?.place,
        parts: (values) => timelineParts(values, { ...read, environmentId }, clientKey),
      });
      const { connectionId, seq } = read;
      const today = todayOf(deps);
      return {
        events,
        nextCursor: next ? sealCursor(deps.secrets, sealed, { connectionId, seq, today, place: next }) : null,
      };
    });
    const { events, nextCursor } = result;
    return {
      book,
      families: timelineFamilies,
      rows: events,
      nextCursor,
      present: () =>
        events.map(({ at, kind, key: eventKey, title, carrierName, family }) => ({
          at,
          kind,
          key: eventKey,
          title,
          ...(carrierName !== undefined && { carrier_name: carrierName }),
          ref: { family, key: eventKey },
        })),
    };
  },
};

const coveragesMax = 1_000;

export const coverageRecord: BookRouteRow = {
  id: "records.accounts.coverageRecord",
  path: "/accounts/{client_key}/policies/{policy_key}/coverage-record",
  summary: "Read the effective coverage record of a policy",
  description: "What the system of record has, and an overlay of edits, which is empty.",
  query: BookQuery,
  data: z
    .object({
      client_key: z.string().meta({ examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
      policy_key: z.string().meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
      policy: rowsOf("policies"),
      coverages: z.array(rowsOf("coverages")),
      overlay: z
        .array(z.unknown())
        .max(0)
        .meta({ examples: [[]] }),
    })
    .meta({ id: "CoverageRecord" }),
  async find({ deps, viewer, query, signal, key }) {
    const bookRequest = { viewer, signal, connectionId: stringIn(query, "connection_id") };
    const { book, result } = await readBook(deps, bookRequest, async (read) => {
      const policy = await readRow(deps, read, "policies", key("policy_key"));
      if (policy.clientKey !== key("client_key")) throw fail("not_found");
      const list = {
        family: "coverages",
        order: { field: undefined, direction: "asc" },
        filters: {},
        today: todayOf(deps),
        policyKey: policy.key,
      } as const;
      const { rows } = await readPage(deps, read, list, { limit: coveragesMax, after: undefined });
      return { policy, coverages: rows };
    });
    const { policy, coverages } = result;
    const how = { ...book, policy: viewer.policy };
    return {
      book,
      families: ["policies", "coverages"],
      rows: [
        { family: "policies", isSeen: policy.isSeen },
        ...coverages.map(({ isSeen }) => ({ family: "coverages" as const, isSeen })),
      ],
      present: () => ({
        client_key: policy.clientKey,
        policy_key: policy.key,
        policy: presentRow("policies", policy, how),
        coverages: coverages.map((row) => presentRow("coverages", row, how)),
        overlay: [],
      }),
    };
  },
};
