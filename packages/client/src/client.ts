import { asDescribed } from "./as-described.ts";
import type { CallOptions, Input, Output } from "./call.ts";
import type { components } from "./generated/api.ts";
import { operations, type OperationId, type Operations } from "./operations.ts";
import { pause } from "./pause.ts";
import { eventsOf } from "./read-events.ts";
import { changesOf, pagesOf, rowsOf } from "./read-pages.ts";
import { UnexpectedAnswer } from "./refusal.ts";
import { type ClientSettings, createSend, factsOf, type Send } from "./send.ts";
import { framesOf, type Turn, turnOf } from "./turn-frames.ts";
import { verifyWebhook } from "./verify-webhook.ts";

type Run = Output<"runs.read">;
type ConverseFrame = components["schemas"]["ConverseFrame"];

interface RunExtras {
  /**
   * Submits a run and waits until it has ended, by whatever status.
   *
   * @throws as `runs.submit` and `runs.read`. Ended by the signal, the run goes on.
   */
  submitAndWait(input: Input<"runs.submit">, options?: CallOptions): Promise<Run>;
  /** Waits until a run has ended; of runs that other operations submit too. */
  wait(runId: string, options?: CallOptions): Promise<Run>;
}
interface TurnExtras {
  /** Asks, and waits for the end of the turn. */
  submitAndWait(input: Input<"turns.submit">, options?: CallOptions): Promise<Turn>;
}
interface ConverseExtras {
  /** The answer as it is written. A stream that is cut cannot be continued: it throws. */
  stream(input: Input<"converse.answer">, options?: CallOptions): AsyncGenerator<ConverseFrame, void, undefined>;
}
interface WebhookExtras {
  /** Verifies a delivery; needs no key (`verifyWebhook` is the same without a client). */
  readonly verify: typeof verifyWebhook;
}

const unfinished: ReadonlySet<string> = new Set<Run["status"]>(["queued", "processing"]);
/** They answer with frames, which are read across cuts. */
const streamed: ReadonlySet<string> = new Set(["turns.submit", "turns.resume", "turns.stream"]);
/** How long the service may hold an answer back until a run has ended, seconds. */
const waitSeconds = 25;

/** A client of the service: every operation by its id (`client.runs.submit(…)`), and what callers make of several. */
export class Client implements Operations {
  declare readonly attachments: Operations["attachments"];
  declare readonly catalog: Operations["catalog"];
  declare readonly conversationInstances: Operations["conversationInstances"];
  declare readonly conversations: Operations["conversations"];
  declare readonly converse: Operations["converse"] & ConverseExtras;
  declare readonly defensibility: Operations["defensibility"];
  declare readonly engines: Operations["engines"];
  declare readonly environments: Operations["environments"];
  declare readonly evalRuns: Operations["evalRuns"];
  declare readonly evalScenarios: Operations["evalScenarios"];
  declare readonly graph: Operations["graph"];
  declare readonly ingest: Operations["ingest"];
  declare readonly opportunities: Operations["opportunities"];
  declare readonly outcomes: Operations["outcomes"];
  declare readonly platform: Operations["platform"];
  declare readonly records: Operations["records"];
  declare readonly runs: Operations["runs"] & RunExtras;
  declare readonly turns: Operations["turns"] & TurnExtras;
  declare readonly webhooks: Operations["webhooks"] & WebhookExtras;
  readonly #settings: ClientSettings;
  readonly #send: Send;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#send = createSend(settings);
    for (const id of Object.keys(operations)) if (isOperation(id)) place(this, id.split("."), this.#functionOf(id));
    Object.assign(this.runs, {
      submitAndWait: this.#submitAndWait.bind(this),
      wait: this.#wait.bind(this),
    } satisfies RunExtras);
    Object.assign(this.turns, {
      submitAndWait: (input, options) => turnOf(this.turns.submit(input, options)),
    } satisfies TurnExtras);
    Object.assign(this.converse, { stream: this.#converse.bind(this) } satisfies ConverseExtras);
    Object.assign(this.webhooks, { verify: verifyWebhook } satisfies WebhookExtras);
  }

  /** A client for another person, with the same key. */
  for(acting: { readonly actingPrincipal?: string; readonly actingEmail?: string }): Client {
    return new Client({ ...this.#settings, actingPrincipal: undefined, actingEmail: undefined, ...acting });
  }

  /** Calls an operation whose id is known at run time alone. */
  async call<Id extends OperationId>(
    id: Id,
    input: Input<Id> | object = {},
    options: CallOptions = {},
  ): Promise<Output<Id>> {
    return asDescribed<Output<Id>>(await this.#answer(id, input, options));
  }

  #answer(id: OperationId, input: object = {}, options: CallOptions = {}): Promise<unknown> {
    return this.#send(id, input, options, (answer) => valueOf(id, answer));
  }

  #functionOf(id: OperationId): object {
    if (streamed.has(id))
      return (input: object = {}, options: CallOptions = {}) =>
        framesOf({ send: this.#send, settings: this.#settings }, { id, input }, options);
    const call = this.#answer.bind(this, id);
    if (factsOf(id).rows === undefined) return call;
    return Object.assign(call, {
      pages: (input: object = {}, options: CallOptions = {}) => pagesOf(call, input, options),
      each: (input: object = {}, options: CallOptions = {}) => rowsOf(id, call, input, options),
      changes: (input: object = {}, options: CallOptions = {}) => changesOf(id, call, input, options),
    });
  }

  async #submitAndWait(input: Input<"runs.submit">, options: CallOptions = {}): Promise<Run> {
    const { run_id } = await this.runs.submit({ prefer: `wait=${waitSeconds}`, ...input }, options);
    return this.#wait(run_id, options);
  }

  async #wait(runId: string, options: CallOptions = {}): Promise<Run> {
    for (;;) {
      const run = await this.runs.read({ run_id: runId, prefer: `wait=${waitSeconds}` }, options);
      if (!unfinished.has(run.status)) return run;
      // The service waits, unless too many wait with it.
      await pause(1_000, options.signal);
    }
  }

  async *#converse(
    input: Input<"converse.answer">,
    options: CallOptions = {},
  ): AsyncGenerator<ConverseFrame, void, undefined> {
    const streamed = { ...input, body: { ...input.body, stream: true } };
    const opened = await this.#send("converse.answer", streamed, options, ({ body }, limit) => ({ body, limit }));
    if (opened.body === null) return;
    for await (const { data } of eventsOf(opened.body, opened.limit)) {
      yield asDescribed<ConverseFrame>(JSON.parse(data));
    }
  }
}

/** Puts a function where its id says; `runs.latest` is one that has another below it. */
function place(at: object, [name = "", ...below]: readonly string[], made: object): void {
  const there: unknown = Reflect.get(at, name);
  const holder: object = (typeof there === "object" || typeof there === "function") && there !== null ? there : {};
  if (below.length > 0) place(holder, below, made);
  Object.assign(at, { [name]: below.length > 0 ? holder : Object.assign(made, holder) });
}

function isOperation(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}

/** Makes of an answer what its operation promises: JSON, where to go on, a file as it comes, text or nothing. */
async function valueOf(id: OperationId, answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  if (answer.status === 302) return { location: answer.headers.get("location") ?? "" };
  if (factsOf(id).file === true) return answer;
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "";
  if (type.startsWith("text/plain")) return text;
  if (!type.startsWith("application/json")) throw new UnexpectedAnswer(id, answer.status);
  return JSON.parse(text);
}
