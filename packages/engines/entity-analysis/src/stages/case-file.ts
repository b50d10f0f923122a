import {
  constructionOf,
  type EngineRequest,
  fromCents,
  isInsured,
  type LoadedDataset,
  lossFacts,
  namesStated,
  plainCarrierName,
  toCents,
  type Warning,
  withCarrierName,
} from "@service/engine-kit";
import type { UnreadDocument } from "@service/engine-policy-documents";
import { byText, canonicalJson, dateOf, isJsonArray, type Json, type JsonObject, text, textsIn } from "@service/json";
import { familyKeys, recordFamilies, type RecordFamily } from "../codes.ts";
import type { EntityAnalysisInput } from "../input.ts";
import { type CaseDocument, openDocuments } from "./open-documents.ts";
import { policiesOfDocuments, type PolicyDocuments } from "./policies-of-documents.ts";
import { wellFormedObject } from "./well-formed.ts";

/** The result of the stage `load`, before any rule is evaluated (ENT-18). */
export type CaseFile = {
  readonly asOf: string;
  /** The day of `asOf`. */
  readonly today: string;
  readonly subject: EntityAnalysisInput["subject"];
  readonly clientKey: string | undefined;
  readonly focus: readonly string[];
  /**
   * Namespaces of the facts, `profile` still empty. Documents are without their text: only patterns read it, within
   * bounds.
   */
  readonly input: JsonObject;
  readonly records: JsonObject;
  readonly loss: JsonObject;
  readonly documents: readonly CaseDocument[];
  /** What was read of policies among the documents (ENT-88). */
  readonly reports: PolicyDocuments["reports"];
  /** Stored documents without text. */
  readonly unreadDocuments: readonly UnreadDocument[];
  readonly usedDatasets: readonly LoadedDataset[];
  readonly warnings: readonly Warning[];
  /** A named source could not be read (ENT-63). */
  readonly isReduced: boolean;
};

type Rows = { readonly [Family in RecordFamily]?: readonly JsonObject[] };

/**
 * Sorts documents and rows by key, because their order has no meaning (ENT-18, TYPE-3). Derives members that a row
 * leaves open: a policy's `status` from its dates, its `lines`, its `carrier_name` and
 * `carrier`, by which carriers are counted (REC-139), a coverage's `included` (true unless stated
 * otherwise) and `in_force` (its policy's status).
 */
export function openCaseFile(input: EntityAnalysisInput, request: EngineRequest): CaseFile {
  const asOf = input.as_of ?? request.createdAt;
  const today = dateOf(asOf) ?? dateOf(request.createdAt) ?? "1970-01-01";
  const warnings: Warning[] = [];
  const usedDatasets: LoadedDataset[] = [];

  const opened = openDocuments(input.documents ?? [], request.datasets);
  warnings.push(...opened.warnings);
  usedDatasets.push(...opened.datasets);
  const policyDocuments = policiesOfDocuments(opened.documents);
  const loaded = withDeclared(input, loadRecords(input, request, usedDatasets, warnings), policyDocuments, warnings);
  const records = deriveRows(loaded, today);
  const { documents } = opened;
  const { subject } = input;
  return {
    asOf,
    today,
    subject,
    clientKey: subject.client_key ?? input.records_ref?.client_key,
    focus: input.focus ?? [],
    input: {
      ...input,
      records,
      ...(input.documents === undefined
        ? {}
        : { documents: input.documents.map(withoutText).sort((a, b) => byText(a.document_key, b.document_key)) }),
    },
    records,
    loss: lossFacts(input.loss_history ?? claimsOnFile(records), asOf),
    documents,
    reports: policyDocuments.reports,
    unreadDocuments: opened.unread,
    usedDatasets,
    warnings,
    isReduced: warnings.length > 0,
  };
}

/** The policies that documents declare, for a caller who gives no policies and no coverages (ENT-88). */
function withDeclared(
  { records, records_ref: reference }: EntityAnalysisInput,
  rows: Rows,
  declared: PolicyDocuments,
  warnings: Warning[],
): Rows {
  const isGiven = reference !== undefined || records?.policies !== undefined || records?.coverages !== undefined;
  if (isGiven || declared.policies.length === 0) return rows;
  warnings.push(...declared.warnings);
  const coverages = declared.coverages.length === 0 ? {} : { coverages: declared.coverages };
  return { ...rows, policies: declared.policies, ...coverages };
}

/** Inline rows, with those that the worker loaded through the seat under `records:<family>`. */
function loadRecords(
  { records = {}, records_ref: reference }: EntityAnalysisInput,
  request: EngineRequest,
  used: LoadedDataset[],
  warnings: Warning[],
): Rows {
  if (reference === undefined) return records;
  const rows: { [Family in RecordFamily]?: readonly JsonObject[] } = { ...records };
  const wanted = reference.families ?? recordFamilies;
  let isAnyLoaded = false;
  for (const family of recordFamilies) {
    const dataset = request.datasets.get(`records:${family}`);
    if (dataset === undefined || !wanted.includes(family)) continue;
    isAnyLoaded = true;
    used.push(dataset);
    rows[family] = [...(rows[family] ?? []), ...dataset.rows.map(wellFormedObject)];
  }
  if (!isAnyLoaded) {
    warnings.push({
      code: "dataset_missing",
      message: "The records of this client could not be loaded; the answer rests on the input alone.",
      stage: "load",
      severity: "warning",
      path: "records_ref",
    });
  }
  return rows;
}

