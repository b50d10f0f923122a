import { userInfo } from "node:os";
import type { Deps } from "@service/domain";
import { type ActionName, assertAllowed, type Principal } from "@service/domain/access";
import type { Queue } from "@service/queue";
import type { SecretBox } from "@service/runtime";
import { readOperatorConfig, type OperatorConfig } from "./config.ts";
import type { FoundDatabase } from "./find-database.ts";
import { withProgress } from "./progress.ts";

/** What a command needs besides the database; anything left out is neither loaded nor opened. */
interface Needs {
  readonly queue?: true;
  readonly secrets?: true;
}

/**
 * Opens the dependencies of the domain's verbs, runs `work` as the operator, and closes them, even after a failure.
 * @param action its row of the access table.
 * @param what the work, shown when it takes longer than a second.
 */
export type WithDeps = <T>(
  action: ActionName,
  needs: Needs,
  work: (deps: Deps, operator: Principal<"operator">) => Promise<T>,
  what?: string | (() => string),
) => Promise<T>;

/** Makes the function that runs a command's work on the database found by `findDatabase`. */
export function createWithDeps(findDatabase: () => Promise<FoundDatabase>): WithDeps {
  return async function withDeps<T>(
    action: ActionName,
    needs: Needs,
    work: (deps: Deps, operator: Principal<"operator">) => Promise<T>,
    what: string | (() => string) = "working",
  ): Promise<T> {
    const config = readOperatorConfig();
    const operator = operatorOf(config);
    assertAllowed(operator, action);
    const database = await findDatabase();
    try {
      const [{ followDatabaseClock, openDatabase }, { createLogger }] = await Promise.all([
        import("@service/db/open"),
        import("@service/runtime"),
      ]);
      const log = createLogger({ process: "operator", level: "error", destination: "stderr" });
      const { url, directUrl } = database;
      const db = openDatabase({ url, directUrl, applicationName: "svc", poolMax: 4, hotPoolMax: 1 });
      const clock = await followDatabaseClock(db, { log });
      let queue: Queue | undefined;
      try {
        if (needs.queue) {
          const { openQueue } = await import("@service/queue");
          queue = await openQueue({
            url: config.queueUrl ?? directUrl ?? url,
            clock,
            log,
            prefix: config.queuePrefix,
          });
        }
        const secrets = needs.secrets ? await openSecrets(config) : undefined;
        const opened = { queue, secrets };
        const deps: Deps = {
          db,
          log,
          clock,
          get queue() {
            return given(opened.queue, "queue");
          },
          get secrets() {
            return given(opened.secrets, "secrets");
          },
        };
        return await withProgress(what, () => work(deps, operator));
      } finally {
        clock.close();
        await queue?.close();
        await db.close();
      }
    } finally {
      await database.release();
    }
  };
}

function operatorOf(config: OperatorConfig): Principal<"operator"> {
  return { kind: "operator", id: config.operator ?? userName() };
}

/** Name of the user, or its uid: a container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid:${process.getuid?.() ?? "unknown"}`;
  }
}

async function openSecrets({ secretsKey, dataDir }: OperatorConfig): Promise<SecretBox> {
  const { createSecretBox, loadSecretsKey } = await import("@service/runtime");
  return createSecretBox(await loadSecretsKey({ secretsKey, dataDir }));
}

/** @throws when a command uses a dependency that it did not request: a defect of the command. */
function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`this command did not open its ${name}`);
  return value;
}
