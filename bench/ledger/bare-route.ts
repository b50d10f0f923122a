/**
 * The obvious first version of an append: Express, and one transaction per request that locks the head, inserts the
 * command and its task, and moves the head. The same tables, indexes and triggers as ours; no keys, no rights, no checks.
 */
import { createHash, randomUUID } from "node:crypto";

import express from "express";
import pg from "pg";
import { z } from "zod";

const { DATABASE_URL, PORT, ORGANIZATION_ID = "" } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = express();
app.use(express.json({ limit: "1mb" }));
app.get("/health", (_request, response) => void response.json({ status: "ok" }));

const Body = z.object({
  actor_principal: z.string(),
  commands: z.array(
    z.object({
      idempotency_key: z.string(),
      type: z.string(),
      entity: z.object({ kind: z.string(), key: z.string() }),
      payload: z.object({ title: z.string(), due_on: z.string(), priority: z.string() }),
    }),
  ),
});
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

app.post("/actions", async (request, response) => {
  const { actor_principal: actor, commands } = Body.parse(request.body);
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ seq: string; hash: string }>(
      "select seq, hash from ledger_heads where organization_id = $1 for update",
      [ORGANIZATION_ID],
    );
    let seq = Number(rows[0]?.seq ?? 0);
    let hash = rows[0]?.hash ?? "";
    for (const { idempotency_key: key, type, entity, payload } of commands) {
      seq += 1;
      const id = randomUUID();
      const payloadText = JSON.stringify(payload);
      const payloadHash = hashOf(payloadText);
      const now = new Date().toISOString();
      hash = hashOf([hash, seq, id, type, JSON.stringify(entity), actor, now, payloadHash].join("|"));
      await client.query(
        `insert into ledger_commands (organization_id, seq, command_id, idempotency_key, environment_id, type, entity_kind,
           entity_key, entity, client_key, is_open, payload, payload_sha256, request_sha256, actor_principal, actor_type,
           key_id, recorded_at, hash)
         values ($1, $2, $3, $4, $1, $5, $6, $7, $8, $7, false, $9, $10, $10, $11, 'producer', 'key', $12, $13)`,
        [
          ORGANIZATION_ID,
          seq,
          id,
          key,
          type,
          entity.kind,
          entity.key,
          JSON.stringify(entity),
          payloadText,
          payloadHash,
          actor,
          now,
          hash,
        ],
      );
      await client.query(
        `insert into ledger_tasks (organization_id, environment_id, task_key, entity_kind, entity_key, client_key, is_open,
           title, status, priority, due_on, created_by, created_at, created_seq, last_seq)
         values ($1, $1, $2, $3, $4, $4, false, $5, 'open', $6, $7, $8, $9, $10, $10)`,
        [
          ORGANIZATION_ID,
          `t_${id}`,
          entity.kind,
          entity.key,
          payload.title,
          payload.priority,
          payload.due_on,
          actor,
          now,
          seq,
        ],
      );
    }
    await client.query("update ledger_heads set seq = $2, hash = $3 where organization_id = $1", [
      ORGANIZATION_ID,
      seq,
      hash,
    ]);
    await client.query("commit");
    response.json({ action_seq: seq });
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
});

app.listen(Number(PORT), "127.0.0.1");
