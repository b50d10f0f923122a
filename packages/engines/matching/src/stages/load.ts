import type { Offering, OfferingSet, OfferingSets } from "@service/engine-offerings";
import { counted, type EngineRequest, type LoadedDataset, percentInWords, type Warning } from "@service/engine-kit";
import { daysBetween, dateOf } from "@service/json";
import type { Settings } from "../settings.ts";

/** Source of the offerings of a run. */
export type OfferingSource = {
  /** Name of the request's `offerings` in evidence. */
  readonly datasetKey: string;
  readonly dataset: LoadedDataset | undefined;
  readonly offerings: readonly Offering[];
  readonly warnings: readonly Warning[];
  readonly isReduced: boolean;
};

export type LoadedOfferings =
  | { readonly kind: "loaded"; readonly source: OfferingSource }
  | {
      readonly kind: "none";
      readonly code: "no_offerings" | "dataset_missing";
      readonly error: string;
      readonly warnings: readonly Warning[];
    };

const inlineKey = "request:offerings";
/** Above this share of invalid rows the run is degraded (MATCH-50). */
const skippedShareMax = 0.02;

/** MATCH-6: the offerings of the request, else those of the dataset the configuration names. */
export function loadOfferings(
  request: EngineRequest,
  settings: Settings,
  sets: OfferingSets,
  today: string,
): LoadedOfferings {
  if (request.offerings !== undefined) {
    const { offerings } = sets.inline(request.offerings);
    if (offerings.length === 0) return none("no_offerings", "The request carries no offering.", []);
    return loaded({ datasetKey: inlineKey, dataset: undefined, offerings, warnings: [], isReduced: false });
  }
  const { datasetKey, required, maxAgeDays } = settings.source;
  const dataset = request.datasets.get(datasetKey);
  if (dataset === undefined) {
    return none(
      required ? "dataset_missing" : "no_offerings",
      `No offerings were sent and the dataset "${datasetKey}" is not loaded.`,
      [warning("dataset_missing", "The list of offerings is not loaded.", "offering_source")],
    );
  }
  const set = sets.dataset(dataset);
  const warnings = [...rowWarnings(set, dataset), ...ageWarnings(dataset, today, maxAgeDays)];
  if (set.offerings.length === 0)
    return none("no_offerings", `The dataset "${datasetKey}" holds no valid offering.`, warnings);
  const rows = set.offerings.length + set.skipped;
  const isReduced =
    set.cut > 0 || set.skipped > rows * skippedShareMax || warnings.some(({ code }) => code === "dataset_stale");
  return loaded({ datasetKey, dataset, offerings: set.offerings, warnings, isReduced });
}

function rowWarnings({ offerings, skipped, cut }: OfferingSet, { datasetKey }: LoadedDataset): readonly Warning[] {
  const warnings: Warning[] = [];
  if (skipped > 0) {
    const share = percentInWords(skipped / (offerings.length + skipped));
    const message = `The list of offerings has ${counted(skipped, "row")} that cannot be used (${share}).`;
    warnings.push(warning("offering_skipped_invalid", message, datasetKey));
  }
  if (cut > 0) {
    const message = `The list of offerings has ${counted(cut, "row")} beyond what is read.`;
    warnings.push(warning("input_truncated", message, datasetKey));
  }
  return warnings;
}

function ageWarnings({ datasetKey, asOf }: LoadedDataset, today: string, maxAgeDays: number): readonly Warning[] {
  const day = dateOf(asOf);
  const age = day === undefined ? undefined : daysBetween(day, today);
  if (age === undefined || age <= maxAgeDays) return [];
  return [warning("dataset_stale", `The list of offerings is ${counted(age, "day")} old.`, datasetKey)];
}

function loaded(source: OfferingSource): LoadedOfferings {
  return { kind: "loaded", source };
}

function none(code: "no_offerings" | "dataset_missing", error: string, warnings: readonly Warning[]): LoadedOfferings {
  return { kind: "none", code, error, warnings };
}

function warning(code: string, message: string, path: string): Warning {
  return { code, message, stage: "load", severity: "warning", path };
}
