import type { Deps } from "@service/domain";
import type { Queue } from "@service/queue";
import type { SecretBox } from "@service/runtime";
import { readOperatorConfig, type OperatorConfig } from "./config.ts";
import { findDatabase } from "./find-database.ts";
import { withProgress } from "./progress.ts";

/** What a command needs besides the database; left out, it is neither loaded nor opened. */
export interface Needs {
  readonly queue?: true;
  readonly secrets?: true;
}

/**
 * Opens what the verbs of the domain stand on, runs `work`, and closes all of it again, also after a failure.
 * @param what is being done, for whoever waits longer than a second.
 */
export async function withDeps<T>(
  needs: Needs,
  work: (deps: Deps) => Promise<T>,
  what: string | (() => string) = "working",
): Promise<T> {
  const config = readOperatorConfig();
  const database = await findDatabase(config);
  try {
    const [{ openDatabase }, { createLogger, systemClock }] = await Promise.all([
      import("@service/db/open"),
      import("@service/runtime"),
    ]);
    const log = createLogger({ process: "operator", level: "error", destination: "stderr" });
    const db = openDatabase({ url: database.url, applicationName: "svc", poolMax: 4, hotPoolMax: 1 });
    let queue: Queue | undefined;
    try {
      if (needs.queue) {
        const { openQueue } = await import("@service/queue");
        queue = openQueue({
          url: config.queueUrl ?? database.url,
          clock: systemClock,
          log,
          prefix: config.queuePrefix,
        });
      }
      const secrets = needs.secrets ? await openSecrets(config) : undefined;
      const opened = { queue, secrets };
      const deps: Deps = {
        db,
        log,
        clock: systemClock,
        get queue() {
          return given(opened.queue, "queue");
        },
        get secrets() {
          return given(opened.secrets, "secrets");
        },
      };
      return await withProgress(what, () => work(deps));
    } finally {
      await queue?.close();
      await db.close();
    }
  } finally {
    await database.release();
  }
}

async function openSecrets({ secretsKey, dataDir }: OperatorConfig): Promise<SecretBox> {
  const { createSecretBox, loadSecretsKey } = await import("@service/runtime");
  return createSecretBox(await loadSecretsKey({ secretsKey, dataDir }));
}

/** A command that uses what it did not ask for is a defect of the command. */
function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`this command did not open its ${name}`);
  return value;
}
