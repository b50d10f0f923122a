import { day, fail, text, wholeNumber } from "@service/contract";
import type { ActionName } from "@service/domain/access";
import {
  type LedgerListName,
  type LedgerQuery,
  listLedger,
  type ListedRows,
  taskStatuses,
  workflowStatuses,
} from "@service/domain/ledger";
import { todayOf } from "@service/domain/records";
import type { Json } from "@service/json";
import * as z from "zod";
import { type Route, route } from "../../../http/route.ts";
import { ReadScope } from "../envelope.ts";
import { limitOf, PagedQuery, stringIn } from "../list-query.ts";
import { ActionSeq, LedgerServing, ledgerScope, ledgerServing } from "./ledger-envelope.ts";
import {
  Action,
  Note,
  presentAction,
  presentNote,
  presentTask,
  presentWorkflow,
  type Shown,
  Task,
  Workflow,
} from "./present-rows.ts";

/** The lists of the ledger: one table of rows, one builder. */

type LedgerAction = Extract<ActionName, `records.${LedgerListName}.list`>;

interface LedgerListRow<Name extends LedgerListName> {
  readonly id: LedgerAction;
  readonly name: Name;
  readonly summary: string;
  readonly description: string;
  readonly filters: Record<string, z.ZodType>;
  readonly row: z.ZodType;
  /** Fields of its rows that hold what people wrote. */
  readonly texts: readonly string[];
  present(row: ListedRows[Name], shown: Shown): Json;
}

const ClientOrPolicy = {
  client_key: text(1, 512)
    .optional()
    .meta({ description: "Of this client. Not together with `policy_key`.", examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
  policy_key: text(1, 512)
    .optional()
    .meta({ description: "Of this policy. Not together with `client_key`.", examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
};

/** Of `/actions`, in place of the usual block (LEDGER-24). */
const ActionsScope = z
  .object({
    posture: z.enum(["off", "shadow", "lit"]),
    actor_principal: z.string().meta({ description: "Who reads.", examples: ["pat.moreno"] }),
    environment: z.string().meta({ examples: ["live"] }),
    head: z.object({
      seq: z.int().meta({ examples: [118] }),
      hash: z.string().meta({ examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"] }),
    }),
  })
  .meta({ id: "LedgerActionsScope" });

const ledgerLists = [
  ledgerListRoute({
    id: "records.tasks.list",
    name: "tasks",
    summary: "List tasks",
    description: "Newest first. A task is shown with its client, and to its assignee.",
    filters: {
      status: z.enum(taskStatuses).optional(),
      assignee_seat: text(1, 200)
        .optional()
        .meta({ examples: ["seat-7"] }),
      due_before: day()
        .optional()
        .meta({ description: "Due before this day.", examples: ["2026-12-31"] }),
    },
    row: Task,
    texts: ["body"],
    present: presentTask,
  }),
  ledgerListRoute({
    id: "records.workflows.list",
    name: "workflows",
    summary: "List workflows",
    description: "Newest first, with their steps.",
    filters: { status: z.enum(workflowStatuses).optional() },
    row: Workflow,
    texts: ["steps.note", "outcome", "reason"],
    present: presentWorkflow,
  }),
  ledgerListRoute({
    id: "records.notes.list",
    name: "notes",
    summary: "List notes",
    description: "Newest first. A private note is shown to its author alone, and never through a lens.",
    filters: {},
    row: Note,
    texts: ["body"],
    present: presentNote,
  }),
];

const listActions = ledgerListRoute({
  id: "records.actions.list",
  name: "actions",
  summary: "List the commands of the ledger",
  description:
    "Oldest first, each with its hash, so that anybody can verify the chain. `after_seq` continues a copy: it is exact for a reader who sees the whole book.",
  filters: {
    after_seq: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: "Commands behind this one.", examples: [117] }),
  },
  row: Action,
  texts: ["payload"],
  present: presentAction,
});

export const ledgerReads: readonly Route[] = [...ledgerLists, listActions];

function ledgerListRoute<Name extends LedgerListName>(list: LedgerListRow<Name>): Route {
  const { id, name, summary, description, filters, row, texts, present } = list;
  const isActions = name === "actions";
  return route({
    id,
    method: "GET",
    path: `/api/v1/records/${name}`,
    summary,
    description,
    endsWithCaller: true,
    query: PagedQuery.extend({ ...ClientOrPolicy, ...filters }),
    responses: {
      200: z.object({
        duration_ms: z.int(),
        data: z.array(row),
        next_cursor: z
          .string()
          .nullable()
          .meta({ description: "Null at the end.", examples: ["v1.0a1b2c3d.k3v5n2q7x4m6"] }),
        action_seq: ActionSeq,
        serving: LedgerServing,
        scope: isActions ? ActionsScope : ReadScope,
      }),
    },
    errors: ["invalid_cursor"],
    async handle({ deps, caller, viewer, query, time, startedAtMs, reply }) {
      const page = await listLedger(
        deps,
        name,
        { viewer, signal: time.signal },
        queryOf(id, caller.environmentId, query),
      );
      const today = todayOf(deps);
      const unseen = page.rows.filter(({ isSeen }) => !isSeen).length;
      if (viewer.posture === "shadow") deps.shadow.count({ viewer, route: id, hidden: new Map([[name, unseen]]) });
      const data = page.rows.map((one) => present(one.row, { viewer, today }));
      return reply(200, {
        duration_ms: Math.round(performance.now() - startedAtMs),
        data,
        next_cursor: page.nextCursor,
        action_seq: page.head.seq,
        serving: ledgerServing(page.book.connectionId),
        scope: isActions
          ? {
              posture: viewer.posture,
              actor_principal: viewer.principal ?? "",
              environment: caller.environmentSlug,
              head: { ...page.head },
            }
          : ledgerScope(viewer, { list: name, texts, unseen }),
      });
    },
  });
}

function queryOf(route: string, environmentId: string, given: Readonly<Record<string, unknown>>): LedgerQuery {
  const clientKey = stringIn(given, "client_key");
  const policyKey = stringIn(given, "policy_key");
  if (clientKey !== undefined && policyKey !== undefined)
    throw fail("invalid_request", {
      message: "Send client_key or policy_key, not both.",
      details: [{ field: "policy_key", message: "must not stand beside client_key" }],
    });
  const afterSeq = given["after_seq"];
  return {
    route,
    environmentId,
    connectionId: stringIn(given, "connection_id"),
    clientKey,
    policyKey,
    status: stringIn(given, "status"),
    assigneeSeat: stringIn(given, "assignee_seat"),
    dueBefore: stringIn(given, "due_before"),
    afterSeq: typeof afterSeq === "number" ? afterSeq : undefined,
    limit: limitOf(given),
    cursor: stringIn(given, "cursor"),
  };
}
