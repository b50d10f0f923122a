/**
 * Which columns of a statement can be null, and which words a column can hold, from the analyzed statement as PostgreSQL
 * stores it. Errs towards null: a column counts as not null only where a constraint, the expression itself or a condition
 * of the statement says so. Of outer joins the tree names for each column reference the joins that can make it null.
 */
import { child, isNode, list, nodes, type Tree, type TreeNode, word } from "./node-tree.ts";

/** What the analysis needs of the database's catalog. */
export interface Catalog {
  /** Whether a column has a NOT NULL constraint (system columns always are not null). */
  isNotNull(tableOid: string, columnNumber: number): boolean;
  functionName(oid: string): string;
  /** The label of an enum that is stored as this number. */
  enumLabel(oid: string): string | undefined;
}

export interface ResultColumn {
  readonly name: string;
  readonly isNullable: boolean;
  /** All values besides null, where the statement lists them. */
  readonly words: readonly string[] | undefined;
}

/** A query and those around it. */
interface Scope {
  readonly query: TreeNode;
  readonly outer: Scope | undefined;
  /** Columns, as `table.column` numbers, that a condition of the query requires not to be null. */
  readonly required: ReadonlySet<string>;
}

const textOid = "25";
const commands = { update: "2", insert: "3" };
const tableKinds = { relation: "0", subquery: "1", join: "2", function: "3", values: "5", cte: "6", group: "9" };
const joinTypes = { inner: "0", left: "1", right: "3" };
const sublinks = { exists: "0", scalar: "4", array: "6" };

/** Functions that answer null for no arguments at all. */
const neverNull = new Set(
  `clock_timestamp concat concat_ws count dense_rank gen_random_uuid generate_series json_build_array json_build_object
   jsonb_build_array jsonb_build_object now rank row_number statement_timestamp transaction_timestamp`.split(/\s+/),
);
/** Functions that answer null only when an argument is null. */
const nullOnlyOfNull = new Set(
  `abs btrim cardinality ceil ceiling char_length date_part date_trunc decode encode extract floor hashtextextended left
   length lower ltrim make_interval md5 mod nextval octet_length repeat replace right round row_to_json rtrim set_config
   sha256 split_part starts_with string_to_array substr substring timezone to_json to_jsonb to_timestamp upper`.split(
    /\s+/,
  ),
);
/** Aggregates that are null only over no rows, or over rows that are null. */
const groupAggregates = new Set("array_agg avg bool_and bool_or json_agg jsonb_agg max min string_agg sum".split(" "));
/** Functions behind operators that answer null for values that are not. */
const partialOperators = /^jsonb?_(object_field|array_element|extract_path)/;

/** What is known of the values of an expression. */
interface Values {
  readonly isNullable: boolean;
  /** All that there can be besides null, where the statement lists them: strings, or labels of an enum. */
  readonly words: readonly string[] | undefined;
}

const anything: Values = { isNullable: true, words: undefined };
const neverNullValues: Values = { isNullable: false, words: undefined };
/** Of an expression that has no rows to come from: neutral in `either`. */
const nothing: Values = { isNullable: false, words: [] };

function either(all: readonly Values[]): Values {
  const words = all.map((one) => one.words);
  return {
    isNullable: all.some((one) => one.isNullable),
    words: words.every((some) => some !== undefined) ? [...new Set(words.flat())] : undefined,
  };
}

/** Where an expression stands. */
interface Place {
  readonly scope: Scope;
  /** In `returning`, where the columns of the changed table are those of the new row. */
  readonly isReturning: boolean;
  /** Recursive queries around. */
  readonly visiting: ReadonlySet<TreeNode>;
}

