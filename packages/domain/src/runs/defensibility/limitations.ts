import type { EngineTypeName } from "@service/contract";
import type { FieldPolicy } from "@service/privacy";
import type { PacketRun } from "./read-run-for-packet.ts";
import type { StoredTrace } from "./stored-trace.ts";

export type Limitation = { readonly code: string; readonly message: string };

const always: readonly Limitation[] = [
  {
    code: "advisory",
    message:
      "The result is a recommendation for a licensed person to judge. It approves, declines, binds and blocks nothing.",
  },
  {
    code: "general_guidance",
    message:
      "Rules and knowledge notes are general guidance for agencies in the United States. They are not legal advice.",
  },
];

/** Limitations of all results of a type (DEF-7, PACK-6). */
const ofType: { readonly [Name in EngineTypeName]: readonly Limitation[] } = {
  comparison: [],
  matching: [
    {
      code: "indicative_premium",
      message: "Premium figures are indications from the market's stated ranges, not quotes.",
    },
  ],
  entity_analysis: [],
  diligence: [
    {
      code: "name_screening",
      message:
        "Names are compared by similarity against the lists loaded at that time. Thresholds must be checked against those lists; scripts other than Latin are compared as they are.",
    },
  ],
  triage: [],
  opportunity: [
    {
      code: "peer_statistics",
      message: "Peer statistics may mirror past selling. They rank sales effort, never price or eligibility.",
    },
  ],
};

/** Limitations of this packet and of its result (DEF-7, PACK-6). */
export function limitationsOf(about: {
  readonly run: PacketRun;
  readonly trace: StoredTrace | undefined;
  readonly policy: FieldPolicy;
  /** Fields of the records that the run read are masked. */
  readonly isMasked: boolean;
  readonly isOutputTruncated: boolean;
}): Limitation[] {
  const { run, trace, policy, isMasked, isOutputTruncated } = about;
  const found: Limitation[] = [...always, ...ofType[run.engineType]];
  const say = (code: string, message: string): void => void found.push({ code, message });
  if (run.testScenario !== null)
    say("test_scenario", "The result is the published example of a test scenario. Nothing was computed.");
  if (run.engineVersion === "draft") say("draft_configuration", "The run executed a draft, which is not a release.");
  if (run.output === null) say("no_result", "The run ended without a result.");
  else {
    if (run.status === "degraded")
      say("degraded", "The run is degraded: something it was meant to use was missing, stale, cut or uncertain.");
    if (isOutputTruncated) say("output_truncated", "Lists in the output were cut to their bounds.");
    if (!trace) say("no_decision_trace", "No decision trace is stored for the run.");
  }
  if (trace && trace.rules_omitted > 0)
    say("decision_trace_truncated", `${trace.rules_omitted} further rules of the decision trace are not kept.`);
  if (trace?.model_calls?.some(({ accepted }) => accepted))
    say(
      "model_wording",
      "A language model helped with wording, labels or facts. Code checked each against its source.",
    );
  const hidden = [...policy.denied, ...(isMasked ? Object.keys(policy.masks) : [])];
  if (hidden.length > 0)
    say("field_policy", `The field policy ${policy.policy_key} withholds values: ${hidden.join(", ")}.`);
  return found;
}
