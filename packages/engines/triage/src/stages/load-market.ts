import { counted, type EngineRequest, type Warning } from "@service/engine-kit";
import type { Settings } from "../settings.ts";
import { type Market, openMarket } from "./market.ts";
import type { TriageInput } from "./submission.ts";

type LoadedMarket =
  | { readonly kind: "loaded"; readonly market: Market | undefined; readonly isReduced: boolean }
  | { readonly kind: "unavailable"; readonly datasetKey: string };

/** The offerings, unless the configuration names none or the caller wants none (TRI-78). */
export function loadMarket(
  input: TriageInput,
  { offeringSource }: Settings,
  request: EngineRequest,
  warnings: Warning[],
): LoadedMarket {
  if (input.offeringsDataset === false) return { kind: "loaded", market: undefined, isReduced: false };
  const isRequested = input.offeringsDataset === true;
  if (offeringSource === undefined) {
    if (isRequested) {
      const message = "The input asks for offerings, but this engine names no dataset of them.";
      warnings.push({
        code: "dataset_missing",
        message,
        stage: "load",
        severity: "warning",
        path: "offerings_dataset",
      });
    }
    return { kind: "loaded", market: undefined, isReduced: isRequested };
  }
  const { datasetKey, required, maxAgeDays } = offeringSource;
  const dataset = request.datasets.get(datasetKey);
  if (dataset === undefined) {
    if (required) return { kind: "unavailable", datasetKey };
    const message = `The dataset ${datasetKey} is not loaded, so the fit rests on rules alone.`;
    warnings.push({ code: "dataset_missing", message, stage: "load", severity: "warning", path: datasetKey });
    return { kind: "loaded", market: undefined, isReduced: true };
  }
  const market = openMarket(dataset, input.asOf);
  const isStale = market.ageDays > maxAgeDays;
  if (isStale) {
    const message = `The dataset ${datasetKey} is ${counted(market.ageDays, "day")} old, and ${counted(maxAgeDays, "day")} are allowed.`;
    warnings.push({ code: "dataset_stale", message, stage: "load", severity: "warning", path: datasetKey });
  }
  if (market.skipped > 0) {
    const message = `${counted(market.skipped, "row")} of the dataset ${datasetKey} could not be read as offerings and were left out.`;
    warnings.push({ code: "offering_skipped_invalid", message, stage: "load", severity: "warning", path: datasetKey });
  }
  return { kind: "loaded", market, isReduced: isStale };
}
