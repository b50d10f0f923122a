import { type NumberedText, numberedText, valuesInOrder } from "@service/runtime";

/**
 * Statements by name. Their parameter and row types are read from the database by `npm run generate`
 * (`scripts/statements`), so a definition is a name and its text. A statement that is new or changed needs that command
 * before it compiles; `npm run check` fails while the generated types are out of date.
 *
 * A statement names its parameters (`@organization_id`; its call takes one object, `{ organizationId }`) or,
   with at most
 * four, may number them (`$1`; its call takes a tuple). PostgreSQL gets numbers in both cases.
 */

/**
 * Types of every statement by its name: `values`, an object or a tuple of the parameters, and `row`. The generated
 * `packages/domain/src/statement-types.ts` adds the entries to this interface.
 */
export interface StatementTypes {}

export type StatementName = keyof StatementTypes;
/** The row of a statement as the database describes it. */
export type RowOf<Name extends StatementName> = StatementTypes[Name]["row"];
/** The parameters of a statement: by name, or in order. */
export type ValuesOf<Name extends StatementName> = StatementTypes[Name]["values"];
type Values = readonly unknown[] | Readonly<Record<string, unknown>>;

/** An array as PostgreSQL writes it, for long arrays whose elements need no quoting: cheaper than the driver's. */
export type ArrayText = `{${string}}`;
/** A parameter that is an array. */
export type ArrayOf<Element> = readonly (Element | null)[] | ArrayText;

/** A statement with its values, as the driver takes it. */
export interface StatementCall<Row> {
  /** Given for a hot statement: the connection prepares it under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
  /** Never set: carries the type of the rows to `Querying`. */
  readonly row?: Row;
}

/** Makes the query of one statement: `database.hot.query(claimRuns([workerId, slots]))`. */
export interface Statement<Given extends Values, Row> {
  (values: Given): StatementCall<Row>;
  /**
   * The statement with narrower types of some columns, for what its text does not show: what is in a column of JSON, that
   * a column is never null, that only some labels of an enum occur. Say beside it why that is so.
   */
  narrowed<Narrow extends { readonly [Key in keyof Narrow]: Key extends keyof Row ? Row[Key] : never }>(): Statement<
    Given,
    Omit<Row, KeyOfAny<Narrow>> & Narrow
  >;
}

/** The keys that occur in any member of a union. */
type KeyOfAny<Union> = Union extends unknown ? keyof Union : never;

/** What runs statements: a pool, or a connection inside a transaction. */
export interface Querying {
  query<Row extends object>(
    call: StatementCall<Row>,
  ): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
}

/** A statement as it was defined, for the generator of types and the test of plans. */
export interface DefinedStatement {
  readonly name: string;
  /** With numbered parameters. */
  readonly text: string;
  /** Of its parameters, in order; empty where the statement numbers them. */
  readonly parameterNames: readonly string[];
  readonly isHot: boolean;
}

const defined = new Map<string, DefinedStatement>();

/**
 * A statement that every run passes through, sent through `database.hot` as a named prepared statement, parsed and
 * planned once per connection.
 *
 * @throws when two different statements use one name: Postgres would run the first for both; for parameters that
 *   `numberedText` refuses.
 */
export function hotStatement<Name extends StatementName>(
  name: Name,
  text: string,
): Statement<ValuesOf<Name>, RowOf<Name>> {
  return callable<ValuesOf<Name>>({ name }, define(name, text, true));
}

/**
 * Any other statement, parsed and planned with its values each time it is sent: `tx.query(lockUsage([id]))`.
 *
 * @throws when two different statements use one name; for parameters that `numberedText` refuses.
 */
export function statement<Name extends StatementName>(
  name: Name,
  text: string,
): Statement<ValuesOf<Name>, RowOf<Name>> {
  return callable<ValuesOf<Name>>({}, define(name, text, false));
}

/**
 * A statement whose text is built from a declaration, one for each family of rows: the generator cannot describe it, so
 * its types are written beside it. SQL that is the same for every call is a `statement`.
 *
 * @throws for parameters that `numberedText` refuses.
 */
export function builtStatement<Given extends Values, Row>(text: string): Statement<Given, Row> {
  return callable<Given>({}, numberedText(text));
}

function callable<Given extends Values>(
  hot: { readonly name?: string },
  { text, names }: NumberedText,
): Statement<Given, never> {
  const given = { ...hot, text };
  const call = (values: Given): StatementCall<never> => ({
    ...given,
    values: isList(values) ? [...values] : valuesInOrder(names, values),
  });
  const whole: Statement<Given, never> = Object.assign(call, { narrowed: () => whole });
  return whole;
}

function isList(values: Values): values is readonly unknown[] {
  return Array.isArray(values);
}

function define(name: string, text: string, isHot: boolean): NumberedText {
  const numbered = numberedText(text);
  const existing = defined.get(name);
  if (existing !== undefined && existing.text !== numbered.text) throw new Error(`two statements are named ${name}`);
  defined.set(name, { name, text: numbered.text, parameterNames: numbered.names, isHot });
  return numbered;
}

/** The statements of all modules loaded so far, by name. */
export function definedStatements(): readonly DefinedStatement[] {
  return [...defined.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
}