/** The columns that the statement returns, in order. @param query the node of the whole statement. */
export function resultColumns(query: TreeNode, catalog: Catalog): ResultColumn[] {
  const scope = scopeOf(query, undefined);
  return targets(query).map((target, index) => ({
    name: word(target, "resname"),
    ...columnOfQuery(scope, index + 1, new Set()),
  }));

  function columnOfQuery(scope: Scope, number: number, visiting: ReadonlySet<TreeNode>): Values {
    const place = { scope, visiting, isReturning: isReturning(scope.query) };
    const operations = child(scope.query, "setOperations");
    if (operations) return either(leaves(operations).map((leaf) => columnOfTable(place, leaf, number)));
    const target = targets(scope.query)[number - 1];
    return target ? valuesOf(target.fields.get("expr"), place) : anything;
  }

  function valuesOf(tree: Tree | undefined, place: Place): Values {
    if (!isNode(tree)) return anything;
    switch (tree.tag) {
      case "VAR":
        return valuesOfVariable(tree, place);
      case "CONST":
        return word(tree, "constisnull") === "false"
          ? { isNullable: false, words: wordsOfConstant(tree) }
          : { isNullable: true, words: [] };
      case "RELABELTYPE":
        return valuesOf(tree.fields.get("arg"), place);
      case "COALESCEEXPR": {
        const given = list(tree, "args").map((argument) => valuesOf(argument, place));
        return { ...either(given), isNullable: given.every((one) => one.isNullable) };
      }
      case "CASEEXPR":
        return either([
          valuesOf(tree.fields.get("defresult"), place),
          ...nodes(tree, "args").map((when) => valuesOf(when.fields.get("result"), place)),
        ]);
      case "SUBLINK": {
        const kind = word(tree, "subLinkType");
        if (kind === sublinks.exists || kind === sublinks.array) return neverNullValues;
        const select = child(tree, "subselect");
        if (kind !== sublinks.scalar || !select) return anything;
        const values = columnOfQuery(scopeOf(select, place.scope), 1, place.visiting);
        return hasOneRow(select) ? values : { ...values, isNullable: true };
      }
      default:
        return { isNullable: isNullable(tree, place), words: undefined };
    }
  }

  function isNullable(tree: TreeNode, place: Place): boolean {
    const canBeNull = (argument: Tree | undefined): boolean => valuesOf(argument, place).isNullable;
    const some = (field: string): boolean => list(tree, field).some(canBeNull);
    switch (tree.tag) {
      case "NULLTEST":
      case "BOOLEANTEST":
      case "DISTINCTEXPR":
      case "ARRAYEXPR":
      case "ROWEXPR":
      case "SQLVALUEFUNCTION":
        return false;
      case "MINMAXEXPR":
        return list(tree, "args").every(canBeNull);
      case "BOOLEXPR":
        return some("args");
      case "COERCEVIAIO":
      case "ARRAYCOERCEEXPR":
      case "COERCETODOMAIN":
        return canBeNull(tree.fields.get("arg"));
      case "OPEXPR":
        return partialOperators.test(catalog.functionName(word(tree, "opfuncid"))) || some("args");
      case "SCALARARRAYOPEXPR": {
        const [given, array] = list(tree, "args");
        const isListed = isNode(array) && (array.tag === "CONST" || array.tag === "ARRAYEXPR");
        return !isListed || canBeNull(given);
      }
      case "FUNCEXPR": {
        const name = catalog.functionName(word(tree, "funcid"));
        if (neverNull.has(name)) return false;
        const isCast = word(tree, "funcformat") !== "0" && !partialOperators.test(name);
        return !(isCast || nullOnlyOfNull.has(name)) || some("args");
      }
      case "WINDOWFUNC":
        return !neverNull.has(catalog.functionName(word(tree, "winfnoid")));
      case "AGGREF": {
        const name = catalog.functionName(word(tree, "aggfnoid"));
        if (neverNull.has(name)) return false;
        const { query: of } = place.scope;
        const hasRows = nodes(of, "groupClause").length > 0 && list(of, "groupingSets").length === 0;
        const isWhole = hasRows && groupAggregates.has(name) && !child(tree, "aggfilter");
        return !isWhole || nodes(tree, "args").some((argument) => canBeNull(argument.fields.get("expr")));
      }
      default:
        return true;
    }
  }

  function valuesOfVariable(variable: TreeNode, from: Place): Values {
    const levels = Number(word(variable, "varlevelsup"));
    const place = { ...from, scope: scopeAbove(from.scope, levels), isReturning: from.isReturning && levels === 0 };
    const { query: of, required } = place.scope;
    const table = Number(word(variable, "varno"));
    const column = Number(word(variable, "varattno"));
    const stored = columnOfTable(place, table, column);
    const isResult = place.isReturning && String(table) === word(of, "resultRelation");
    const assigned = isResult && word(variable, "varreturningtype") === "0" ? assignment(of, column) : undefined;
    if (assigned !== undefined) {
      const isUpdatedInstead = word(child(of, "onConflict") ?? of, "action") === "2";
      if (isUpdatedInstead) return stored;
      const written = valuesOf(assigned.fields.get("expr"), { ...place, isReturning: false });
      return { isNullable: written.isNullable && stored.isNullable, words: written.words };
    }
    if (required.has(`${table}.${column}`)) return { ...stored, isNullable: false };
    return list(variable, "varnullingrels").length > 1 ? { ...stored, isNullable: true } : stored;
  }

  function columnOfTable(place: Place, table: number, column: number): Values {
    const { scope: around, visiting } = place;
    const entry = nodes(around.query, "rtable")[table - 1];
    if (!entry) return anything;
    // A whole row, or a system column.
    if (column <= 0) return neverNullValues;
    switch (word(entry, "rtekind")) {
      case tableKinds.relation:
        return catalog.isNotNull(word(entry, "relid"), column) ? neverNullValues : anything;
      case tableKinds.subquery: {
        const subquery = child(entry, "subquery");
        return subquery ? columnOfQuery(scopeOf(subquery, around), column, visiting) : anything;
      }
      case tableKinds.join:
        return valuesOf(list(entry, "joinaliasvars")[column - 1], place);
      case tableKinds.group:
        return valuesOf(list(entry, "groupexprs")[column - 1], place);
      case tableKinds.values:
        return either(
          list(entry, "values_lists").map((row) =>
            typeof row === "string" || isNode(row) ? anything : valuesOf(row[column - 1], place),
          ),
        );
      case tableKinds.function: {
        const functions = nodes(entry, "functions");
        const columns = functions.reduce((sum, one) => sum + Number(word(one, "funccolcount")), 0);
        if (column > columns) return word(entry, "funcordinality") === "true" ? neverNullValues : anything;
        const [first] = functions;
        const call = functions.length === 1 && first ? child(first, "funcexpr") : undefined;
        return call && neverNull.has(catalog.functionName(word(call, "funcid"))) ? neverNullValues : anything;
      }
      case tableKinds.cte: {
        const scope = scopeAbove(around, Number(word(entry, "ctelevelsup")));
        const cte = nodes(scope.query, "cteList").find((one) => word(one, "ctename") === word(entry, "ctename"));
        const body = cte && child(cte, "ctequery");
        if (!body) return anything;
        // What a recursive reference adds is what the rest of its query says.
        if (visiting.has(body)) return nothing;
        const isRecursive = word(cte, "cterecursive") === "true";
        return columnOfQuery(scopeOf(body, scope), column, isRecursive ? new Set([...visiting, body]) : visiting);
      }
      default:
        return anything;
    }
  }

  function wordsOfConstant(constant: TreeNode): readonly string[] | undefined {
    const [length, , ...bytes] = list(constant, "constvalue").map(String);
    const data = Buffer.from(bytes.slice(0, -1).map(Number));
    if (length === undefined) return undefined;
    // Behind the four bytes of its length.
    if (word(constant, "consttype") === textOid) return [data.subarray(4).toString("utf8")];
    const label = data.length >= 4 ? catalog.enumLabel(String(data.readUInt32LE(0))) : undefined;
    return label === undefined || word(constant, "constlen") !== "4" ? undefined : [label];
  }
}

