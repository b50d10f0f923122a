import { answerByTurns, type EvalsDeps, startEvals } from "@service/domain/evals";
import { openUsageTally } from "@service/domain/models";
import { openSeatLoader } from "@service/domain/seats";
import { waitFor } from "@service/testing";
import type { Actor, Answer } from "./checked-client.ts";
import type { TestApi } from "./test-api.ts";

const at = "/conversation-instances";
let made = 0;

/** What an instance of these tests knows. */
export const knowledge = {
  knowledge: [
    {
      key: "hours",
      title: "Claims desk",
      text: "The claims desk is open from 8 to 18 on weekdays. It is closed on Sunday.",
    },
  ],
  grounding: { sources: [{ kind: "knowledge", top_k: 5 }] },
};

/** A new instance. @returns its path. */
export async function anInstance(key: Actor, config: object = knowledge): Promise<string> {
  const slug = `evaluated-${(made += 1)}`;
  const answer = await key.post(at, { slug, label: "Desk", config });
  if (answer.status !== 201) throw new Error(answer.text);
  return `${at}/${slug}`;
}

/** A scenario as a caller sends it. */
export function scenarioOf(key: string, more: object = {}) {
  return {
    key,
    title: `Scenario ${key}`,
    turns: [{ user: "When is the claims desk open?", assertions: [{ type: "contains", values: ["8 to 18"] }] }],
    ...more,
  };
}

/** Starts the worker of evaluations of a test, without models unless given. */
export function startTestEvals(api: TestApi, { modelsOf }: Partial<Pick<EvalsDeps, "modelsOf">> = {}) {
  const { db, queue, log, clock } = api.deps;
  return startEvals(
    {
      db,
      queue,
      log,
      clock,
      seats: openSeatLoader(db),
      answer: answerByTurns({ ...api.deps, openSecrets: () => api.deps.secrets, uses: openUsageTally(api.deps) }),
      modelsOf:
        modelsOf ??
        ((): ReturnType<EvalsDeps["modelsOf"]> => ({
          judge: () => Promise.reject(new Error("no judge")),
          embed: () => Promise.reject(new Error("no embeddings")),
          isFound: (pattern, text) => api.deps.computing.isFound([pattern], [text]),
          similarity: (metric, a, b) => api.deps.computing.similarity(metric, a, b),
        })),
    },
    { slots: 4, pollMs: { least: 20, most: 50 } },
  );
}

/** Starts a run and waits for its end. */
export async function evaluated(key: Actor, path: string, body: object = {}): Promise<Answer> {
  const started = await key.post(`${path}/eval-runs`, body);
  if (started.status !== 202) throw new Error(started.text);
  return ended(key, path, String(started.body["eval_run_id"]));
}

export async function ended(key: Actor, path: string, id: string): Promise<Answer> {
  let run: Answer | undefined;
  await waitFor(async () => {
    run = await key.get(`${path}/eval-runs/${id}`);
    return !["queued", "running"].includes(String(run.body["status"]));
  });
  if (run === undefined) throw new Error("the run was not read");
  return run;
}

export const codesOf = (answer: Answer): readonly unknown[] => [answer.status, answer.body["code"]];
export const matching = (revision: number | string) => ({ headers: { "if-match": `"${revision}"` } });
