/**
 * Imports the book of `interrupted-book.ts` in a process of its own, which a test kills. Writes a line for each step of
 * progress. Environment: DATABASE_URL, CONNECTION_ID, BOOK (its number).
 */
import { openDatabase } from "@service/db";
import { silentLogger, systemClock } from "@service/runtime";
import { runImport } from "../index.ts";
import { bookDelivery, keysPerSlice } from "./interrupted-book.ts";

// oxlint-disable-next-line node/no-process-env -- a program of its own, which a test starts with these variables
const { DATABASE_URL: url = "", CONNECTION_ID: connectionId = "", BOOK: book = "" } = process.env;
const db = openDatabase({ url, applicationName: "import" });
const deps = { db, clock: systemClock, log: silentLogger };
const outcome = await runImport(
  deps,
  { kind: "operator", id: "test" },
  {
    connectionId,
    mode: "full",
    accept: ["staff"],
    keysPerSlice,
    delivery: bookDelivery(Number(book)),
    onProgress: ({ step, rows }) => process.stdout.write(`${step} ${rows}\n`),
  },
);
process.stdout.write(`${outcome.state}\n`);
await db.close();
