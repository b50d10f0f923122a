import type { Deps } from "../../deps.ts";

/** What answering needs. */
export type AnswerDeps = Pick<Deps, "db" | "log" | "clock">;
