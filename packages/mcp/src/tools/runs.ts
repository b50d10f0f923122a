import type { Output } from "@service/client";
import * as z from "zod";
import { clipText, fit, pageOf } from "../bounded.ts";
import { type Answer, anyObject, BadCall, common, listed, tool, type ToolCall } from "../tool.ts";
import { activeEngines } from "./opportunities.ts";

const { cursor, limit, connectionId, callId } = common;
/** How long a call waits for the end of a run, as the service lets it. */
const wait = "wait=25";
const version = z.string().max(20).exactOptional().describe("Release, `1.2` or `1.x`; the newest unless given.");

type Run = Output<"runs.read">;

function runFacts(run: Run) {
  const { run_id, status, engine_version, created_at, completed_at, stale, error, warnings, field_policy } = run;
  const cite = `run:${run_id}`;
  return {
    cite,
    run_id,
    status,
    engine_version,
    created_at,
    completed_at,
    stale,
    error,
    warnings: fit(warnings, 1_500),
    field_policy,
  };
}

const unfinished = new Set<Run["status"]>(["queued", "processing"]);

/** Submits once for one call, waits a while, and shows what there is. */
async function runOnce(
  call: ToolCall,
  given: { engine: string; input: object; engine_version?: string },
): Promise<Answer> {
  const { client, options, fingerprint } = call;
  const { engine: engine_slug, ...body } = given;
  const accepted = await client.call(
    "runs.submit",
    { engine_slug, body, "idempotency-key": fingerprint, prefer: wait },
    options,
  );
  return { data: { ...shown(await client.runs.read({ run_id: accepted.run_id }, options)), engine: engine_slug } };
}

function shown(run: Run) {
  const facts = runFacts(run);
  if (unfinished.has(run.status)) return { ...facts, hint: "Not finished: call read_run with this run_id." };
  return { ...facts, output: fit(run.output, 11_000) };
}

/** Engines, and what they compute. */
export const runTools = [
  tool({
    name: "list_engines",
    title: "List engines",
    description: "The engines that this key may use: slug, type and what each is for.",
    needs: ["engines:read"],
    effect: "read",
    input: { limit, cursor },
    async answer({ client, options }, given) {
      const { engines } = await client.engines.list({}, options);
      const active = engines.filter(({ status }) => status === "active");
      return listed(
        await pageOf(given, active, ({ slug, label, description, engine_type, id }) => ({
          cite: `engine:${slug}`,
          slug,
          engine_type,
          label,
          description,
          engine_id: id,
        })),
      );
    },
  }),
  tool({
    name: "run_engine",
    title: "Run an engine",
    description:
      "Submits an input to an engine and waits up to 25 seconds for its result. The same call again shows the same run; call_id makes another one. The input is that of the engine's type; a wrong one is refused with the fields to correct.",
    needs: ["runs:write", "runs:read"],
    effect: "write",
    input: {
      engine: z.string().min(1).max(60).describe("Slug."),
      input: anyObject,
      engine_version: version,
      call_id: callId,
    },
    answer: (call, { call_id: _call, ...given }) => runOnce(call, given),
  }),
  tool({
    name: "run_comparison",
    title: "Compare quotes and policies",
    description:
      "Compares 2 to 20 quotes, policies or renewal offers of a client: each a policy of the book, or documents that search_documents found. Waits up to 25 seconds. The same call again shows the same run.",
    needs: ["engines:read", "runs:write", "runs:read"],
    effect: "write",
    input: {
      engine: z
        .string()
        .max(60)
        .exactOptional()
        .describe("Slug of a comparison engine; needed where there are several."),
      client_key: z.string().max(128).exactOptional(),
      label: z.string().min(1).max(200).describe("Name of the client."),
      items: z
        .array(
          z.strictObject({
            key: z.string().min(1).max(64).describe("Your name of the item: a, b …"),
            policy_key: z.string().max(128).exactOptional(),
            documents: z.array(z.string().min(1).max(200)).min(1).max(10).exactOptional(),
            option: z.string().max(200).exactOptional().describe("Which option of a quote that offers several."),
          }),
        )
        .min(2)
        .max(20),
      in_force: z.string().max(64).exactOptional().describe("Key of the item that is in force."),
      connection_id: connectionId,
      engine_version: version,
      call_id: callId,
    },
    async answer(call, { engine, client_key, label, items, in_force, connection_id, ...release }) {
      const engines = await activeEngines(call.client, "comparison", call.options);
      const slug = engine ?? (engines.length === 1 ? engines[0]?.slug : undefined);
      if (slug === undefined)
        throw new BadCall(`engine must be one of: ${engines.map((each) => each.slug).join(", ") || "(there is none)"}`);
      const input = {
        subject: { key: client_key ?? "client", label, ...(client_key !== undefined && { client_key }) },
        ...(in_force !== undefined && { baseline_key: in_force }),
        items: items.map(({ key, policy_key, documents, option }) => {
          if ((policy_key === undefined) === (documents === undefined))
            throw new BadCall(`item ${key} must have either policy_key or documents`);
          if (documents === undefined)
            return { key, records_ref: { policy_key, ...(connection_id !== undefined && { connection_id }) } };
          const read = documents.map((ref, index) => ({ document_key: `${key}-${index + 1}`, source_blob_ref: ref }));
          return { key, documents: read, ...(option !== undefined && { option }) };
        }),
      };
      const { call_id: _call, ...version } = release;
      return runOnce(call, { engine: slug, input, ...version });
    },
  }),
  tool({
    name: "read_run",
    title: "Read a run",
    description:
      "Status and result of a run, cut to fit. `at` (JSON Pointer, /output/findings) shows one part whole: a list page by page, text piece by piece. Cite run and pointer.",
    needs: ["runs:read"],
    effect: "read",
    input: {
      run_id: z.string().max(64),
      at: z.string().max(500).exactOptional().describe("JSON Pointer into the run, RFC 6901."),
      limit,
      cursor,
    },
    async answer({ client, options }, { run_id, at, ...page }) {
      const run = await client.runs.read({ run_id, prefer: wait }, options);
      if (at === undefined || at === "") return { data: shown(run) };
      const cite = `run:${run_id}#${at}`;
      const part = memberAt(run, at);
      if (Array.isArray(part)) {
        const items = part.map((item: unknown, index) => ({ cite: `${cite}/${index}`, item }));
        return listed(await pageOf(page, items, (item) => item));
      }
      if (typeof part !== "string") return { data: { cite, value: fit(part) } };
      const pieces = part.match(/[^]{1,3000}/gu) ?? [];
      return listed(await pageOf(page, pieces, (text) => ({ cite, text: clipText(text, 3_000) })));
    },
  }),
];

/** @throws `BadCall` where the pointer leads nowhere. */
function memberAt(run: Run, pointer: string): unknown {
  let found: unknown = run;
  for (const token of pointer.replace(/^\//, "").split("/")) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      throw new BadCall(`at: the run has nothing at ${clipText(pointer, 200)}`);
    found = Reflect.get(found, name);
  }
  return found;
}
