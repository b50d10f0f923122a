/**
 * The HTTP side of a peer: Express 5, a key looked up by its hash (remembered for a minute, as ours remembers keys of
 * organizations), zod, an Idempotency-Key compared by the hash of the body, and one queue.
 * Environment: DATABASE_URL, QUEUE_URL, PORT, PEER_KIND.
 */
import { randomUUID } from "node:crypto";

import express from "express";
import pg from "pg";
import { z } from "zod";

import { openEnqueue } from "./enqueue.ts";
import { isPeerKind } from "./peer-kinds.ts";
import { findByIdempotencyKey, sha256 } from "./peer-table.ts";

const keyMemoryMs = 60_000;
const submission = z.strictObject({ input: z.looseObject({}) });
const storedRun = z.object({ id: z.string(), status: z.string(), request_hash: z.instanceof(Buffer) });
const storedKey = z.object({ organization_id: z.string(), environment: z.string() });
type KeyOwner = z.infer<typeof storedKey>;

const kind = process.env["PEER_KIND"] ?? "";
if (!isPeerKind(kind)) throw new Error(`PEER_KIND: ${kind} is not a peer`);
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
pool.on("error", (error) => console.error(error.message));
const enqueue = await openEnqueue(kind, pool, process.env["QUEUE_URL"] ?? "");

const remembered = new Map<string, { owner: KeyOwner; until: number }>();

async function ownerOf(authorization: string | undefined): Promise<KeyOwner | undefined> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (token === undefined) return undefined;
  const hash = sha256(token);
  const cached = remembered.get(hash.toString("base64"));
  if (cached !== undefined && cached.until > Date.now()) return cached.owner;
  const { rows } = await pool.query("select organization_id, environment from peer_keys where key_hash = $1", [hash]);
  if (rows.length === 0) return undefined;
  const owner = storedKey.parse(rows[0]);
  remembered.set(hash.toString("base64"), { owner, until: Date.now() + keyMemoryMs });
  return owner;
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json({ limit: "10mb" }));
app.get("/health", (_request, response) => {
  response.json({ status: "ok" });
});
app.post("/runs", async (request, response) => {
  const owner = await ownerOf(request.headers.authorization);
  if (owner === undefined) {
    response.status(401).json({ code: "unauthorized" });
    return;
  }
  const parsed = submission.safeParse(request.body);
  if (!parsed.success) {
    response.status(400).json({ code: "invalid_request" });
    return;
  }
  const key = request.get("idempotency-key") ?? null;
  const input = JSON.stringify(parsed.data.input);
  const hash = sha256(input);
  const id = randomUUID();
  if (await enqueue([id, owner.organization_id, owner.environment, input, key, hash])) {
    response.status(202).json({ run_id: id, status: "queued" });
    return;
  }
  const { rows } = await pool.query(findByIdempotencyKey, [owner.organization_id, owner.environment, key]);
  const stored = storedRun.parse(rows[0]);
  if (stored.request_hash.equals(hash)) response.status(202).json({ run_id: stored.id, status: stored.status });
  else response.status(409).json({ code: "idempotency_key_reused", details: { run_id: stored.id } });
});
app.listen(Number(process.env["PORT"]), "127.0.0.1");
