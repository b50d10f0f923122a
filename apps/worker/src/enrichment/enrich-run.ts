import {
  checkAlignments,
  checkProposedFacts,
  checkProposedLines,
  settleEnrichment,
  type AcceptedEnrichment,
  type EnrichmentTask,
  type ReadFigures,
} from "@service/models";
import { readBetween, valueTextOf, type Warning } from "@service/engine-kit";
import { cut, sha256Hex, type Json } from "@service/json";
import type { Logger } from "@service/runtime";
import type { StoredModelCall } from "@service/domain/defensibility";
import type { ComputeOutcome } from "../compute/compute-pool.ts";
import type { ComputedResult, EnrichmentRequest } from "../compute/compute-run.ts";
import { collectPaths, withModelUse } from "../compute/decision-trace.ts";
import type { HeldRun } from "../held-run.ts";
import type { ModelDesk } from "./model-desk.ts";
import { systemText, userText, type ModelQuestion } from "./model-provider.ts";

/** Longest single call, whatever the configuration says (MODEL-22). All calls of a run: `allCallsTimeMs`. */
const callTimeMaxMs = 60_000;
const allCallsTimeMs = 45_000;
/** A question whose answer was rejected twice is dropped (MODEL-23). */
const rejectionsMax = 2;
const reasonCharsMax = 300;

/** The reader of values of all engine types reads what a model points to (MODEL-18). */
export function figureReader(): ReadFigures {
  // The proposals for one document mostly follow each other.
  let prepared: ReturnType<typeof valueTextOf> | undefined;
  return (text, from, to, type) => {
    if (prepared?.text !== text) prepared = valueTextOf(text);
    return readBetween(prepared, from, to, type);
  };
}

type Narrated = { readonly output: string } | { readonly reason: string };

export type EnrichedRun =
  { readonly kind: "enriched"; readonly result: ComputedResult } | { readonly kind: "abandoned" };

/**
 * Enriches a stored deterministic result with a model (MODEL-12). Labels and facts first: those that code accepts go into
 * a second deterministic computation, whose narrative is then rewritten. Whatever fails, the deterministic result stays:
 * enrichment may degrade a run, never fail it.
 */
export async function enrichRun(request: {
  readonly models: ModelDesk;
  readonly log: Logger;
  readonly held: HeldRun;
  readonly computed: ComputedResult;
  readonly enrichment: EnrichmentRequest;
  readonly recompute: (accepted: AcceptedEnrichment) => Promise<ComputeOutcome>;
  readonly narrate: (output: string, answer: Json) => Promise<Narrated>;
}): Promise<EnrichedRun> {
  const { models, log, held, computed, enrichment, recompute, narrate } = request;
  const { settings, needs } = enrichment;
  const readFigures = figureReader();
  const calls = callsWithin({ models, log, held }, settings);
  let result = computed;
  let narration = enrichment.tasks.find((task) => task.task === "narrate");

  const labels: AcceptedEnrichment["labels"][number][] = [];
  const facts: AcceptedEnrichment["facts"][number][] = [];
  const lines: NonNullable<AcceptedEnrichment["lines"]>[number][] = [];
  for (const task of enrichment.tasks) {
    switch (task.task) {
      case "align_labels":
        await calls.ask(task, (json) => {
          const { accepted, rejected } = checkAlignments(needs?.labels ?? [], json);
          labels.push(...accepted);
          return accepted.length > 0 || rejected.length === 0 ? taken : (rejected[0]?.reason ?? "not accepted");
        });
        break;
      case "propose_facts":
        await calls.ask(task, (json) => {
          const { documents = [], facts: questions = [] } = needs ?? {};
          const found = checkProposedFacts(questions, documents, json, readFigures);
          const added = checkProposedLines(documents, json, readFigures);
          facts.push(...found.accepted);
          lines.push(...added.accepted);
          const rejected = [...found.rejected, ...added.rejected];
          const isTaken = found.accepted.length + added.accepted.length > 0 || rejected.length === 0;
          return isTaken ? taken : (rejected[0]?.reason ?? "not accepted");
        });
        break;
      case "narrate":
        break;
    }
  }
  if (held.abandoned) return { kind: "abandoned" };
  if (labels.length + facts.length + lines.length > 0) {
    const again = await recompute({ labels, facts, lines });
    if (again.kind === "abandoned") return { kind: "abandoned" };
    if (again.kind === "result") {
      result = again;
      narration = again.enrichment?.tasks.find((task) => task.task === "narrate") ?? narration;
    } else calls.fail();
  }
  if (narration) {
    await calls.ask(narration, async (json) => {
      const narrated = await narrate(result.output, json);
      if ("reason" in narrated) return narrated.reason;
      result = { ...result, output: narrated.output };
      return taken;
    });
  }
  if (held.abandoned) return { kind: "abandoned" };

  const { degrades, warnings } = settleEnrichment(settings.mode, {
    isProviderConfigured: true,
    hadTasks: true,
    skippedByEgress: false,
    failed: calls.hasFailed,
    rejected: calls.wasRejected,
  });
  return {
    kind: "enriched",
    result: {
      ...result,
      status: degrades ? "degraded" : result.status,
      outputPhase: degrades ? "deterministic" : "final",
      warnings: appended(result.warnings, warnings),
      trace: withModelUse(result.trace, calls),
      enrichment: null,
    },
  };
}

