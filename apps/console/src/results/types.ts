import type { ReactNode } from "react";
import type { components } from "../generated/results.ts";

type Results = components["schemas"];
export type EngineType = keyof Results;
export type Output<T extends EngineType> = Results[T]["output"];
export type Solution<T extends "comparison" | "matching"> = Results[T]["solutions"][number];

/** What the operator summary of matching keeps (MATCH-48); the console gets no more. */
type KeptOfMatching =
  | "schema_version"
  | "engine_type"
  | "as_of"
  | "subject"
  | "headline"
  | "summary"
  | "needs"
  | "missing_facts"
  | "quality"
  | "narrative"
  | "top";
export type MatchingSummary = Pick<Output<"matching">, KeptOfMatching> &
  Partial<Omit<Output<"matching">, KeptOfMatching>> & { readonly trimmed?: boolean };

/** The output of a type as the console gets it. */
export type ShownOutput<T extends EngineType> = T extends "matching" ? MatchingSummary : Output<T>;

export type Evidence = Output<"comparison">["evidence"][number];
export type Severity = Finding["severity"];
/** A finding of any type; some name the item or submission that they are about, or ask a question. */
export type Finding = Output<"diligence">["findings"][number] & {
  readonly questions?: readonly { readonly fact: string; readonly text: string }[];
};
/** What every output has, matching's summary included. */
export interface Common {
  readonly as_of: string;
  readonly headline: string;
  readonly quality: Output<"comparison">["quality"];
  readonly narrative: Output<"comparison">["narrative"];
  readonly provenance?: Partial<Output<"comparison">["provenance"]>;
  readonly findings?: readonly Finding[];
  readonly evidence?: readonly Evidence[];
}

/** A view: what stands beside the findings, what stands there where the output has none, and the rest. */
export interface View {
  readonly lead: ReactNode;
  readonly side?: ReactNode;
  readonly body: ReactNode;
  /** That the output keeps elsewhere than among its evidence. */
  readonly evidence?: readonly Evidence[];
}
