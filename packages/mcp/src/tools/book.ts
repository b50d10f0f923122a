import type { Row } from "@service/client";
import * as z from "zod";
import { type At, fit, pageWithin } from "../bounded.ts";
import { common, listed, tool } from "../tool.ts";

const { cursor, limit, connectionId, day } = common;
const clientKey = z.string().min(1).max(128).describe("client_key, as another tool gave it.");
const policyKey = z.string().min(1).max(128).describe("policy_key, as another tool gave it.");

function present<T>(rows: readonly T[]): Exclude<T, { removed: true }>[] {
  return rows.filter(
    (row): row is Exclude<T, { removed: true }> => !(typeof row === "object" && row !== null && "removed" in row),
  );
}

type Account = Exclude<Row<"records.accounts.list">, { removed: true }>;
type Policy = Exclude<Row<"records.policies.list">, { removed: true }>;

function accountRow(row: Account) {
  const { client_key, name, dba, segment, kind, status, producer_seat, total_premium, policy_count, next_expiration } =
    row;
  const cite = `client:${client_key}`;
  return {
    cite,
    client_key,
    name,
    dba,
    segment,
    kind,
    status,
    producer_seat,
    total_premium,
    policy_count,
    next_expiration,
  };
}

function policyRow(row: Policy) {
  const { policy_key, client_key, policy_number, line, carrier_name, carrier_key, status, effective_on } = row;
  const { expires_on, premium, producer_seat } = row;
  const cite = `policy:${policy_key}`;
  return {
    cite,
    policy_key,
    client_key,
    policy_number,
    line,
    carrier_name,
    carrier_key,
    status,
    effective_on,
    expires_on,
    premium,
    producer_seat,
  };
}

