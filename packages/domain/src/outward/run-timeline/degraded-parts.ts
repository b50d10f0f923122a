import type { RunWarning } from "./read-run-state.ts";

/** What degraded a result, in words without any content of the run. */
interface DegradedBy {
  readonly code: "model_refused" | "bad_offerings" | "missing_dataset" | "degraded";
  readonly words: readonly string[];
  readonly nextStep: string;
}

interface Part {
  readonly code: DegradedBy["code"];
  readonly words: string;
  readonly nextStep: string;
}

const part = (words: string, nextStep: string, code: DegradedBy["code"] = "degraded"): Part => ({
  code,
  words,
  nextStep,
});

const lookAtModel = "Look at the model calls in the packet of the run, and at the provider.";
const importAgain = "Import the dataset, then submit the run again.";

/** Parts by the code of their warning, the ones that degrade for certain first. */
const parts: Readonly<Record<string, Part>> = {
  enrichment_rejected_ungrounded: part("the answers of the model were refused", lookAtModel, "model_refused"),
  enrichment_failed: part("the model gave no answer", lookAtModel, "model_refused"),
  dataset_missing: part("a dataset is not loaded", importAgain, "missing_dataset"),
  list_unavailable: part("a list is not loaded", importAgain, "missing_dataset"),
  offering_skipped_invalid: part(
    "offerings were left out because they are invalid",
    "Correct the rows of the offerings, then submit the run again.",
    "bad_offerings",
  ),
  dataset_stale: part("a dataset is older than the engine allows", importAgain),
  connection_stale: part("the book is older than it should be", "Look at the last import of the connection."),
  input_truncated: part("a part of the input or output was cut to its bounds", "Send less in one run."),
  hits_left_out: part("hits were left out because there were too many", "Narrow the search, or raise its threshold."),
  document_unreadable: part("a document could not be read", "Send the document again as text or as a readable file."),
  label_unaligned: part("labels could not be matched to coverages", "Add the labels to the dataset of coverage terms."),
  fact_missing: part("facts that decide are missing", "Send the missing facts, named in the result."),
  fact_conflict: part("facts contradict each other", "Decide which of the conflicting facts holds, and send it."),
  peer_support_low: part("there are too few similar accounts", "Read the peer figures with care."),
  capacity_exhausted: part("assignees had no capacity left", "Raise their capacity, or add assignees."),
  enrichment_skipped_egress: part(
    "a model is required, but the egress manifest lets nothing out",
    "Change the egress manifest or the mode of enrichment in the engine.",
  ),
  enrichment_not_configured: part(
    "a model is required, but no provider is configured",
    "Configure a model provider, or change the mode of enrichment in the engine.",
  ),
};
const order = Object.keys(parts);

/** Parts that are named at most. */
const namedMax = 3;

/** Which parts degraded a result: by the codes of its warnings, with place and stage. */
export function partsThatDegrade(warnings: readonly RunWarning[], refusals: readonly string[]): DegradedBy {
  const named = warnings
    .flatMap((warning) => {
      const found = parts[warning.code];
      return found === undefined ? [] : [{ ...found, warning }];
    })
    .toSorted((left, right) => order.indexOf(left.warning.code) - order.indexOf(right.warning.code));
  const [first] = named;
  if (first === undefined)
    return {
      code: "degraded",
      words: ["too little of what the engine decides by was present"],
      nextStep: "Look at the facts that the result names as missing, and send them.",
    };
  const words = new Set(named.map((each) => wordsOf(each.words, each.warning)));
  const why = first.code === "model_refused" && refusals.length > 0 ? ` (${refusals[0] ?? ""})` : "";
  const [leading = "", ...more] = words;
  return {
    code: first.code,
    words: [`${leading}${why}`, ...more].slice(0, namedMax),
    nextStep: first.nextStep,
  };
}

function wordsOf(words: string, { stage, path }: RunWarning): string {
  const place = path === null ? "" : ` (${pathInWords(path)})`;
  return stage === "" ? `${words}${place}` : `${words}${place}, in the stage "${stage}"`;
}

/** `lists[watch_list]` as `lists, watch list`: a sentence for people holds no code. */
function pathInWords(path: string): string {
  return path
    .replaceAll(/[.[\]]+/g, ", ")
    .replace(/, $/, "")
    .replaceAll("_", " ");
}
