import type { Output } from "../types.ts";

export type Analysis = Output<"entity_analysis">;
