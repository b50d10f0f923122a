import type { Citation } from "@service/contract";
import { sleep } from "@service/runtime";
import type { AnswerUsage } from "../answer-outcome.ts";
import { type TurnTestScenario, turnTestScenario } from "../turn-test-scenario.ts";
import type { AnswerTask } from "./answer-task.ts";
import { providerErrorOf, ScenarioEnd } from "./not-answered.ts";

/** Between two words of the scenario `slow`. */
const slowWordMs = 50;

/** Passes an answer on piece by piece, and does what a test scenario asks for on the way (TURN-60). */
export class Speaker {
  readonly #task: Pick<AnswerTask, "onEvent" | "signal">;
  readonly #scenario: TurnTestScenario | undefined;
  readonly #afterChars: number;
  #writtenChars = 0;

  constructor({ onEvent, signal, testScenario }: Pick<AnswerTask, "onEvent" | "signal" | "testScenario">) {
    this.#task = { onEvent, signal };
    this.#scenario = testScenario && turnTestScenario(testScenario.name);
    this.#afterChars = testScenario?.afterChars ?? 0;
  }

  /** Says a piece of the text; of a scenario that ends the answer, only what comes before its end. */
  async say(piece: string): Promise<void> {
    const { onEvent, signal } = this.#task;
    signal.throwIfAborted();
    const room = this.#endsEarly ? this.#afterChars - this.#writtenChars : Number.POSITIVE_INFINITY;
    const written = [...piece].slice(0, Math.max(0, room)).join("");
    if (written !== "") onEvent.text(written);
    this.#writtenChars += [...written].length;
    if (this.#endsEarly && this.#writtenChars >= this.#afterChars) this.#end();
    if (this.#scenario?.kind !== "slow") return;
    await sleep(slowWordMs, signal);
    signal.throwIfAborted();
  }

  cite(citation: Citation): void {
    this.#task.onEvent.citation(citation);
  }

  usage(usage: AnswerUsage): void {
    this.#task.onEvent.usage(usage);
  }

  /** The text is complete; a scenario that has not ended the answer yet does so now. */
  finish(): void {
    if (this.#endsEarly) this.#end();
  }

  /** Ends at once where the scenario wants no text at all. */
  begin(): void {
    if (this.#endsEarly && this.#afterChars === 0) this.#end();
  }

  /** Something was shown: no other model may begin anew. */
  get hasSpoken(): boolean {
    return this.#writtenChars > 0;
  }

  get #endsEarly(): boolean {
    const kind = this.#scenario?.kind;
    return kind === "incomplete" || kind === "provider_error" || kind === "interrupted";
  }

  #end(): never {
    const scenario = this.#scenario;
    switch (scenario?.kind) {
      case "provider_error":
        throw new ScenarioEnd({
          status: "failed",
          incompleteReason: null,
          error: providerErrorOf(scenario.reason),
        });
      case "interrupted":
        throw new ScenarioEnd({
          status: "interrupted",
          incompleteReason: null,
          error: { code: "turn_interrupted", reason: "worker_lost", retryable: true },
        });
      default:
        throw new ScenarioEnd({ status: "incomplete", incompleteReason: "max_output_tokens", error: null });
    }
  }
}
