import type { ComputingThreads } from "../../computing/index.ts";
import type { ObjectStore } from "@service/files";
import type { SecretBox } from "@service/runtime";
import type { BookSourceDeps } from "../../conversations/index.ts";
import type { ModelDesk, UsageTally } from "../../models/index.ts";
import type { GroundingDeps } from "../../grounding/index.ts";

/** What answering needs. */
export type AnswerDeps = Omit<GroundingDeps & BookSourceDeps, "secrets"> & {
  /** Opened when a question is answered: a process may start before the key exists. */
  readonly openSecrets: () => SecretBox;
  readonly models: ModelDesk;
  /** Undefined: without a store no picture can be read. */
  readonly files: ObjectStore | undefined;
  readonly computing: ComputingThreads;
  /** Answers of the embedded answerer, which are counted together. */
  readonly uses: Pick<UsageTally, "add">;
};
