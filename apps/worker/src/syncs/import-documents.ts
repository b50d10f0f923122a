import type { Deps } from "@service/domain";
import { importDeliveredDocuments } from "@service/domain/documents";
import { reportFailedSync } from "@service/domain/imports";
import { readConnection } from "@service/domain/connections";
import { ServiceError } from "@service/contract";
import type { ObjectStore } from "@service/files";
import { type SecretBox, systemClock } from "@service/runtime";

/**
 * The documents of a delivery (DOC-8), after its rows. What is wrong with them is reported like a sync that failed; the rows
 * stay served, and the next delivery brings the documents again.
 */
export function documentsOfDeliveries(
  given: Pick<Deps, "db" | "log"> & {
    readonly files: ObjectStore;
    readonly hasScanner: boolean;
    readonly openSecrets: () => SecretBox;
  },
): (connectionId: string) => Promise<void> {
  const { db, log, files, hasScanner, openSecrets } = given;
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
      log.warn({ connection_id: connectionId, err: error }, "the documents of a delivery were not imported");
      const { organizationId } = await readConnection(db.pool, connectionId);
      const reason = error instanceof ServiceError ? firstProblem(error) : "The files could not be stored.";
      await reportFailedSync(db, {
        organizationId,
        connectionId,
        at: systemClock.now(),
        reason: `Documents: ${reason}`,
        isTemporary: !(error instanceof ServiceError),
      });
    }
  };
}

/** Its sentence, and the first of what it lists. */
function firstProblem({ message, details }: ServiceError): string {
  const [first] = Array.isArray(details) ? details : [];
  return typeof first === "object" && first !== null && "message" in first && "field" in first
    ? `${message} ${String(first.field)}: ${String(first.message)}`
    : message;
}
