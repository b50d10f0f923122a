import type { Deps } from "@service/domain";
import { importDeliveredDocuments } from "@service/domain/documents";
import { reportFailedSync } from "@service/domain/imports";
import { readConnection } from "@service/domain/connections";
import { ServiceError } from "@service/contract";
import type { ObjectStore } from "@service/files";
import type { SecretBox } from "@service/runtime";
import * as z from "zod";

/**
 * The documents of a delivery (DOC-8), after its rows. What is wrong with them is reported like a sync that failed; the rows
 * stay served, and the next delivery brings the documents again.
 */
export function documentsOfDeliveries(
  given: Pick<Deps, "db" | "log" | "clock"> & {
    readonly files: ObjectStore;
    readonly hasScanner: boolean;
    readonly openSecrets: () => SecretBox;
  },
): (connectionId: string) => Promise<void> {
  const { db, log, clock, files, hasScanner, openSecrets } = given;
  const deps = {
    db,
    files,
    get secrets() {
      return openSecrets();
    },
  };
  return async (connectionId) => {
    const actor = { kind: "automation", id: `schedule:${connectionId}` } as const;
    try {
      const imported = await importDeliveredDocuments(deps, actor, { connectionId, hasScanner });
      if (imported === undefined) return;
      const { documents, created, changed } = imported;
      log.info({ connection_id: connectionId, documents, created, changed }, "documents of a delivery were imported");
    } catch (error) {
      // What a refusal lists may quote ids of clients.
      const shown = error instanceof ServiceError ? { code: error.code } : { err: error };
      log.warn({ connection_id: connectionId, ...shown }, "the documents of a delivery were not imported");
      const { organizationId } = await readConnection(db.pool, "every", connectionId);
      const reason = error instanceof ServiceError ? firstProblem(error) : "The files could not be stored.";
      await reportFailedSync(db, {
        organizationId,
        connectionId,
        at: clock.now(),
        reason: `Documents: ${reason}`,
        isTemporary: !(error instanceof ServiceError),
      });
    }
  };
}

const Problems = z.array(z.object({ field: z.string() }));

/** Where the first problem is. What is said there may quote the source's own id of a client, and events quote nobody. */
function firstProblem({ message, details }: ServiceError): string {
  const problems = Problems.safeParse(details);
  const [first] = problems.success ? problems.data : [];
  return first === undefined
    ? message
    : `Nothing was imported: ${first.field} is wrong. svc documents import says how.`;
}