function deriveRows(rows: Rows, today: string): Rows {
  const nameBehind = namesStated(rows.policies ?? []);
  const policies = rows.policies?.map((policy) => derivePolicy(withCarrierName(policy, nameBehind), today));
  const statusOf = new Map<string, string>();
  for (const policy of policies ?? []) {
    const key = text(policy, "policy_key");
    if (key !== undefined) statusOf.set(key, text(policy, "status") ?? "unknown");
  }
  const derived: { [Family in RecordFamily]?: readonly JsonObject[] } = {};
  for (const family of recordFamilies) {
    const own =
      family === "policies"
        ? policies
        : family === "coverages"
          ? rows.coverages?.map((coverage) => deriveCoverage(coverage, statusOf))
          : family === "locations"
            ? rows.locations?.map(deriveLocation)
            : rows[family];
    if (own !== undefined) derived[family] = inKeyOrder(family, own);
  }
  return derived;
}

function derivePolicy(policy: JsonObject, today: string): JsonObject {
  const line = text(policy, "line");
  const lines =
    isJsonArray(policy.lines) && policy.lines.length > 0 ? policy.lines : line === undefined ? undefined : [line];
  const status =
    text(policy, "status") ?? statusByDates(text(policy, "effective_on"), text(policy, "expires_on"), today);
  const firstLine = line ?? textsIn(lines)[0];
  const named = text(policy, "carrier_name");
  const carrier = named === undefined ? text(policy, "carrier_key") : plainCarrierName(named);
  return {
    ...policy,
    ...(firstLine === undefined ? {} : { line: firstLine }),
    ...(lines === undefined ? {} : { lines }),
    ...(carrier === undefined ? {} : { carrier }),
    ...(status === undefined ? {} : { status }),
  };
}

function statusByDates(
  effectiveOn: string | undefined,
  expiresOn: string | undefined,
  today: string,
): string | undefined {
  if (expiresOn !== undefined && expiresOn <= today) return "expired";
  if (effectiveOn !== undefined && effectiveOn > today) return "future";
  return effectiveOn !== undefined && expiresOn !== undefined ? "active" : undefined;
}

function deriveCoverage(coverage: JsonObject, statusOf: ReadonlyMap<string, string>): JsonObject {
  const policyKey = text(coverage, "policy_key");
  const status = policyKey === undefined ? undefined : statusOf.get(policyKey);
  // A coverage whose policy is not in the file counts as in force.
  const inForce = status === undefined ? true : status === "unknown" ? undefined : status === "active";
  // A limit of 0 insures nothing (COVER-10).
  const limit = typeof coverage.limit === "number" ? coverage.limit : undefined;
  return {
    ...coverage,
    included: coverage.included !== false && isInsured({ coverage: text(coverage, "coverage") ?? "", limit }),
    ...(inForce === undefined ? {} : { in_force: inForce }),
  };
}

/** Construction by its words, however it is spelled (VALUE-12). */
function deriveLocation(location: JsonObject): JsonObject {
  const construction = text(location, "construction");
  return construction === undefined ? location : { ...location, construction: constructionOf(construction) };
}

function inKeyOrder(family: RecordFamily, rows: readonly JsonObject[]): readonly JsonObject[] {
  if (rows.length < 2) return rows;
  const name = familyKeys[family];
  const keyed = rows.map((row): { row: JsonObject; key: string; content?: string } => ({
    row,
    key: text(row, name) ?? "",
  }));
  // Rows without a key, or with equal keys, are ordered by their content.
  return keyed
    .sort((a, b) => {
      const order = byText(a.key, b.key);
      if (order !== 0) return order;
      a.content ??= canonicalJson(a.row);
      b.content ??= canonicalJson(b.row);
      return byText(a.content, b.content);
    })
    .map((entry) => entry.row);
}

/** The losses of a file without a loss history: the claims on file, without premium and years. */
function claimsOnFile({ claims }: Rows): JsonObject | undefined {
  if (claims === undefined) return undefined;
  const valued = claims.map((claim) => text(claim, "valued_on")).filter((date) => date !== undefined);
  const oldest = valued.length === claims.length ? valued.sort()[0] : undefined;
  return {
    claims: claims.map((claim) => ({ ...claim, reserved: reservedOf(claim) })),
    ...(oldest === undefined ? {} : { valued_on: oldest }),
  };
}

/** Some systems keep incurred and paid only. */
function reservedOf(claim: JsonObject): Json {
  if (typeof claim.reserved === "number" || typeof claim.incurred !== "number") return claim.reserved ?? 0;
  const incurred = toCents(claim.incurred) ?? 0;
  const paid = typeof claim.paid === "number" ? (toCents(claim.paid) ?? 0) : 0;
  return fromCents(Math.max(0, incurred - paid));
}

function withoutText<Document extends { readonly text?: string; readonly pages?: readonly string[] }>(
  document: Document,
): Omit<Document, "text" | "pages"> {
  const { text: _text, pages: _pages, ...rest } = document;
  return rest;
}
