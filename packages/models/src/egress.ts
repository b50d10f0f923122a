import { engineTypeNames, type EngineTypeName } from "@service/contract";
import {
  canonicalHash,
  sha256Hex,
  isOneOf,
  isDate,
  isInstant,
  type ConfigIssue,
  type Json,
  type JsonObject,
  isJsonArray,
  isJsonObject,
} from "@service/json";
import { promptParts } from "./conversation/prompt-parts.ts";
import {
  type ConversationEgressRule,
  conversationTransforms,
  egressTransforms,
  type EgressManifest,
  type EgressRule,
  type EngineEgressRule,
  isEngineRule,
  type RegisteredManifests,
} from "./egress-manifest.ts";

const rulesMax = 500;
const destinationsMax = 20;
const pathPattern = /^[A-Za-z0-9_-]+(?:\[\])?(?:\.[A-Za-z0-9_-]+(?:\[\])?){0,15}$/;

const emptyManifest: EgressManifest = { schema_version: 1, destinations: [], rules: [] };

/** Wording only: titles and details with names and keys masked, and the figures of the summary. */
const findingsOnlyManifest: EgressManifest = {
  schema_version: 1,
  destinations: [],
  rules: engineTypeNames.flatMap((engine_type): EngineEgressRule[] => [
    { engine_type, path: "headline", transform: "mask", max_chars: 200 },
    { engine_type, path: "findings[].title", transform: "mask", max_chars: 160 },
    { engine_type, path: "findings[].detail", transform: "mask", max_chars: 1000 },
    { engine_type, path: "findings[].severity", transform: "pass" },
    { engine_type, path: "findings[].status", transform: "pass" },
    { engine_type, path: "findings[].evidence_ids", transform: "pass" },
    { engine_type, path: "narrative.text", transform: "mask", max_chars: 8000 },
  ]),
};

/** What `findings_only` sends, labels to align, and excerpts of the documents a fact may be found in. */
const documentsExcerptsManifest: EgressManifest = {
  schema_version: 1,
  destinations: [],
  rules: [
    ...findingsOnlyManifest.rules,
    ...engineTypeNames.flatMap((engine_type): EngineEgressRule[] => [
      { engine_type, path: "labels[].id", transform: "pass" },
      { engine_type, path: "labels[].label", transform: "mask", max_chars: 160 },
      { engine_type, path: "labels[].line", transform: "pass" },
      { engine_type, path: "labels[].candidates", transform: "pass" },
      { engine_type, path: "wanted_facts", transform: "pass" },
      { engine_type, path: "documents[].id", transform: "pass" },
      { engine_type, path: "documents[].kind", transform: "pass" },
      { engine_type, path: "documents[].text", transform: "mask", max_chars: 8000 },
    ]),
  ],
};

/** What a conversation about knowledge and catalog needs; nothing of clients, runs or files (MODEL-72). */
const conversationKnowledgeManifest: EgressManifest = {
  schema_version: 1,
  destinations: [],
  rules: (["instructions", "input", "history", "knowledge", "catalog"] as const).map((part) => ({
    surface: "conversation",
    part,
    transform: "pass",
  })),
};

/** The manifests every deployment has, with the hash under which a configuration names them. */
export const builtInManifests = {
  empty: sealed(emptyManifest),
  findings_only: sealed(findingsOnlyManifest),
  documents_excerpts: sealed(documentsExcerptsManifest),
  conversation_knowledge: sealed(conversationKnowledgeManifest),
} as const;

/** The hash under which a manifest is registered: SHA-256 of its canonical form. */
export function manifestHash(manifest: EgressManifest): string {
  return canonicalHash({ ...manifest, rules: manifest.rules.map((rule) => ({ ...rule })) });
}

/** The manifest of this hash, built in or registered by the operator. */
export function findManifest(sha256: string, registered: RegisteredManifests = new Map()): EgressManifest | undefined {
  for (const builtIn of Object.values(builtInManifests)) if (builtIn.sha256 === sha256) return builtIn.manifest;
  return registered.get(sha256);
}

/** Problems of a manifest before it is registered; JSON Pointer paths, at most 50. */
export function validateManifest(value: Json): ConfigIssue[] {
  const read = readManifest(value);
  return read.kind === "manifest" ? [] : read.issues;
}