const taken = Symbol("taken");
/** Fate of an answer; a string is the reason for rejecting it. */
type Take = typeof taken | string;

type Calls = {
  /** For the defensibility packet (DEF-3). */
  readonly calls: readonly StoredModelCall[];
  readonly fieldsSent: ReadonlySet<string>;
  readonly hasFailed: boolean;
  readonly wasRejected: boolean;
  fail(): void;
  /** Asks until an answer is accepted, at most twice, within the run's budget of calls and time. */
  ask(task: EnrichmentTask, take: (json: Json) => Take | Promise<Take>): Promise<void>;
};

function callsWithin(
  { models, log, held }: { readonly models: ModelDesk; readonly log: Logger; readonly held: HeldRun },
  settings: EnrichmentRequest["settings"],
): Calls {
  const callTimeMs = Math.min(settings.timeoutMs, callTimeMaxMs);
  const endsAtMs = performance.now() + Math.max(allCallsTimeMs, callTimeMs);
  let callsLeft = settings.maxCalls;
  let hasFailed = false;
  let wasRejected = false;
  const made: StoredModelCall[] = [];
  const fieldsSent = new Set<string>();

  function note(question: ModelQuestion, outcome: { readonly json?: Json; readonly reason?: string }): void {
    const { provider } = models;
    made.push({
      provider: provider.key,
      model: provider.model,
      task: question.task,
      prompt_sha256: sha256Hex(`${systemText(question)}\n${userText(question)}`),
      response_sha256: outcome.json === undefined ? null : sha256Hex(JSON.stringify(outcome.json)),
      accepted: outcome.reason === undefined,
      ...(outcome.reason === undefined ? {} : { reason: cut(outcome.reason, reasonCharsMax) }),
    });
    collectPaths(question.context["data"], fieldsSent);
  }

  return {
    calls: made,
    fieldsSent,
    get hasFailed() {
      return hasFailed;
    },
    get wasRejected() {
      return wasRejected;
    },
    fail() {
      hasFailed = true;
    },
    async ask(task, take) {
      for (let rejections = 0; rejections < rejectionsMax;) {
        const timeoutMs = Math.min(callTimeMs, endsAtMs - performance.now());
        if (callsLeft <= 0 || timeoutMs <= 0) {
          // Over budget counts as failed, unless a first answer was rejected: that counts as rejected.
          if (rejections === 0) hasFailed = true;
          else wasRejected = true;
          return;
        }
        if (held.abandoned) return;
        callsLeft -= 1;
        const abort = new AbortController();
        held.whileAbandonable(() => abort.abort());
        const question: ModelQuestion = {
          task: task.task,
          schema: task.json_schema,
          context: task.context,
          timeoutMs,
          signal: abort.signal,
        };
        const answer = await models.ask(question);
        held.whileAbandonable(undefined);
        if (held.abandoned) return;
        if (answer.kind === "no_answer") {
          note(question, { reason: answer.failure });
          log.warn(
            {
              run_id: held.run.id,
              provider: models.provider.key,
              task: task.task,
              failure: answer.failure,
              ...(answer.cause === undefined ? {} : { err: answer.cause }),
            },
            "the language model gave no answer",
          );
          if (answer.failure !== "malformed") {
            hasFailed = true;
            return;
          }
        } else {
          const outcome = await take(answer.json);
          note(question, outcome === taken ? { json: answer.json } : { json: answer.json, reason: outcome });
          if (outcome === taken) return;
        }
        rejections += 1;
        if (rejections === rejectionsMax) wasRejected = true;
      }
    },
  };
}

/** Joins two JSON arrays of warnings without parsing the first. */
function appended(warnings: string, more: readonly Warning[]): string {
  if (more.length === 0) return warnings;
  const text = JSON.stringify(more).slice(1);
  return warnings === "[]" ? `[${text}` : `${warnings.slice(0, -1)},${text}`;
}
