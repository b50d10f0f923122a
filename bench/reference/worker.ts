/** The reference's processor: does nothing and writes that it is done. Environment: DATABASE_URL, QUEUE_URL. */
import { Worker } from "bullmq";
import { z } from "zod";

import { openReferenceClient } from "./client.ts";

const payload = z.object({ id: z.string() });
const prisma = await openReferenceClient(process.env["DATABASE_URL"] ?? "");

const worker = new Worker(
  "reference-runs",
  async (job) => {
    const { id } = payload.parse(job.data);
    await prisma.referenceRun.update({
      where: { id },
      data: { status: "completed", output: {}, completedAt: new Date() },
    });
  },
  // As many slots as one of our workers has.
  { connection: { url: process.env["QUEUE_URL"] ?? "" }, concurrency: 16 },
);
worker.on("error", (error) => console.error(error.message));
