import type { Deps } from "@service/domain";
import { openConfigurationReader, openEngineReader } from "@service/domain/engines";
import { openBookReads } from "@service/domain/records";
import { openSubmissionBatchers, type SubmitDeps } from "@service/domain/runs";
import { type SecretBox, systemClock } from "@service/runtime";

/** What a loop opens that submits runs by itself. */
export interface SubmittingOptions extends Pick<Deps, "db" | "queue" | "log"> {
  /** Called by the first submission that needs a secret: a run with a signed stamp. Without it, such submissions fail. */
  readonly openSecrets?: () => SecretBox;
}

/** Opens what submitting takes; `openSecrets` is called by the first that needs a secret. */
export function openSubmitting({ db, queue, log, openSecrets }: SubmittingOptions): SubmitDeps {
  let secrets: SecretBox | undefined;
  return {
    db,
    queue,
    log,
    clock: systemClock,
    runs: openSubmissionBatchers(db),
    engines: openEngineReader(db),
    configurations: openConfigurationReader(db),
    book: openBookReads(db),
    get secrets(): SecretBox {
      if (!openSecrets) throw new Error("this process opens no secrets");
      return (secrets ??= openSecrets());
    },
  };
}
