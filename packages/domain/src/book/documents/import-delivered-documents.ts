import type { Actor } from "../../identity/access/index.ts";
import { connectorSettings, readConnection } from "../connections/index.ts";
import type { Deps } from "../../deps.ts";
import type { FileDeps } from "./blob.ts";
import { type ImportedDocuments, importDocuments } from "./import-documents.ts";

/**
 * Brings in the documents that a connection delivers beside its rows (DOC-8): those of the folder and manifest that the
 * config of a file drop names, received as `importDocuments` receives them. Called after a delivery of rows was served, so
 * that the clients that the manifest names are there.
 * @returns undefined for a connection that delivers none.
 * @throws what `importDocuments` throws.
 */
export async function importDeliveredDocuments(
  deps: Pick<Deps, "db" | "secrets"> & FileDeps,
  actor: Actor,
  { connectionId, hasScanner }: { readonly connectionId: string; readonly hasScanner: boolean },
): Promise<ImportedDocuments | undefined> {
  const connection = await readConnection(deps.db.pool, "every", connectionId);
  if (connection.kind !== "file_drop") return undefined;
  const settings = connectorSettings(deps.secrets, connection);
  const documents = settings.kind === "file_drop" ? settings.config.documents : undefined;
  if (documents === undefined) return undefined;
  const { folder, manifest } = documents;
  return importDocuments(deps, actor, connection, { connectionId, folder, manifest, hasScanner });
}