/** Parses a manifest: its closed form, or what is wrong with it. */
export function readManifest(
  value: Json,
):
  | { readonly kind: "manifest"; readonly manifest: EgressManifest }
  | { readonly kind: "invalid"; readonly issues: ConfigIssue[] } {
  const issues: ConfigIssue[] = [];
  const report = (path: string, message: string): void => {
    if (issues.length < 50) issues.push({ path, message });
  };
  if (!isJsonObject(value)) return { kind: "invalid", issues: [{ path: "", message: "must be an object" }] };
  refuseOthers(value, ["schema_version", "destinations", "rules"], "", report);
  if (value.schema_version !== 1) report("/schema_version", "must be 1");
  const destinations: string[] = [];
  if (!isJsonArray(value.destinations) || value.destinations.length > destinationsMax) {
    report("/destinations", `must be a list of at most ${destinationsMax} provider keys`);
  } else {
    for (const [index, key] of value.destinations.entries()) {
      if (typeof key === "string" && /^[A-Za-z0-9._:-]{1,128}$/.test(key)) destinations.push(key);
      else report(`/destinations/${index}`, "must be a provider key");
    }
  }
  const rules: EgressRule[] = [];
  const parts = new Set<string>();
  if (!isJsonArray(value.rules) || value.rules.length > rulesMax)
    report("/rules", `must be a list of at most ${rulesMax} rules`);
  else {
    for (const [index, rule] of value.rules.entries()) {
      const at = `/rules/${index}`;
      const isConversation = isJsonObject(rule) && rule.surface !== undefined;
      const read = isConversation ? readConversationRule(rule, at, parts, report) : readRule(rule, at, report);
      if (read !== undefined) rules.push(read);
    }
  }
  return issues.length > 0
    ? { kind: "invalid", issues }
    : { kind: "manifest", manifest: { schema_version: 1, destinations, rules } };
}

/** Whether anything at all of a run could leave for this engine type (any type, when left out). */
export function sendsAnything(manifest: EgressManifest, engineType?: EngineTypeName): boolean {
  return manifest.rules.some(
    (rule) =>
      isEngineRule(rule) && rule.transform !== "drop" && (engineType === undefined || rule.engine_type === engineType),
  );
}

export type EgressOptions = {
  /** Names and keys to mask wherever they occur in a text, besides those found in the context itself. */
  readonly identities?: readonly string[];
  /** Makes `hash` pseudonyms of one organization unlike those of another; without it short values can be guessed. */
  readonly salt?: string;
};

/**
 * The part of `context` that may leave, transformed. The most specific matching rule of the engine type decides each
 * value; values without a rule are left out. `mask` replaces names, keys, addresses and long numbers in strings and
 * hides other scalars; `hash` sends a pseudonym of 16 hex digits; `bucket` sends an order of magnitude or a month.
 */
export function applyManifest(
  manifest: EgressManifest,
  engineType: EngineTypeName,
  context: JsonObject,
  options: EgressOptions = {},
): JsonObject {
  const rules = new Map<string, EngineEgressRule>();
  for (const rule of manifest.rules)
    if (isEngineRule(rule) && rule.engine_type === engineType) rules.set(rule.path, rule);
  if (rules.size === 0) return {};
  const pass: Pass = { rules, mask: maskFor(context, options.identities ?? []), salt: options.salt ?? "" };
  const allowed = allowedPart(pass, context, "", undefined);
  return isJsonObject(allowed) ? allowed : {};
}

/** Names and keys found in documents (inputs, outputs): `mask` hides them wherever they occur, at most 2,000. */
export function identitiesIn(...documents: readonly Json[]): string[] {
  const identities = new Set<string>();
  for (const document of documents) collectIdentities(document, "", identities);
  return [...identities];
}

type Pass = {
  readonly rules: ReadonlyMap<string, EngineEgressRule>;
  readonly mask: (text: string) => string;
  readonly salt: string;
};

