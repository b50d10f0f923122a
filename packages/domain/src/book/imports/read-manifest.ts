import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ConnectorError, fileBelow, manifestName, readManifest, realFolder } from "@service/connectors";
import { fail } from "@service/contract";
import { invalidFile } from "../../identity/operators/index.ts";

/** What the sender of a delivery says of it. */
export interface DeliveryManifest {
  readonly asOf: Date | undefined;
  readonly mode: "full" | "delta" | undefined;
  /** Families of which the delivery has every row, as the sender names them. */
  readonly complete: readonly string[] | undefined;
  readonly files: readonly {
    /** As the manifest names it. */
    readonly name: string;
    readonly path: string;
    readonly rows: number | undefined;
    readonly sha256: string | undefined;
  }[];
}

/** The manifest among the files of a delivery, and the others. */
export function partManifest(paths: readonly string[]): {
  readonly manifest: string | undefined;
  readonly others: readonly string[];
} {
  return {
    manifest: paths.find((path) => basename(path) === manifestName),
    others: paths.filter((path) => basename(path) !== manifestName),
  };
}

/**
 * Reads the manifest of files that were given to an import. What it names must be below its folder, links followed: a
 * manifest comes from another system, and must not make the service read what the sender could not.
 * @throws `invalid_request`
 */
export async function readDeliveryManifest(path: string): Promise<DeliveryManifest> {
  const read = await refusing(path, async () => readManifest({ path, bytes: (await stat(path)).size }));
  if (read.kind === "not_json") throw fail("invalid_request", { message: `${path} cannot be read as JSON.` });
  if (read.kind === "refused") throw invalidFile(`${path} is not a manifest:`, read.issues);
  const { as_of: asOf, mode, complete, files } = read.manifest;
  const folder = dirname(resolve(path));
  await refusing(path, async () => {
    const root = await realFolder(folder);
    for (const { path: name } of files) await fileBelow(root, name);
  });
  return {
    asOf: asOf === undefined ? undefined : new Date(asOf),
    mode,
    complete,
    files: files.map(({ path: name, rows, sha256 }) => ({ name, path: join(folder, name), rows, sha256 })),
  };
}

async function refusing<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConnectorError)
      throw fail("invalid_request", { message: `${path} is refused. ${error.message}`, cause: error });
    throw fail("invalid_request", { message: `${path} cannot be read.`, cause: error });
  }
}
