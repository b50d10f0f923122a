import { limits, serviceNamespace, uuidV5 } from "@service/contract";
import { sha256Hex } from "@service/json";
import { builtInEngine, contractsOf, fixtureEngineKind, type Contract } from "@service/contract-registry";
import type { EngineForCall, LatestRelease } from "./engine-for-call.ts";
import type { Engine } from "./engine.ts";
import type { Release, ReleaseLine } from "./release.ts";

/**
 * `generic_fixture_engine` (REG-6): a built-in, read-only engine of every organization, addressed by its reserved slug.
 * It serves sandboxes only (`decide` of module "access"), appears in no list and counts against no limit.
 */
export const { id: fixtureEngineId, slug: fixtureEngineSlug } = builtInEngine;

/** The fixture engine in the form that requests use. */
export function fixtureEngineForCall(): EngineForCall {
  const releases = contractsOf(fixtureEngineKind);
  const newest = newestContract();
  const latest = releases.filter((release) => releases.find((other) => other.major === release.major) === release);
  return {
    id: fixtureEngineId,
    isBuiltIn: true,
    revision: 0,
    slug: fixtureEngineSlug,
    engineType: newest.engineType,
    status: "active",
    pinPolicy: "latest_allowed",
    draftConfigHash: newest.configHash,
    exposeWarnings: false,
    notifyOnSupersede: false,
    requestsPerMinute: limits.engineRequestsPerMinute,
    latest: latest.map(latestOf),
  };
}

/** One exact release of the fixture engine; null when it is not in the registry. */
export function fixtureRelease(major: number, minor: number): LatestRelease | null {
  const contract = contractsOf(fixtureEngineKind).find((one) => one.major === major && one.minor === minor);
  return contract ? latestOf(contract) : null;
}

/** The fixture engine in its shown form; its draft is the newest release. */
export function fixtureEngine(organizationId: string): Engine {
  const releases = contractsOf(fixtureEngineKind);
  const newest = newestContract();
  const createdAt = releases.at(-1)?.releasedAt ?? newest.releasedAt;
  return {
    id: fixtureEngineId,
    organizationId,
    slug: fixtureEngineSlug,
    label: "Generic fixture engine",
    description: "Built in, for tests against the contract registry. Sandboxes only.",
    engineType: newest.engineType,
    status: "active",
    groupKey: "",
    pinPolicy: "latest_allowed",
    draft: newest.effective,
    draftRevision: releases.length,
    draftConfigHash: newest.configHash,
    draftUpdatedAt: newest.releasedAt,
    draftUpdatedBy: "service",
    createdAt,
    updatedAt: newest.releasedAt,
  };
}

export function fixtureReleaseLines(): ReleaseLine[] {
  return contractsOf(fixtureEngineKind).map(releaseLineOf);
}

export function fixtureReleaseOf(major: number, minor: number): Release | undefined {
  const contract = contractsOf(fixtureEngineKind).find((one) => one.major === major && one.minor === minor);
  if (!contract) return undefined;
  return {
    ...releaseLineOf(contract),
    id: uuidV5(serviceNamespace, `release:${contract.configHash}`),
    engineId: fixtureEngineId,
    config: contract.effective,
    requestSchema: contract.requestSchema,
    responseSchema: contract.responseSchema,
    requestSchemaSha256: sha256Hex(contract.requestSchema),
    responseSchemaSha256: sha256Hex(contract.responseSchema),
    gate: JSON.stringify({ gate: "passed", registry: true }),
  };
}

function newestContract(): Contract {
  const [newest] = contractsOf(fixtureEngineKind);
  if (!newest) throw new Error("the contract registry lists no fixture engine");
  return newest;
}

function latestOf({ major, minor, configHash }: Contract): LatestRelease {
  return { major, minor, configHash, servable: true };
}

function releaseLineOf({ major, minor, configHash, changelog, releasedAt }: Contract): ReleaseLine {
  return { major, minor, configHash, changelog, releasedAt, releasedBy: "service", withdrawnAt: null };
}