function allowedPart(pass: Pass, value: Json, path: string, inherited: EngineEgressRule | undefined): Json | undefined {
  const rule = pass.rules.get(path) ?? inherited;
  if (isJsonArray(value)) {
    const elementPath = `${path}[]`;
    const elements: Json[] = [];
    for (const element of value) {
      const part = allowedPart(pass, element, elementPath, rule);
      if (part !== undefined) elements.push(part);
    }
    // An array without any element that may leave is omitted: its length would leak.
    return rule === undefined && elements.length === 0
      ? undefined
      : rule?.transform === "drop" && elements.length === 0
        ? undefined
        : elements;
  }
  if (isJsonObject(value)) {
    const members: { [name: string]: Json } = {};
    for (const [name, member] of Object.entries(value)) {
      const part = allowedPart(pass, member, path === "" ? name : `${path}.${name}`, rule);
      if (part !== undefined) members[name] = part;
    }
    return Object.keys(members).length === 0 ? undefined : members;
  }
  return rule === undefined ? undefined : transformed(pass, value, rule);
}

function transformed(pass: Pass, value: null | boolean | number | string, rule: EngineEgressRule): Json | undefined {
  switch (rule.transform) {
    case "drop":
      return undefined;
    case "pass":
      return typeof value === "string" ? cut(value, rule.max_chars) : value;
    case "mask":
      return typeof value === "string" ? cut(pass.mask(value), rule.max_chars) : null;
    case "hash":
      return value === null ? null : sha256Hex(`${pass.salt}\n${typeof value}\n${String(value)}`).slice(0, 16);
    case "bucket":
      return bucketOf(value);
  }
}

function cut(text: string, maxChars: number | undefined): string {
  if (maxChars === undefined || text.length <= maxChars) return text;
  return [...text].slice(0, maxChars).join("");
}

/** Numbers as a band of the 1-2-5 series, dates as a month; other values are not sent. */
function bucketOf(value: null | boolean | number | string): Json {
  if (typeof value === "string") return isDate(value) || isInstant(value) ? value.slice(0, 7) : null;
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  const decade = 10 ** Math.floor(Math.log10(magnitude));
  const steps = [1, 2, 5, 10].map((step) => tidy(step * decade));
  const above = Math.max(
    1,
    steps.findIndex((step) => step > magnitude),
  );
  const [lower, upper] = [steps[above - 1] ?? 0, steps[above] ?? 0];
  const band = `${lower}..${upper}`;
  return value < 0 ? `-(${band})` : band;
}

function tidy(n: number): number {
  return Number(n.toPrecision(3));
}

const identityMembers: ReadonlySet<string> = new Set([
  "name",
  "fein",
  "phone",
  "email",
  "address",
  "line1",
  "domain",
  "given_name",
  "family_name",
  "birth_date",
  "identifier",
  "insured",
  "record_key",
  "document_key",
  "client_key",
  "policy_key",
  "submission_key",
  "subject_key",
  "account_key",
  "carrier_key",
  "producer_key",
  "offering_key",
  "solution_key",
  "carrier_name",
  "insured_name",
  "client_name",
]);
/** Objects whose `key` and `label` name somebody. */
const namingMembers: ReadonlySet<string> = new Set(["subject", "client", "items", "insured", "producer", "carrier"]);
const identitiesMax = 2000;

function maskFor(context: JsonObject, given: readonly string[]): (text: string) => string {
  const identities = new Set<string>();
  for (const identity of given) addIdentity(identities, identity);
  collectIdentities(context, "", identities);
  // Longest first: a full name must be replaced before a word that is part of it.
  const ordered = [...identities].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const lowered = ordered.map((identity) => identity.toLowerCase());
  return (text) => {
    let masked = text.replace(/[^\s@<>]{1,64}@[^\s@<>]{1,255}\.[A-Za-z]{2,24}/g, "[email]");
    for (const identity of lowered) masked = replaceAllFolded(masked, identity, "[name]");
    // Phone, tax and account numbers: seven digits or more with their separators. Amounts use commas and stay.
    return masked.replace(/\+?\d(?:[ ().-]?\d){6,}/g, (run) => (/^\d{4}-\d{2}-\d{2}$/.test(run) ? run : "[number]"));
  };
}

