import { canonicalJson, parseJson } from "@service/json";
import { builtInManifests, manifestHash, readManifest, type RegisteredManifests } from "@service/models";
import { fail } from "@service/contract";
import { isUniqueViolation, statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";

/** An egress manifest by name; configurations refer to it by the hash (MODEL-1). */
export interface EgressManifestLine {
  readonly name: string;
  readonly sha256: string;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const listedMax = 1_000;

/** The built-in manifests, then the registered ones by name. */
export async function listEgressManifests(deps: Pick<Deps, "db">): Promise<EgressManifestLine[]> {
  const rows = await deps.db.prisma.egressManifest.findMany({
    select: { name: true, sha256: true },
    orderBy: { name: "asc" },
    take: listedMax,
  });
  const builtIn = Object.entries(builtInManifests).map(([name, { sha256 }]) => ({ name, sha256 }));
  return [...builtIn, ...rows];
}

/** A manifest serves every organization, so its audit row has no organization. */
const insertManifest = statement(
  "egress_manifests_insert",
  `
  with m as (
    insert into egress_manifests (sha256, name, body) values (@sha256, @name, @body) returning *
  )
  ${auditInsert({
    kind: "egress_manifest",
    id: "m.name",
    organizationId: "null::uuid",
    after: fieldsOf("m", ["sha256"]),
    from: "m",
  })}`,
);

/**
 * Registers a manifest under a name; idempotent for the same content.
 * @param text the manifest file.
 * @throws `invalid_request` naming the first problems of the file, or that the name is taken by another manifest.
 */
export async function registerEgressManifest(
  deps: Pick<Deps, "db">,
  actor: Actor,
  { name, text }: { name: string; text: string },
): Promise<EgressManifestLine> {
  if (!namePattern.test(name)) {
    throw fail("invalid_request", {
      message: "The name of a manifest must be 1 to 64 letters, digits, dots, dashes or underscores.",
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
  const existing = (await listEgressManifests(deps)).find((line) => line.name === name || line.sha256 === sha256);
  if (existing?.sha256 === sha256) return existing;
  if (existing) throw fail("invalid_request", { message: `The name ${name} is taken by another manifest.` });
  try {
    await deps.db.pool.query(
      insertManifest({
        sha256,
        name,
        body: canonicalJson({ ...read.manifest, rules: read.manifest.rules.map((rule) => ({ ...rule })) }),
        ...auditValues(actor, "egressManifests.register"),
      }),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fail("invalid_request", { message: `The name ${name} was registered concurrently. Try again.` });
  }
  return { name, sha256 };
}

/** The registered manifest that a configuration names, in the form that validation expects. */
export async function manifestsNamedBy(deps: Pick<Deps, "db">, sha256: unknown): Promise<RegisteredManifests> {
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256)) return new Map();
  const row = await deps.db.prisma.egressManifest.findUnique({ where: { sha256 }, select: { body: true } });
  const read = row ? readManifest(parseJson(row.body)) : undefined;
  return read?.kind === "manifest" ? new Map([[sha256, read.manifest]]) : new Map();
}

function parsed(text: string) {
  try {
    return parseJson(text);
  } catch {
    // Drop the parser's message: it quotes the file.
    throw fail("invalid_request", { message: "The file is not JSON." });
  }
}
