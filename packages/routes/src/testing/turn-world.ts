import { Turn, TurnFrame } from "@service/contract";
import type { JsonObject } from "@service/json";
import { openUsageTally, type UsageTally } from "@service/domain/models";
import { insertConversation } from "@service/domain/testing";
import { startTurns, type RunningTurns, type TurnsOptions } from "@service/domain/turns";
import type * as z from "zod";
import type { Actor, Answer } from "./checked-client.ts";
import { startTestApi, type TestApi, type TestApiOptions, type TestOrganization } from "./test-api.ts";

/** The knowledge of the instance of these tests: a question about each has its sentence as answer. */
export const turnConfig = {
  grounding: { sources: [{ kind: "knowledge" }] },
  knowledge: [
    { key: "hours", title: "Claims desk", text: "The claims desk is open from 8 to 18. On holidays it is closed." },
    { key: "fees", title: "Fees", text: "A certificate of insurance costs nothing for clients of the agency." },
  ],
  rules: [{ key: "hello", when: { any: ["hello"] }, reply: "Hello. Ask about your policies, please." }],
} as const;

export const hoursQuestion = "When is the claims desk open?";

/** A conversation, and what is asked in it. */
export interface TestConversation {
  readonly id: string;
  /** Path of its turns, with the prefix. */
  readonly path: string;
}

type RunnerDeps = Parameters<typeof startTurns>[0];

/** An API with an organization, an instance with a draft, and turns that are answered in this process. */
export interface TurnWorld {
  readonly api: TestApi;
  readonly org: TestOrganization;
  readonly sandbox: Actor;
  conversation(owner?: { readonly principal?: string; readonly slug?: string }): Promise<TestConversation>;
  /** Starts another instance; a draft alone. */
  instance(slug: string, config: object): Promise<void>;
  /** Asks with the draft; the answer is the whole stream unless `Accept` says otherwise. */
  ask(at: TestConversation, body?: JsonObject, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Asks for JSON and returns the turn when it has ended. */
  turn(at: TestConversation, body?: JsonObject): Promise<z.infer<typeof Turn>>;
  startRunner(options?: Partial<TurnsOptions>, deps?: Partial<RunnerDeps>): RunningTurns;
  /** Counts answers of the embedded answerer. */
  readonly uses: UsageTally;
  stop(): Promise<void>;
}

export async function startTurnWorld(
  options: TestApiOptions & { readonly withoutRunner?: boolean } = {},
): Promise<TurnWorld> {
  const api = await startTestApi({ hasGates: false, hasFiles: false, ...options });
  const org = await api.organization();
  const { deps } = api;
  await deps.db.pool.query("update organizations set max_active_turns = 1000 where id = $1", [org.organizationId]);
  const runners: RunningTurns[] = [];
  const uses = openUsageTally(deps);
  const startRunner = (given: Partial<TurnsOptions> = {}, own: Partial<RunnerDeps> = {}): RunningTurns => {
    const made = startTurns(
      { ...deps, openSecrets: () => deps.secrets, uses, ...own },
      { owner: `test:${runners.length}`, slots: 64, ...given },
    );
    runners.push(made);
    return made;
  };
  if (options.withoutRunner !== true) startRunner();
  const instance = async (slug: string, config: object): Promise<void> => {
    const answer = await org.organization.post("/conversation-instances", { slug, label: slug, config });
    if (answer.status !== 201) throw new Error(answer.text);
  };
  await instance("desk", turnConfig);
  const world: TurnWorld = {
    api,
    org,
    sandbox: org.sandbox,
    instance,
    startRunner,
    uses,
    async conversation({ principal, slug = "desk" } = {}) {
      const { conversationId: id } = await insertConversation(deps, {
        organizationId: org.organizationId,
        environmentSlug: "sandbox",
        slug,
        ownerPrincipal: principal,
      });
      return { id, path: `/conversation-instances/${slug}/conversations/${id}/turns` };
    },
    ask: (at, body = {}, headers = {}) =>
      org.sandbox.post(at.path, { text: hoursQuestion, version: "draft", ...body }, { headers }),
    async turn(at, body = {}) {
      const answer = await world.ask(at, body, { accept: "application/json" });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return Turn.parse(JSON.parse(answer.text));
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop(0)));
      await api.stop();
    },
  };
  return world;
}

/** A frame with its id, as it came. */
export interface SentFrame {
  readonly id: string | undefined;
  readonly data: z.infer<typeof TurnFrame>;
}

function frameOf(json: string): SentFrame["data"] {
  return TurnFrame.parse(JSON.parse(json));
}

/** The turn of a stream that is read from its beginning. @throws where it has not begun. */
export function turnIdOf([first]: readonly SentFrame[]): string {
  if (first?.data.type !== "turn.started") throw new Error("the stream has not begun: wait for its first frame");
  return first.data.turn_id;
}

export function isText({ data }: SentFrame): boolean {
  return data.type === "text.delta";
}

/** The frames of a stream's text. */
export function framesOf(text: string): SentFrame[] {
  return text.split("\n\n").flatMap((event) => {
    const lines = event.split("\n");
    const data = lines.find((line) => line.startsWith("data: "));
    if (data === undefined) return [];
    const id = lines.find((line) => line.startsWith("id: "));
    return [{ id: id?.slice("id: ".length), data: frameOf(data.slice("data: ".length)) }];
  });
}

/** What a client has after these frames: text, and whether every offset was the next one. */
export function joined(frames: readonly SentFrame[]): { readonly text: string; readonly hasGap: boolean } {
  let text = "";
  /** In code points. */
  let length = 0;
  let hasGap = false;
  for (const { data } of frames) {
    if (data.type === "attempt.started" && data.discard) [text, length] = ["", 0];
    if (data.type === "snapshot") [text, length] = [data.text, [...data.text].length];
    if (data.type !== "text.delta") continue;
    if (data.offset !== length) hasGap = true;
    text += data.text;
    length += [...data.text].length;
  }
  return { text, hasGap };
}
