import type { LoadedDataset } from "@service/engine-kit";
import type { Provenance } from "../output.ts";
import type { RequirementResult } from "./check-requirements.ts";
import type { CheckHit } from "./checks/index.ts";
import type { ComparedRow } from "./diff-rows.ts";
import type { CoverageTerms, ExcludedItem } from "./load.ts";
import type { ModelAlignment, NormalizedItem, UnalignedLine } from "./normalize.ts";
import type { Price } from "./price-items.ts";
import type { ReadInput } from "./read-input.ts";
import type { ScenarioResult } from "./retain-losses.ts";
import type { ItemScore, PriceReference } from "./score-items.ts";
import type { CheckKey } from "../codes.ts";
import type { Settings } from "../settings.ts";

/** What the stages found about one item. */
export type AssembledItem = {
  readonly normalized: NormalizedItem;
  readonly price: Price;
  readonly requirements: readonly RequirementResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly expectedCents: number | undefined;
  readonly totalCostCents: number | undefined;
  readonly hits: readonly (CheckHit & { readonly check: CheckKey })[];
  readonly score: ItemScore;
};

/** The last stage's input; items are ordered baseline first, then by key. */
export type Assembly = {
  readonly input: ReadInput;
  readonly settings: Settings;
  readonly pack: Provenance["pack"];
  readonly terms: CoverageTerms;
  /** Records and documents that were read. */
  readonly datasets: readonly LoadedDataset[];
  readonly items: readonly AssembledItem[];
  readonly baseline: NormalizedItem | undefined;
  readonly excluded: readonly ExcludedItem[];
  readonly rows: readonly ComparedRow[];
  readonly unaligned: readonly UnalignedLine[];
  readonly modelAlignments: readonly ModelAlignment[];
  readonly ranked: readonly ItemScore[];
  readonly priceReference: PriceReference;
  readonly confidence: number;
  /** A limit cut the input; the output reports it. */
  readonly isCut: boolean;
};
