import type { Decision } from "../codes.ts";
import type { DiligenceOutput } from "../output.ts";
import type { Settings } from "../settings.ts";
import type { CheckOutcome } from "./decide.ts";
import type { Lists } from "./load-lists.ts";
import type { Ownership } from "./ownership.ts";
import type { ReadInput } from "./read-input.ts";
import type { Screening } from "./screen-party.ts";

/** Results of the stages, before the output is written. */
export type Answer = {
  readonly input: ReadInput;
  readonly settings: Settings;
  readonly pack: DiligenceOutput["provenance"]["pack"];
  readonly lists: Lists;
  readonly screening: Screening | undefined;
  readonly ownership: Ownership;
  readonly outcomes: readonly CheckOutcome[];
  readonly decision: Decision;
  readonly riskScore: number;
  readonly confidence: number;
};
