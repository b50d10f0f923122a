import { type Fields, fieldsOf, rowsOf, text, until } from "./answers.ts";
import { tableOf } from "./print-table.ts";

const path = "/conversation-instances/desk";

const config = {
  instructions: "Answer from the book and from documents.",
  grounding: {
    sources: [{ kind: "records" }, { kind: "catalog_documents" }],
    require_citations: true,
  },
};

/** Released only after it has passed: the gate asks for a run of exactly this draft. */
const scenario = {
  key: "quotes-the-guide",
  title: "Quotes the carrier's guide",
  fixtures: [
    {
      source_kind: "catalog_documents",
      ref: { document_key: "sb_sample", page: 1 },
      title: "Appetite guide",
      text: "Restaurants with a wood-fired oven are welcome when the hood is cleaned twice a year.",
    },
  ],
  turns: [
    {
      user: "Which restaurants with a wood-fired oven are welcome?",
      assertions: [
        { type: "contains", values: ["hood is cleaned twice a year"] },
        { type: "cites", min: 1 },
      ],
    },
  ],
};

/** How the demonstration asks the API and prints. */
interface Asking {
  readonly ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Fields>;
  readonly print: (text: string) => void;
  readonly heading: (text: string) => void;
}

/** A configured assistant, measured, released and asked about the book; no model is involved. */
export async function showConversation(work: Asking, accountName: string): Promise<void> {
  const { ask, print, heading } = work;
  heading("13. An assistant over the book: measured, released, and asked three questions; no model is needed");
  await ask("POST", "/conversation-instances", { slug: "desk", label: "Service desk", config });
  await ask("POST", `${path}/eval-scenarios`, scenario);
  const started = await ask("POST", `${path}/eval-runs`, { target: "draft" });
  const run = await until("the evaluation", async () => {
    const answer = await ask("GET", `${path}/eval-runs/${text(started["eval_run_id"])}`);
    return answer["outcome"] === null ? undefined : answer;
  });
  const { version } = await ask("POST", `${path}/versions`, { changelog: "First release" });
  const { passed, scenarios } = fieldsOf(run["totals"]);
  print(`  Release ${text(version)}: ${text(passed)} of ${text(scenarios)} scenarios passed.\n`);
  const conversation = await ask("POST", `${path}/conversations`, {});
  const turns = `${path}/conversations/${text(conversation["conversation_id"])}/turns`;
  const rows: string[][] = [];
  for (const question of [
    `How many policies does ${accountName} have in force?`,
    `When does the next policy of ${accountName} expire?`,
    "Which restaurants with a wood-fired oven are welcome?",
  ]) {
    const turn = await ask("POST", turns, { text: question }, { accept: "application/json" });
    const output = fieldsOf(turn["output"]);
    const cited = rowsOf(output["citations"]);
    if (cited.length === 0) throw new Error(`no citation for "${question}": ${text(output["text"])}`);
    rows.push([question, text(output["text"]), text(output["method"]), sourceOf(cited[0] ?? {})]);
  }
  print(tableOf(["Question", "Answer", "How", "First citation"], rows));
}

function sourceOf(citation: Fields): string {
  const source = fieldsOf(citation["source"]);
  return `${text(source["kind"])}: ${text(source["title"])}`;
}
