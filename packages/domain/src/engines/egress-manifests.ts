import {
  canonicalJson,
  builtInManifests,
  manifestHash,
  readManifest,
  type RegisteredManifests,
} from "@service/engine-types";
import { fail } from "@service/contract";
import { isUniqueViolation } from "@service/db";
import type { Deps } from "../deps.ts";
import { readJson } from "../json-text.ts";

/** An egress manifest by name; the hash is what a configuration names it by (domain.md 0.7). */
export interface EgressManifestLine {
  readonly name: string;
  readonly sha256: string;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const listedMax = 1_000;

/** The built-in manifests, then the registered ones by name. */
export async function listEgressManifests(deps: Deps): Promise<EgressManifestLine[]> {
  const rows = await deps.db.prisma.egressManifest.findMany({
    select: { name: true, sha256: true },
    orderBy: { name: "asc" },
    take: listedMax,
  });
  const builtIn = Object.entries(builtInManifests).map(([name, { sha256 }]) => ({ name, sha256 }));
  return [...builtIn, ...rows];
}

/**
 * Registers a manifest under a name; registering the same again answers the same.
 * @param text the manifest file.
 * @throws `invalid_request` naming the first problems of the file, or that the name stands for another manifest.
 */
export async function registerEgressManifest(
  deps: Deps,
  { name, text }: { name: string; text: string },
): Promise<EgressManifestLine> {
  if (!namePattern.test(name)) {
    throw fail("invalid_request", {
      message: "The name of a manifest has 1 to 64 letters, digits, dots, dashes or underscores.",
    });
  }
  const read = readManifest(parsed(text));
  if (read.kind === "invalid") {
    throw fail("invalid_request", {
      message: "The file is not an egress manifest.",
      details: read.issues.map(({ path, message }) => ({ field: path, message })),
    });
  }
  const sha256 = manifestHash(read.manifest);
  const known = (await listEgressManifests(deps)).find((line) => line.name === name || line.sha256 === sha256);
  if (known?.sha256 === sha256) return known;
  if (known) throw fail("invalid_request", { message: `The name ${name} stands for another manifest.` });
  try {
    await deps.db.prisma.egressManifest.create({
      data: {
        name,
        sha256,
        body: canonicalJson({ ...read.manifest, rules: read.manifest.rules.map((rule) => ({ ...rule })) }),
      },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fail("invalid_request", { message: `The name ${name} was registered at the same time.` });
  }
  return { name, sha256 };
}

/** The registered manifest that a configuration names, in the form in which validation takes registered manifests. */
export async function manifestsNamedBy(deps: Deps, sha256: unknown): Promise<RegisteredManifests> {
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return new Map();
  const row = await deps.db.prisma.egressManifest.findUnique({ where: { sha256 }, select: { body: true } });
  const read = row ? readManifest(readJson(row.body)) : undefined;
  return read?.kind === "manifest" ? new Map([[sha256, read.manifest]]) : new Map();
}

function parsed(text: string) {
  try {
    return readJson(text);
  } catch {
    throw fail("invalid_request", { message: "The file is not JSON." });
  }
}