function scopeOf(query: TreeNode, outer: Scope | undefined): Scope {
  const required = new Set<string>();
  const tree = child(query, "jointree");
  if (tree) collectRequired(tree, required);
  return { query, outer, required };
}

function scopeAbove(from: Scope, levels: number): Scope {
  let scope = from;
  for (let level = 0; level < levels; level += 1) {
    if (!scope.outer) throw new Error("a column refers to a query that is not there");
    scope = scope.outer;
  }
  return scope;
}

/** Columns that a row must have for the conditions that every row of the query meets. */
function collectRequired(join: TreeNode, required: Set<string>): void {
  if (join.tag === "FROMEXPR") for (const part of nodes(join, "fromlist")) collectRequired(part, required);
  const type = word(join, "jointype");
  if (join.tag === "JOINEXPR") {
    const [left, right] = [child(join, "larg"), child(join, "rarg")];
    if (left && (type === joinTypes.inner || type === joinTypes.left)) collectRequired(left, required);
    if (right && (type === joinTypes.inner || type === joinTypes.right)) collectRequired(right, required);
    if (type !== joinTypes.inner) return;
  }
  const condition = child(join, "quals");
  if (condition) collectFromCondition(condition, required);
}

function collectFromCondition(condition: TreeNode, required: Set<string>): void {
  const add = (tree: Tree | undefined): void => {
    if (!isNode(tree)) return;
    if (tree.tag === "RELABELTYPE") add(tree.fields.get("arg"));
    if (tree.tag === "VAR" && word(tree, "varlevelsup") === "0")
      required.add(`${word(tree, "varno")}.${word(tree, "varattno")}`);
  };
  if (condition.tag === "BOOLEXPR" && word(condition, "boolop") === "and")
    for (const part of nodes(condition, "args")) collectFromCondition(part, required);
  else if (condition.tag === "NULLTEST" && word(condition, "nulltesttype") === "1") add(condition.fields.get("arg"));
  // Comparisons are strict: with a null they are not true.
  else if (condition.tag === "OPEXPR") for (const argument of list(condition, "args")) add(argument);
  else if (condition.tag === "SCALARARRAYOPEXPR") add(list(condition, "args")[0]);
}

