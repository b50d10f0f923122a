import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Fields, fieldsOf, rowsOf, text, until } from "./answers.ts";
import { money, tableOf } from "./print-table.ts";
import { showConversation } from "./show-conversation.ts";
import { showQuotes } from "./show-quotes.ts";
import type { Work } from "./work.ts";

/** A person's work with the book: opportunities, the action ledger, documents, questions to an assistant. */
export async function showWork(work: Work): Promise<void> {
  const found = await showFoundOpportunities(work);
  await showLedger(work, found);
  await showDocument(work);
  await showQuotes(work);
  await showConversation(work, text(found["account_name"]));
}

/** @returns the best opportunity. */
async function showFoundOpportunities({ ask, engineSlug, finished, print, heading }: Work): Promise<Fields> {
  heading("9. Opportunities: a run over the imported book, and what a person says of one");
  const { id } = await ask("GET", `/engines/${engineSlug}`);
  const path = `/engines/${String(id)}/opportunities`;
  const accepted = await ask("POST", `${path}/runs`, {});
  await finished(String(accepted["run_id"]));
  const page = await until("opportunities of the run", async () => {
    const answer = await ask("GET", `${path}?status=open&limit=5`);
    return rowsOf(answer["data"]).length > 0 ? answer : undefined;
  });
  const [best = {}] = rowsOf(page["data"]);
  const annotation = await ask("PUT", `${path}/${String(best["opportunity_id"])}/annotation`, {
    status: "in_progress",
    note: "Called; quotes by Friday.",
  });
  print(
    tableOf(
      ["Score", "Account", "What", "Due", "Expected revenue"],
      rowsOf(page["data"]).map((row) => [
        Number(row["score"]),
        text(row["account_name"]),
        text(row["title"]),
        text(row["due_on"]),
        money(row["expected_value"]),
      ]),
    ),
  );
  const { status, revision } = fieldsOf(annotation["data"]);
  print(
    `\n  The first one is now ${text(status)} (annotation revision ${text(revision)}); later runs keep what people say.`,
  );
  return best;
}

/** Commands of an agent about the client of an opportunity, and the same client's lists and summary. */
async function showLedger({ ask, principal, print, heading }: Work, opportunity: Fields): Promise<void> {
  heading("10. The action ledger: an agent appends a task and a note, and both are read back");
  const clientKey = text(opportunity["client_key"]);
  const entity = { kind: "account", key: clientKey };
  const source = { opportunity_id: text(opportunity["opportunity_id"]) };
  const commands = [
    { type: "create_task", entity, payload: { title: "Send the renewal questionnaire", priority: "high", source } },
    { type: "add_note", entity, payload: { body: "The owner prefers mail to calls." } },
  ].map((command) => ({ idempotency_key: randomUUID(), ...command }));
  const made = await ask("POST", "/records/actions", {
    actor_principal: principal,
    actor_type: "agent",
    commands,
  });
  const lists = await Promise.all(
    ["tasks", "notes"].map(async (list) => {
      const { data } = await ask("GET", `/records/${list}?client_key=${clientKey}`);
      return rowsOf(data).map((row) => [
        list,
        text(row["title"] ?? row["body"]),
        text(row["created_by"] ?? row["author"]),
      ]);
    }),
  );
  if (lists.some((rows) => rows.length === 0)) throw new Error("what was appended cannot be read back");
  print(tableOf(["List", "Title or text", "By"], lists.flat()));
  const summary = fieldsOf((await ask("GET", `/records/accounts/${clientKey}/summary`))["data"]);
  print(
    `\n  The chain stands at seq ${text(made["action_seq"])}. The account's summary counts ${text(summary["open_tasks"])} open task and ${text(summary["open_opportunities"])} open opportunities.`,
  );
}

async function showDocument({ folder, connectionId, ask, svc, print, heading }: Work): Promise<void> {
  heading("11. Documents: a carrier's guide, imported and found by its text");
  const files = join(folder, "documents");
  await mkdir(files);
  await writeFile(
    join(files, "guide.txt"),
    "Synthetic sample. Restaurants with a wood-fired oven are welcome when the hood is cleaned twice a year.\n",
  );
  const manifest = join(folder, "manifest.csv");
  await writeFile(manifest, "file,title,kind,carrier_key\nguide.txt,Appetite guide,appetite_guide,car-01\n");
  await svc("documents", "import", files, "--connection", connectionId, "--manifest", manifest);
  const words = "wood-fired oven";
  const startedAt = performance.now();
  const [document = {}] = await until("the text of the document", async () => {
    const rows = rowsOf((await ask("GET", `/catalog/documents?q=${encodeURIComponent(words)}`))["documents"]);
    return rows.length > 0 ? rows : undefined;
  });
  print(
    tableOf(
      ["Searched", "Found", "Kind", "Reference", "After"],
      [
        [
          words,
          text(document["title"]),
          text(document["kind"]),
          text(document["source_blob_ref"]),
          `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
        ],
      ],
    ),
  );
}
