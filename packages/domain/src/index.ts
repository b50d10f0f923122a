export type { TimeBudget } from "@service/runtime";
export type { Deps } from "./deps.ts";
export { type CursorList, openPlace, type Page, pageOf, sealPlace, TimedPlace } from "./paging.ts";
export { refusalOfStorage } from "./refusal-of-storage.ts";
