import { dirname, resolve } from "node:path";
import type { FamilyName } from "@service/record-families";
import type { Actor, ScopeOrEvery } from "../../identity/access/index.ts";
import { readConnection, readConnectionMapping } from "../connections/index.ts";
import { openDelivery, reopenDelivery } from "./open-delivery.ts";
import { partManifest, readDeliveryManifest } from "./read-manifest.ts";
import type { ImportMode } from "./record-import.ts";
import { resumeImport } from "./resume-import.ts";
import { type ImportDeps, type ImportOutcome, type ImportProgress, runImport } from "./run-import.ts";

/**
 * Imports files of a connection (IMP-60). A `manifest.json` among them names further files beside it, and what it says of
 * mode, date and completeness counts where the request says nothing.
 *
 * @param request.mapping JSON text or the name of a shipped mapping, instead of the connection's.
 * @throws `not_found`, `invalid_request`, SourceFileError; else the import has ended and says how.
 */
export async function importFiles(
  deps: ImportDeps,
  actor: Actor,
  scope: ScopeOrEvery,
  request: {
    readonly connectionId: string;
    readonly paths: readonly string[];
    readonly mapping?: string | undefined;
    readonly mode?: ImportMode | undefined;
    readonly asOf?: Date | undefined;
    readonly accept: readonly FamilyName[];
    readonly onProgress?: (progress: ImportProgress) => void;
  },
): Promise<ImportOutcome> {
  const { connectionId, accept, onProgress = () => undefined } = request;
  const connection = await readConnection(deps.db.pool, scope, connectionId);
  const { mapping, hash: mappingHash } = readConnectionMapping(request.mapping ?? connection.mapping);
  const { manifest: manifestPath, others } = partManifest(request.paths);
  const manifest = manifestPath === undefined ? undefined : await readDeliveryManifest(manifestPath);
  const asOf = request.asOf ?? manifest?.asOf ?? deps.clock.now();
  const folder = manifestPath === undefined ? undefined : dirname(resolve(manifestPath));
  const delivery = await openDelivery(others, { mapping, mappingHash, asOf, manifest, folder });
  const mode = request.mode ?? manifest?.mode ?? "full";
  return runImport(deps, actor, { connectionId: connection.id, mode, asOf, accept, delivery, onProgress });
}

/** Resumes an import of files (IMP-71): see `resumeImport`. */
export function resumeFiles(
  deps: ImportDeps,
  actor: Actor,
  scope: ScopeOrEvery,
  request: { readonly importId: string; readonly onProgress?: (progress: ImportProgress) => void },
): Promise<ImportOutcome> {
  return resumeImport(deps, actor, scope, {
    ...request,
    deliver: async (interrupted) => {
      const { mapping } = readConnectionMapping(interrupted.mapping);
      const { mappingHash, asOf } = interrupted;
      return reopenDelivery(interrupted, { mapping, mappingHash, asOf });
    },
  });
}