/** What is read of clients, their policies and the work on them. */
export const bookTools = [
  tool({
    name: "search_clients",
    title: "Search clients",
    description:
      "Finds clients by the first letters of words of their name, of a contact's name, by policy number or phone; without a query lists them. Cite client_key.",
    needs: ["records:read"],
    effect: "read",
    input: {
      q: z.string().min(2).max(200).exactOptional(),
      kind: z.enum(["insured", "prospect", "former"]).exactOptional(),
      segment: z.enum(["commercial", "personal", "benefits"]).exactOptional(),
      state: z.string().max(10).exactOptional().describe("Two letters."),
      producer_seat: z.string().max(200).exactOptional(),
      expiring_within_days: z.int().min(0).max(730).exactOptional(),
      connection_id: connectionId,
      limit,
      cursor,
    },
    async answer({ client, options }, { cursor, limit, ...filters }) {
      const read = async (at: At) => {
        const page = await client.records.accounts.list({ ...filters, ...at }, options);
        return { rows: present(page.data), next: page.next_cursor };
      };
      return listed(await pageWithin({ cursor, limit }, read, accountRow));
    },
  }),
  tool({
    name: "get_client",
    title: "Read a client",
    description:
      "A client: its fields, its summary (lines held, next expirations, losses, open tasks and opportunities) and its timeline, newest first; with a cursor the timeline goes on alone.",
    needs: ["records:read"],
    effect: "read",
    input: { client_key: clientKey, connection_id: connectionId, limit, cursor },
    async answer({ client, options }, { cursor, limit, ...of }) {
      const read = async (at: At) => {
        const page = await client.records.accounts.timeline({ ...of, ...at }, options);
        return { rows: page.data, next: page.next_cursor };
      };
      const timeline = await pageWithin({ cursor, limit, max: 7_000 }, read, ({ ref, ...event }) => ({
        cite: `${ref.family}:${ref.key}`,
        ...event,
      }));
      if (cursor !== undefined) return { data: { timeline: timeline.items }, nextCursor: timeline.nextCursor };
      const [account, summary] = await Promise.all([
        client.records.accounts.read(of, options),
        client.records.accounts.summary(of, options),
      ]);
      const cite = `client:${of.client_key}`;
      return {
        data: {
          client: { cite, ...whole(account.data, 4_000) },
          summary: { cite, ...whole(summary.data, 4_000) },
          timeline: timeline.items,
        },
        nextCursor: timeline.nextCursor,
      };
    },
  }),
  tool({
    name: "list_policies",
    title: "List policies",
    description:
      "Policies of one client or of the whole book, by term, line, status and carrier. Days are inclusive: January 2027 is expires_from 2027-01-01 and expires_to 2027-01-31. Cite policy_key.",
    needs: ["records:read"],
    effect: "read",
    input: {
      client_key: clientKey.exactOptional(),
      q: z.string().min(2).max(200).exactOptional().describe("Words of the client, or a policy number."),
      line: z
        .string()
        .max(60)
        .exactOptional()
        .describe("general_liability, commercial_property, workers_compensation, cyber …"),
      status: z.enum(["active", "future", "expired", "cancelled", "non_renewed", "quoted"]).exactOptional(),
      carrier_key: z.string().max(128).exactOptional(),
      effective_from: day.exactOptional(),
      effective_to: day.exactOptional(),
      expires_from: day.exactOptional(),
      expires_to: day.exactOptional(),
      sort: z
        .enum(["expires_on", "-expires_on", "effective_on", "-effective_on", "premium", "-premium"])
        .exactOptional(),
      connection_id: connectionId,
      limit,
      cursor,
    },
    async answer({ client, options }, { client_key, cursor, limit, ...filters }) {
      const read = async (at: At) => {
        const input = { ...filters, ...at };
        const page =
          client_key === undefined
            ? await client.call("records.policies.list", input, options)
            : await client.call("records.accounts.policies", { ...input, client_key }, options);
        return { rows: present(page.data), next: page.next_cursor };
      };
      return listed(await pageWithin({ cursor, limit }, read, policyRow));
    },
  }),
  tool({
    name: "get_policy",
    title: "Read a policy",
    description: "A policy and its coverages (limits, deductibles); with a cursor the coverages go on alone.",
    needs: ["records:read"],
    effect: "read",
    input: { policy_key: policyKey, connection_id: connectionId, limit, cursor },
    async answer({ client, options }, { cursor, limit, ...of }) {
      const read = async (at: At) => {
        const page = await client.records.policies.coverages({ ...of, ...at }, options);
        return { rows: present(page.data), next: page.next_cursor };
      };
      const coverages = await pageWithin({ cursor, limit, max: 10_000 }, read, ({ key, ...row }) => ({
        cite: `coverage:${key}`,
        ...withoutOrigin(row),
      }));
      const { nextCursor } = coverages;
      if (cursor !== undefined) return { data: { coverages: coverages.items }, nextCursor };
      const { data } = await client.records.policies.read(of, options);
      const policy = { cite: `policy:${of.policy_key}`, ...whole(data, 5_000) };
      return { data: { policy, coverages: coverages.items }, nextCursor };
    },
  }),
  tool({
    name: "list_tasks",
    title: "List tasks",
    description: "Tasks of the person's clients, newest first. Cite task_key.",
    needs: ["actions:read"],
    effect: "read",
    input: {
      client_key: clientKey.exactOptional(),
      policy_key: policyKey.exactOptional().describe("Not together with client_key."),
      status: z.enum(["open", "done", "cancelled"]).exactOptional(),
      assignee_seat: z.string().max(200).exactOptional(),
      due_before: day.exactOptional(),
      connection_id: connectionId,
      limit,
      cursor,
    },
    async answer({ client, options }, { cursor, limit, ...filters }) {
      const read = async (at: At) => {
        const page = await client.call("records.tasks.list", { ...filters, ...at }, options);
        return { rows: page.data, next: page.next_cursor };
      };
      return listed(await pageWithin({ cursor, limit }, read, (row) => ({ cite: `task:${row.task_key}`, ...row })));
    },
  }),
  tool({
    name: "list_notes",
    title: "List notes",
    description: "Notes about clients and policies, newest first. Cite note_key.",
    needs: ["actions:read"],
    effect: "read",
    input: {
      client_key: clientKey.exactOptional(),
      policy_key: policyKey.exactOptional().describe("Not together with client_key."),
      connection_id: connectionId,
      limit,
      cursor,
    },
    async answer({ client, options }, { cursor, limit, ...filters }) {
      const read = async (at: At) => {
        const page = await client.call("records.notes.list", { ...filters, ...at }, options);
        return { rows: page.data, next: page.next_cursor };
      };
      return listed(await pageWithin({ cursor, limit }, read, (row) => ({ cite: `note:${row.note_key}`, ...row })));
    },
  }),
];

/** Where a row came from is the service's business; its key is cited. */
function withoutOrigin(row: object): object {
  const {
    connection_id: _c,
    source_id: _s,
    change_seq: _q,
    source_updated_at: _u,
    ...kept
  }: Record<string, unknown> = {
    ...row,
  };
  return kept;
}

function whole(row: object, max: number): object {
  const fitted = fit(withoutOrigin(row), max);
  return typeof fitted === "object" && fitted !== null ? fitted : { cut: fitted };
}
