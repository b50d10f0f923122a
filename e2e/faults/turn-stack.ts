import { expect } from "@jest/globals";
import { Client } from "@service/client";
import { freePort, type Program, startProgram } from "@service/testing";
import { eventReader } from "@service/testing/read-events";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const files = {
  api: fileURLToPath(new URL("../../apps/api/src/main.ts", import.meta.url)),
  worker: fileURLToPath(new URL("../../apps/worker/src/main.ts", import.meta.url)),
};

/** Where the processes of a stack find their state, and how a caller reaches them. */
export interface TurnPlace {
  readonly databaseUrl: string;
  readonly secretsKey: string;
  readonly apiKey: string;
}

/** An API process and workers that answer turns. */
export interface TurnStack extends TurnPlace {
  readonly url: string;
  readonly api: Program;
  startWorker(): Program;
  stop(): Promise<void>;
}

export async function startTurnStack(
  place: TurnPlace,
  given: {
    readonly queueUrl?: string;
    readonly api?: Readonly<Record<string, string>>;
    readonly worker?: Readonly<Record<string, string>>;
  } = {},
): Promise<TurnStack> {
  const port = await freePort();
  const env = {
    DATABASE_URL: place.databaseUrl,
    SECRETS_KEY: place.secretsKey,
    QUEUE_URL: given.queueUrl ?? "",
    LOG_LEVEL: "warn",
    FILES_STORE: "none",
  };
  const url = `http://127.0.0.1:${port}`;
  const api = startProgram(files.api, { env: { ...env, LOG_LEVEL: "info", API_PORT: String(port), ...given.api } });
  await api.says("api listening");
  const workers: Program[] = [];
  return {
    ...place,
    url,
    api,
    startWorker() {
      const worker = startProgram(files.worker, {
        env: { ...env, WORKER_THREADS: "1", WORKER_SHUTDOWN_GRACE_SECONDS: "0.2", ...given.worker },
      });
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all([...workers, api].filter((program) => program.isRunning()).map((program) => program.kill()));
    },
  };
}

export async function call(
  { url, apiKey }: Pick<TurnStack, "url" | "apiKey">,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

let instances = 0;
/**
 * The turns of a conversation with an instance whose answers are so many sentences of 13 words, each of which takes 50 ms in the
 * scenario `slow`.
 */
export async function newConversation(stack: TurnStack, sentences = 16): Promise<string> {
  const slug = `desk-${(instances += 1)}`;
  const text = Array.from(
    { length: sentences },
    (_, at) => `The claims desk of office ${at} is open from 8 to 18 on weekdays.`,
  ).join(" ");
  const config = {
    grounding: { sources: [{ kind: "knowledge" as const }] },
    rules: [{ key: "long", when: { any: ["everything"] }, reply: text }],
  };
  const client = new Client({ baseUrl: stack.url, apiKey: stack.apiKey });
  await client.conversationInstances.create({ body: { slug, label: slug, config } });
  const { conversation_id: id } = await client.conversations.create({ slug, body: {} });
  return `/conversation-instances/${slug}/conversations/${id}/turns`;
}

/** Answered in a few seconds, word by word. */
export const slowQuestion = { text: "Tell me everything", version: "draft", test_scenario: "slow" };

const Data = z.looseObject({ type: z.string() });

export interface ReadFrame {
  readonly id: string | undefined;
  readonly data: Readonly<z.infer<typeof Data>>;
}

/** Reads frames as they come, into a list that grows: what one connection carried, which the client would join with the next. */
export function readStream(response: Response): { readonly frames: ReadFrame[]; readonly ended: Promise<void> } {
  const frames: ReadFrame[] = [];
  const ended = (async () => {
    const reader = eventReader();
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      if (!(chunk instanceof Uint8Array)) throw new Error("a body is bytes");
      reader.push(decoder.decode(chunk, { stream: true }));
      frames.push(...reader.events.splice(0).map(({ id, data }) => ({ id, data: Data.parse(data) })));
    }
  })();
  return { frames, ended };
}

/** What a reader of these frames has in the end. Every offset must be the next one. */
export function textOf(frames: readonly ReadFrame[]): string {
  let text = "";
  for (const { data } of frames) {
    if (data.type === "attempt.started" && data["discard"] === true) text = "";
    if (data.type === "snapshot") text = String(data["text"]);
    if (data.type === "text.delta") {
      expect(data["offset"]).toBe([...text].length);
      text += String(data["text"]);
    }
  }
  return text;
}

/** The stored text of a turn. */
export function answerOf(done: ReadFrame["data"] | undefined): string {
  return z.object({ turn: z.object({ output: z.object({ text: z.string() }) }) }).parse(done).turn.output.text;
}

export const hasText = (frames: readonly ReadFrame[], attempt: number): boolean =>
  frames.some(({ id, data }) => data.type === "text.delta" && id?.startsWith(`${attempt}-`) === true);