function isReturning(query: TreeNode): boolean {
  return word(query, "commandType") !== "1";
}

/** What the statement returns, without columns that only its order needs. */
function targets(query: TreeNode): readonly TreeNode[] {
  const of = nodes(query, isReturning(query) ? "returningList" : "targetList");
  return of.filter((target) => word(target, "resjunk") !== "true");
}

/** What an insert or update writes into a column of its table. */
function assignment(query: TreeNode, column: number): TreeNode | undefined {
  const command = word(query, "commandType");
  if (command !== commands.insert && command !== commands.update) return undefined;
  return nodes(query, "targetList").find((target) => word(target, "resno") === String(column));
}

/** The tables of the branches of a union. */
function leaves(operation: TreeNode): number[] {
  if (operation.tag === "RANGETBLREF") return [Number(word(operation, "rtindex"))];
  return ["larg", "rarg"].flatMap((side) => {
    const branch = child(operation, side);
    return branch ? leaves(branch) : [];
  });
}

/** Whether a scalar subquery has always a row: an aggregate without groups, or a select from nothing. */
function hasOneRow(select: TreeNode): boolean {
  if (child(select, "setOperations") || child(select, "limitCount") || child(select, "limitOffset")) return false;
  const tree = child(select, "jointree");
  const isOfNothing = tree !== undefined && list(tree, "fromlist").length === 0 && !child(tree, "quals");
  const isAggregate = word(select, "hasAggs") === "true" && list(select, "groupClause").length === 0;
  return (isAggregate && !child(select, "havingQual")) || isOfNothing;
}
