import { fail } from "@service/contract";
import { type BookRead, inSnapshot, type SqlText } from "../records/index.ts";
import type { OpportunityFilters, OpportunityScope } from "./opportunity-filters.ts";
import { hasWords, wordsOf } from "./opportunity-words.ts";
import { hiddenMembers } from "./present-opportunity.ts";

/** Columns whose member of the resource a field policy may hide: order and presence would tell (OPPS-6). */
const membersOfFilters = {
  clientKey: "client_key",
  line: "line",
  producerSeat: "producer_seat",
  officeKey: "office_key",
  minScore: "score",
  dueBefore: "due_on",
  q: "title",
} as const satisfies Partial<Record<keyof OpportunityFilters, string>>;

/** @throws `invalid_request` for a filter on a member that the viewer may not see. */
export function assertFilters(filters: OpportunityFilters, read: Pick<BookRead, "viewer">): void {
  const hidden = hiddenMembers(read.viewer.policy);
  for (const [name, member] of Object.entries(membersOfFilters))
    if (hidden.has(member) && Reflect.get(filters, name) !== undefined)
      throw fail("invalid_request", { message: `The field policy hides ${member}: it cannot be filtered by.` });
}

/** The condition that the viewer's grants show the opportunity `o`: of the whole client, or of its policy (SEAT-12). */
export function isShown(sql: SqlText, { viewer, connectionId, seq }: BookRead): string {
  if (viewer.grants === null) return "true";
  return `exists (select from book.grants g where g.connection_id = ${sql.value(connectionId, "uuid")}
      and g.client_key = o.client_key and (g.policy_key = '' or g.policy_key = o.policy_key)
      and g.grant_key = any(${sql.value(viewer.grants, "text[]")}) and ${inSnapshot("g", sql.value(seq, "int"))})`;
}

/** The conditions of a summary: its place, its filters, what the viewer sees. */
export function conditionsOf(
  sql: SqlText,
  read: BookRead,
  scope: OpportunityScope,
  filters: OpportunityFilters,
): readonly string[] {
  return [
    ...placeConditions(sql, read, scope),
    ...filterConditions(sql, filters),
    ...hasWords(sql, wordsOf(filters, read.viewer)),
    ...(read.viewer.enforced ? [isShown(sql, read)] : []),
  ];
}

/** The conditions that an opportunity `o` belongs to the scope and to the connection that is read. */
export function placeConditions(
  sql: SqlText,
  read: Pick<BookRead, "connectionId">,
  { organizationId, environmentId, engineIds }: OpportunityScope,
): readonly string[] {
  const [onlyEngine, ...others] = engineIds ?? [];
  const ofEngines =
    engineIds === null
      ? []
      : onlyEngine !== undefined && others.length === 0
        ? [`o.engine_id = ${sql.value(onlyEngine, "uuid")}`]
        : [`o.engine_id = any(${sql.value(engineIds, "uuid[]")})`];
  return [
    `o.organization_id = ${sql.value(organizationId, "uuid")}`,
    `o.environment_id = ${sql.value(environmentId, "uuid")}`,
    ...ofEngines,
    `o.connection_id = ${sql.value(read.connectionId, "uuid")}`,
  ];
}

/** The conditions of the filters but `q`, all on columns of the row `o`. */
export function filterConditions(sql: SqlText, filters: OpportunityFilters): readonly string[] {
  const { kinds, statuses, changes, clientKey, line, producerSeat, officeKey, minScore, dueBefore, isAnnotated } =
    filters;
  const oneOf = (column: string, words: readonly string[] | undefined): string[] => {
    const [only, ...others] = words ?? [];
    if (only === undefined) return [];
    return [
      others.length === 0
        ? `o.${column} = ${sql.value(only, "text")}`
        : `o.${column} = any(${sql.value(words, "text[]")})`,
    ];
  };
  const equal = (column: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`o.${column} = ${sql.value(value, "text")}`];
  return [
    ...oneOf("kind", kinds),
    ...oneOf("status", statuses),
    ...oneOf("change", changes),
    ...equal("client_key", clientKey),
    ...equal("line", line),
    ...equal("producer_seat", producerSeat),
    ...equal("office_key", officeKey),
    ...(minScore === undefined ? [] : [`o.score >= ${sql.value(minScore, "float8")}`]),
    ...(dueBefore === undefined ? [] : [`o.due_on < ${sql.value(dueBefore, "date")}`]),
    ...(isAnnotated === undefined ? [] : [`o.is_annotated = ${isAnnotated ? "true" : "false"}`]),
  ];
}