function replaceAllFolded(text: string, lowered: string, replacement: string): string {
  const haystack = text.toLowerCase();
  // Lower-casing may change the length of a string, which would shift positions: hide such a string whole.
  if (haystack.length !== text.length) return haystack.includes(lowered) ? replacement : text;
  let result = "";
  let from = 0;
  for (;;) {
    const at = haystack.indexOf(lowered, from);
    if (at < 0) return from === 0 ? text : result + text.slice(from);
    const isWord = !isWordChar(haystack[at - 1]) && !isWordChar(haystack[at + lowered.length]);
    result += text.slice(from, at) + (isWord ? replacement : text.slice(at, at + lowered.length));
    from = at + lowered.length;
  }
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_]/u.test(char);
}

function collectIdentities(value: Json, within: string, into: Set<string>): void {
  if (into.size >= identitiesMax) return;
  if (isJsonArray(value)) {
    for (const element of value) collectIdentities(element, within, into);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const names = identityMembers.has(name) || (namingMembers.has(within) && (name === "key" || name === "label"));
    if (names && typeof member === "string") addIdentity(into, member);
    else collectIdentities(member, name, into);
  }
}

function addIdentity(into: Set<string>, text: string): void {
  const trimmed = text.trim();
  // Shorter ones would match inside ordinary words.
  if (trimmed.length >= 3 && into.size < identitiesMax) into.add(trimmed);
}

/** A rule about a part of a prompt; a second one for the same part would leave open which holds. */
function readConversationRule(
  rule: JsonObject,
  at: string,
  parts: Set<string>,
  report: (path: string, message: string) => void,
): ConversationEgressRule | undefined {
  refuseOthers(rule, ["surface", "part", "transform", "max_chars"], at, report);
  const { surface, part, transform, max_chars } = rule;
  if (surface !== "conversation") report(`${at}/surface`, "must be conversation");
  if (!isOneOf(promptParts, part)) report(`${at}/part`, `must be one of ${promptParts.join(", ")}`);
  else if (parts.has(part)) report(`${at}/part`, "has a rule already");
  else parts.add(part);
  if (!isOneOf(conversationTransforms, transform))
    report(`${at}/transform`, `must be one of ${conversationTransforms.join(", ")}`);
  if (max_chars !== undefined && !isBound(max_chars)) report(`${at}/max_chars`, "must be an integer from 1 to 200000");
  if (!isOneOf(promptParts, part) || !isOneOf(conversationTransforms, transform)) return undefined;
  return { surface: "conversation", part, transform, ...(typeof max_chars === "number" ? { max_chars } : {}) };
}

function isBound(value: Json): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 200_000;
}

function readRule(
  rule: Json,
  at: string,
  report: (path: string, message: string) => void,
): EngineEgressRule | undefined {
  if (!isJsonObject(rule)) {
    report(at, "must be an object");
    return undefined;
  }
  refuseOthers(rule, ["engine_type", "path", "transform", "max_chars"], at, report);
  const { engine_type, path, transform, max_chars } = rule;
  if (!isOneOf(engineTypeNames, engine_type))
    report(`${at}/engine_type`, `must be one of ${engineTypeNames.join(", ")}`);
  if (typeof path !== "string" || path.length > 200 || !pathPattern.test(path)) report(`${at}/path`, "must be a path");
  if (!isOneOf(egressTransforms, transform)) report(`${at}/transform`, `must be one of ${egressTransforms.join(", ")}`);
  if (max_chars !== undefined && !isBound(max_chars)) report(`${at}/max_chars`, "must be an integer from 1 to 200000");
  if (!isOneOf(engineTypeNames, engine_type) || typeof path !== "string" || !isOneOf(egressTransforms, transform))
    return undefined;
  return { engine_type, path, transform, ...(typeof max_chars === "number" ? { max_chars } : {}) };
}

function refuseOthers(
  object: JsonObject,
  allowed: readonly string[],
  at: string,
  report: (path: string, message: string) => void,
): void {
  for (const name of Object.keys(object)) if (!allowed.includes(name)) report(`${at}/${name}`, "unknown field");
}

function sealed(manifest: EgressManifest): { readonly manifest: EgressManifest; readonly sha256: string } {
  return { manifest, sha256: manifestHash(manifest) };
}

/** A manifest that names destinations sends to those providers only; without any, the operator's choice of provider stands. */
export function allowsDestination(manifest: EgressManifest, providerKey: string): boolean {
  return manifest.destinations.length === 0 || manifest.destinations.includes(providerKey);
}
