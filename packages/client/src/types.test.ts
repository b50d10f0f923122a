import { expect, test } from "@jest/globals";
import { Client, type Codes, isRefusal, type Output, type TurnFrame, type WebhookEvent } from "./index.ts";

// These compile, and with a wrong field they do not: the type check reads this file (CLIENT-2, CLIENT-3).

const client = new Client({ baseUrl: "http://127.0.0.1:1", apiKey: "svc_live_0" });

/** Never called: what it says is checked by the compiler. */
async function typed(): Promise<void> {
  const accepted = await client.runs.submit({ engine_slug: "review", body: { input: {} } });
  const runId: string = accepted.run_id;
  // @ts-expect-error -- no operation has this name
  void client.runs.send;
  // @ts-expect-error -- the engine is missing
  await client.runs.submit({ body: { input: {} } });
  // @ts-expect-error -- a field that no submission has
  await client.runs.submit({ engine_slug: "review", body: { input: {}, prioritty: 1 } });
  // @ts-expect-error -- an answer without this field
  void accepted.runId;
  // @ts-expect-error -- a filter that the list does not have
  await client.records.policies.list({ state: "active" });
  // @ts-expect-error -- a value that the filter does not have
  await client.records.policies.list({ status: "lapsed" });
  // @ts-expect-error -- the person is set on the client
  await client.records.policies.list({ "x-service-acting-principal": "pat" });
  // @ts-expect-error -- a list without cursor has no pages
  void client.engines.list.each;
  // @ts-expect-error -- of what callers make no copy is kept
  void client.records.tasks.list.changes;
  for await (const policy of client.records.policies.list.each({ status: "active" }))
    if (!("removed" in policy)) void policy.policy_number;
  for await (const { rows, removed, since } of client.records.policies.list.changes({ since: 4 })) {
    void [rows[0]?.premium, removed.join(), since + 1];
    // @ts-expect-error -- rows that are gone are keys
    void rows[0]?.removed;
  }
  const deleted: Promise<undefined> = client.webhooks.delete({ endpoint_id: runId });
  await deleted;
  const { location } = await client.attachments.content({ slug: "a", conversation_id: "b", attachment_id: "c" });
  location.startsWith("https:");
  const file: Response = await client.conversations.export({ slug: "a", conversation_id: "b" });
  void file;
  await client.attachments.upload({ slug: "a", conversation_id: "b", body: { file: new Blob([]) } });
  const batch = await client.runs.latest.batch({ engine_slug: "a", body: { subjects: [{ subject_key: "b" }] } });
  void [batch, await client.runs.latest({ engine_slug: "a", subject_key: "b" })];
}

/** Every code of an operation, or this does not compile. */
function advice(code: Codes["engines.list"]): string {
  switch (code) {
    case "unauthorized":
    case "insufficient_capability":
      return "another key";
    case "rate_limited":
      return "wait";
    case "internal_error":
    case "auth_unavailable":
    case "service_unavailable":
    case "request_timeout":
      return "try again";
    default:
      return code satisfies never;
  }
}

function incomplete(code: Codes["engines.list"]): string {
  switch (code) {
    case "unauthorized":
    case "insufficient_capability":
    case "rate_limited":
    case "internal_error":
    case "service_unavailable":
    case "request_timeout":
      return "known";
    default:
      // @ts-expect-error -- auth_unavailable is forgotten
      return code satisfies never;
  }
}

function codeOf(error: unknown): string {
  if (!isRefusal(error, "runs.submit")) return "";
  // @ts-expect-error -- no submission is refused with it
  if (error.code === "environment_slug_taken") return "";
  return error.code === "run_cap_exceeded" ? "cap" : error.code;
}

function shown(frame: TurnFrame, event: WebhookEvent): string {
  // @ts-expect-error -- a reader that has not asked for the type has no text
  void frame.text;
  // @ts-expect-error -- a test has no run
  void event.data.run;
  if (event.type === "run.completed") return event.data.run.run_id;
  return frame.type === "text.delta" ? frame.text : "";
}

test("CLIENT-2, CLIENT-3: fields, filters, frames and codes are types; a wrong or forgotten one does not compile", () => {
  const run: Pick<Output<"runs.read">, "status"> = { status: "degraded" };
  expect([typeof typed, advice("rate_limited"), incomplete("rate_limited"), codeOf(undefined), run.status]).toEqual([
    "function",
    "wait",
    "known",
    "",
    "degraded",
  ]);
  expect(typeof shown).toBe("function");
});
