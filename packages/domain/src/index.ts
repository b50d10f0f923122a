export type { TimeBudget } from "@service/runtime";
export type { Deps } from "./deps.ts";
