/**
 * The reference of `bench:ingest`: an Express route that verifies the signature and inserts one row, unique on the
 * delivery id. No source, no budgets, no log of events, no answer for a repeat but the same `200`.
 * Environment: DATABASE_URL, PORT, SIGNING_KEY (base64).
 */
import { createHmac, timingSafeEqual } from "node:crypto";

import express from "express";
import pg from "pg";

const key = Buffer.from(process.env["SIGNING_KEY"] ?? "", "base64");
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
await pool.query(
  "create table if not exists deliveries (id text primary key, type text not null, data jsonb not null)",
);

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.raw({ type: () => true, limit: "1mb" }));
app.get("/health", (_request, response) => {
  response.json({ status: "ok" });
});
app.post("/events", async (request, response) => {
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) throw new Error("the body is not bytes");
  const id = request.get("webhook-id") ?? "";
  const expected = createHmac("sha256", key)
    .update(`${id}.${request.get("webhook-timestamp")}.`)
    .update(body)
    .digest();
  const given = Buffer.from((request.get("webhook-signature") ?? "").slice(3), "base64");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    response.status(401).json({ code: "unauthorized" });
    return;
  }
  const event: unknown = JSON.parse(body.toString("utf8"));
  const type = typeof event === "object" && event !== null && "type" in event ? String(event.type) : "";
  await pool.query({
    name: "insert_delivery",
    text: "insert into deliveries (id, type, data) values ($1, $2, $3) on conflict do nothing",
    values: [id, type, JSON.stringify(event)],
  });
  response.json({ outcome: "appended" });
});
app.listen(Number(process.env["PORT"]), "127.0.0.1");
