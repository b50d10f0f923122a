/**
 * The bare reference: Express 5, one `prisma.create`, one BullMQ `add`. No keys, no idempotency, no budgets, no bounds
 * beyond Express's own. `POST /parse` does not even store: it is the ceiling of what this stack can answer.
 * Environment: DATABASE_URL, QUEUE_URL, PORT.
 */
import { randomUUID } from "node:crypto";

import { Queue } from "bullmq";
import express from "express";
import { z } from "zod";

import { openReferenceClient } from "./client.ts";

const submission = z.strictObject({ input: z.looseObject({}) });

const prisma = await openReferenceClient(process.env["DATABASE_URL"] ?? "");
const queue = new Queue("reference-runs", { connection: { url: process.env["QUEUE_URL"] ?? "" } });

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json({ limit: "10mb" }));
app.get("/health", (_request, response) => {
  response.json({ status: "ok" });
});
app.post("/parse", (request, response) => {
  const parsed = submission.safeParse(request.body);
  response.status(parsed.success ? 202 : 400).json({ run_id: randomUUID(), status: "queued" });
});
app.post("/runs", async (request, response) => {
  const { input } = submission.parse(request.body);
  const id = randomUUID();
  await prisma.referenceRun.create({ data: { id, status: "queued", input } });
  await queue.add("run", { id }, { removeOnComplete: true });
  response.status(202).json({ run_id: id, status: "queued" });
});
app.listen(Number(process.env["PORT"]), "127.0.0.1");
