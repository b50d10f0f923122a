import { fail, type ServiceError } from "@service/contract";
import { coverageCodes, lineCodes } from "@service/engine-kit";
import { cut, byText, isJsonArray, isJsonObject, type Json, type JsonObject, number, oneOf, text } from "@service/json";
import type { EnginePurpose } from "../../engines/engines/index.ts";
import {
  type BookRead,
  findRow,
  presentRow,
  readBook,
  type ReadDeps,
  rowsOfClients,
  todayOf,
} from "../../book/records/index.ts";
import type { BookView } from "../../book/seats/index.ts";

/** The runs whose input the service writes. */
export type ClientRunPurpose = Exclude<EnginePurpose, "opportunity">;

/** What a caller asks of a risk or program run. */
export interface ClientRunRequest {
  readonly purpose: ClientRunPurpose;
  readonly viewer: BookView;
  readonly connectionId: string | undefined;
  readonly clientKey: string;
  /** Replaces members of the input as a merge patch (RFC 7396). */
  readonly overrides: JsonObject;
  /** Dimensions of a risk run, lines of a program run. */
  readonly focus: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

const needsMax = 12;
const coveragesMax = 60;
const rowsMax = 1_000;

/**
 * Writes the input of a run about one client from the book, as the person of the request sees it (REC-136, REC-137).
 * @returns the input, and the refusal of a client that is not there or not visible, which comes after all others.
 * @throws `not_found` and `book_connection_ambiguous` of the connection, `book_unavailable`.
 */
export async function clientRunInput(
  deps: ReadDeps,
  request: ClientRunRequest,
): Promise<{ readonly input: JsonObject; readonly refusal: ServiceError | undefined }> {
  const { purpose, clientKey, overrides, focus } = request;
  const { result } = await readBook(deps, request, async (read) => {
    const account = await findRow(deps, read, "accounts", clientKey);
    const shown = account && presentRow("accounts", account, { ...read, policy: request.viewer.policy });
    const label = cut((shown && text(shown, "name")) || clientKey, labelCharsMax);
    const records_ref = { connection_id: read.connectionId, client_key: clientKey };
    if (purpose === "risk") {
      const subject = { key: clientKey, client_key: clientKey, kind: "account", label };
      return { account, input: { subject, records_ref, ...(focus && { focus: [...focus] }) } };
    }
    const needs = await needsOf(deps, read, { clientKey, isFound: account !== undefined, focus });
    return {
      account,
      input: { client: { key: clientKey, client_key: clientKey, label }, records_ref, needs, risk: {} },
    };
  });
  const input = patched(result.input, overrides);
  return { input, refusal: result.account === undefined ? fail("not_found") : undefined };
}

const labelCharsMax = 200;

/**
 * One need for each line that the client's policies in force hold, from the day on which the last of them ends, with the
 * coverages of these policies as the least that is wanted. `focus` keeps only its lines, and adds those without a policy.
 */
async function needsOf(
  deps: ReadDeps,
  read: BookRead,
  request: { readonly clientKey: string; readonly isFound: boolean; readonly focus: readonly string[] | undefined },
): Promise<JsonObject[]> {
  const today = todayOf(deps);
  const rowsOf = async (family: "policies" | "coverages"): Promise<readonly JsonObject[]> => {
    const rows = await rowsOfClients(deps, read, family, { clients: [request.clientKey], perClient: rowsMax });
    const seen = read.viewer.enforced ? rows.filter(({ isSeen }) => isSeen) : rows;
    return seen.map((row) => presentRow(family, row, { ...read, policy: read.viewer.policy }));
  };
  const [policies, coverages] = await Promise.all([rowsOf("policies"), rowsOf("coverages")]);
  const held = policies.filter((row) => row["status"] === "active");
  const needs = new Map<string, { effectiveOn: string; policies: Set<string> }>();
  for (const line of request.focus ?? []) needs.set(line, { effectiveOn: today, policies: new Set() });
  for (const policy of held) {
    const expiresOn = text(policy, "expires_on");
    const effectiveOn = expiresOn !== undefined && expiresOn > today ? expiresOn : today;
    for (const line of linesOf(policy)) {
      if (request.focus !== undefined && !request.focus.includes(line)) continue;
      const need = needs.get(line) ?? { effectiveOn, policies: new Set<string>() };
      if (effectiveOn > need.effectiveOn) need.effectiveOn = effectiveOn;
      need.policies.add(text(policy, "key") ?? "");
      needs.set(line, need);
    }
  }
  const built = [...needs].toSorted(([left], [right]) => byText(left, right)).slice(0, needsMax);
  // A client that is not there is refused last: another refusal must not say that nothing is known of it.
  if (built.length === 0 && !request.isFound) built.push(["other", { effectiveOn: today, policies: new Set() }]);
  return built.map(([line, { effectiveOn, policies: keys }]) => ({
    need_key: line,
    line,
    effective_on: effectiveOn,
    coverages: wantedOf(coverages.filter((row) => row["line"] === line && keys.has(text(row, "policy_key") ?? ""))),
  }));
}

function linesOf(policy: JsonObject): readonly string[] {
  const several = isJsonArray(policy["lines"]) ? policy["lines"] : [];
  const lines = [policy["line"], ...several].flatMap((line) => oneOf(lineCodes, line) ?? []);
  return [...new Set(lines)];
}

/** Each coverage once, with the highest limit and the lowest deductible that the client has now. */
function wantedOf(rows: readonly JsonObject[]): JsonObject[] {
  const wanted = new Map<string, { limit: number | undefined; deductible: number | undefined }>();
  for (const row of rows) {
    const coverage = oneOf(coverageCodes, row["coverage"]);
    if (coverage === undefined || row["included"] === false) continue;
    const existing = wanted.get(coverage);
    const limit = amountOf(row, "limit");
    const deductible = amountOf(row, "deductible");
    wanted.set(coverage, {
      limit: largest(existing?.limit, limit),
      deductible:
        deductible === undefined ? existing?.deductible : Math.min(deductible, existing?.deductible ?? deductible),
    });
  }
  return [...wanted]
    .toSorted(([left], [right]) => byText(left, right))
    .slice(0, coveragesMax)
    .map(([coverage, { limit, deductible }]) => ({
      coverage,
      must_have: true,
      ...(limit !== undefined && { min_limit: limit }),
      ...(deductible !== undefined && { max_deductible: deductible }),
    }));
}

function largest(existing: number | undefined, found: number | undefined): number | undefined {
  if (existing === undefined || found === undefined) return existing ?? found;
  return Math.max(existing, found);
}

function amountOf(row: JsonObject, name: string): number | undefined {
  const amount = number(row, name);
  return amount === undefined || amount < 0 ? undefined : amount;
}

/** RFC 7396: objects are merged, null removes a member, everything else replaces. */
function patched(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, patchedValue(result.get(name), value));
  }
  return Object.fromEntries(result);
}

function patchedValue(before: Json | undefined, value: Json): Json {
  if (!isJsonObject(value)) return value;
  return patched(before !== undefined && isJsonObject(before) ? before : {}, value);
}
