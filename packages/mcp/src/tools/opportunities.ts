import type { Client, Row } from "@service/client";
import * as z from "zod";
import { type At, pageWithin } from "../bounded.ts";
import { BadCall, common, listed, tool, type ToolCall } from "../tool.ts";
import { append } from "./ledger.ts";

const { cursor, limit, connectionId, callId, day } = common;

function opportunityRow(row: Row<"opportunities.list">) {
  const { opportunity_id, run_id, kind, status, client_key, account_name, policy_key, line, title, because } = row;
  const { score, expected_value, est_premium, due_on, producer_seat, annotation } = row;
  const cite = `opportunity:${opportunity_id}`;
  return {
    cite,
    opportunity_id,
    run_id,
    kind,
    status,
    client_key,
    account_name,
    policy_key,
    line,
    title,
    because,
    score,
    expected_value,
    est_premium,
    due_on,
    producer_seat,
    annotation,
  };
}

/** What runs found in the book, and what people and agents say of it. */
export const opportunityTools = [
  tool({
    name: "list_opportunities",
    title: "List opportunities",
    description:
      "Opportunities that an engine found in the book (coverage gaps, renewals at risk, cross-sell …), best first, with the reasons. Cite opportunity_id.",
    needs: ["engines:read", "records:read"],
    effect: "read",
    input: {
      engine: z
        .string()
        .max(60)
        .exactOptional()
        .describe("Slug of an opportunity engine; needed where there are several."),
      client_key: z.string().max(128).exactOptional(),
      kind: z
        .string()
        .max(200)
        .exactOptional()
        .describe("One kind, or several separated by commas: coverage_gap,cross_sell"),
      status: z.string().max(200).default("open,in_progress").describe("One status, or several separated by commas."),
      line: z.string().max(60).exactOptional(),
      producer_seat: z.string().max(200).exactOptional(),
      min_score: z.number().min(0).max(100).exactOptional(),
      due_before: day.exactOptional(),
      q: z.string().min(2).max(200).exactOptional(),
      sort: z.enum(["-score", "due_on", "-expected_value", "-first_seen_at"]).exactOptional(),
      connection_id: connectionId,
      limit,
      cursor,
    },
    async answer(call, { engine, min_score, cursor, limit, ...filters }) {
      const engine_id = await engineIdOf(call, engine);
      const read = async (at: At) => {
        const input = {
          ...filters,
          ...at,
          engine_id,
          ...(min_score !== undefined && { min_score: String(min_score) }),
        };
        const page = await call.client.call("opportunities.list", input, call.options);
        return { rows: page.data, next: page.next_cursor };
      };
      return listed(await pageWithin({ cursor, limit }, read, opportunityRow));
    },
  }),
  tool({
    name: "annotate_opportunity",
    title: "Set the status of an opportunity",
    description: "Writes into the ledger what became of an opportunity, with the reason, for the person as an agent.",
    needs: ["actions:write"],
    effect: "write",
    input: {
      opportunity_id: z.string().min(1).max(200),
      status: z.enum(["open", "in_progress", "won", "lost", "dismissed"]),
      reason: z.string().min(1).max(2_000).exactOptional(),
      connection_id: connectionId,
      call_id: callId,
    },
    answer: (call, { opportunity_id, status, reason, connection_id }) =>
      append(call, {
        type: "set_opportunity_status",
        entity: { kind: "opportunity", key: opportunity_id },
        payload: { status, reason },
        connectionId: connection_id,
      }),
  }),
];

async function engineIdOf({ client, options }: ToolCall, slug: string | undefined): Promise<string> {
  const engines = await activeEngines(client, "opportunity", options);
  const chosen = slug === undefined ? engines : engines.filter((engine) => engine.slug === slug);
  const [only, ...others] = chosen;
  if (only !== undefined && others.length === 0) return only.id;
  throw new BadCall(`engine must be one of: ${engines.map((engine) => engine.slug).join(", ") || "(there is none)"}`);
}

/** Engines of a type that take runs. */
export async function activeEngines(client: Client, type: string, options: ToolCall["options"]) {
  const { engines } = await client.engines.list({}, options);
  return engines.filter((engine) => engine.engine_type === type && engine.status === "active");
}
