import type { Output } from "../types.ts";

export type Comparison = Output<"comparison">;
export type Item = Comparison["items"][number];
