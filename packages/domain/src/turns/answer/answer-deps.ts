import type { SecretBox } from "@service/runtime";
import type { BookSourceDeps } from "../../conversations/index.ts";
import type { ModelDesk } from "../../models/index.ts";
import type { GroundingDeps } from "../../grounding/index.ts";

/** What answering needs. */
export type AnswerDeps = Omit<GroundingDeps & BookSourceDeps, "secrets"> & {
  /** Opened when a question is answered: a process may start before the key exists. */
  readonly openSecrets: () => SecretBox;
  readonly models: ModelDesk;
};
