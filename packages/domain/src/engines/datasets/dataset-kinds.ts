import { fail } from "@service/contract";
import {
  compileSchema,
  isDate,
  isJsonArray,
  isJsonObject,
  type InputIssue,
  type JsonObject,
  type JsonSchema,
} from "@service/json";
import { listEntrySchema } from "@service/engine-diligence";
import { labelledRowSchema, lineCodes } from "@service/engine-kit";
import { datasetOfferingsMax, OfferingCheck, offeringSchema } from "@service/engine-offerings";

/** The kind of rows, given by a dataset's key. */
export interface DatasetKind {
  /** Members that can hold the key of a row; the first one present is used. */
  readonly keyFields: readonly string[];
  /** DATA-16, DATA-17, DATA-18, DATA-19. */
  readonly rowsMax: number;
  /** Closed schema of a row; undefined where rows are free objects with a key. */
  readonly schema: JsonSchema | undefined;
  /** Makes the check of one import: it may depend on the rows before. Fields are relative to the row. */
  newCheck(): (row: JsonObject) => readonly InputIssue[];
  /** Short CSV columns for members of another shape, named as people name them in tables. */
  readonly csvShorthands: readonly CsvShorthand[];
}

/** Values of one column, split at `|`, become elements of a list. */
export interface CsvShorthand {
  readonly column: string;
  readonly list: string;
  element(value: string): JsonObject;
}

const keyPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** Made by the service itself, or read from the system of record through a seat: they cannot be imported. */
const reserved = /^(?:(?:records|peers|derived|opportunities):.*|rule_packs|egress_manifests)$/;

const offerings: DatasetKind = {
  keyFields: ["offering_key"],
  rowsMax: datasetOfferingsMax,
  schema: offeringSchema(),
  newCheck: () => {
    const check = new OfferingCheck();
    return (row) => check.issuesOf(row);
  },
  csvShorthands: [],
};

const watchlist: DatasetKind = {
  keyFields: ["entry_id"],
  rowsMax: 100_000,
  schema: listEntrySchema(),
  newCheck: () => {
    const check = compileSchema(listEntrySchema());
    return (row) => {
      const issues = check(row);
      return issues.length > 0 ? issues : birthDateIssues(row);
    };
  },
  csvShorthands: [
    { column: "name", list: "names", element: (name) => ({ name, strength: "strong" }) },
    { column: "aliases", list: "names", element: (name) => ({ name, strength: "strong" }) },
    { column: "weak_aliases", list: "names", element: (name) => ({ name, strength: "weak" }) },
  ],
};

/**
 * Rows are inputs with the known right answer: labels, assertions, or both (DATA-18, DATA-20). The measured engine type
 * decides which label counts, so one set can serve several.
 */
const labelled: DatasetKind = {
  keyFields: ["case_key"],
  rowsMax: 10_000,
  schema: labelledRowSchema(),
  newCheck: () => {
    const check = compileSchema(labelledRowSchema());
    return (row) => {
      const issues = check(row);
      return issues.length > 0 || saysSomething(row)
        ? issues
        : [{ field: "labels", message: "is required: a row without a label or an assertion measures nothing" }];
    };
  },
  csvShorthands: [],
};

function saysSomething({ labels, expect }: JsonObject): boolean {
  return (isJsonObject(labels) && Object.keys(labels).length > 0) || (isJsonArray(expect) && expect.length > 0);
}

/** Codes an operator adds to the open list of coverages, and labels that mean one of them on a line (DATA-22). */
const coverageTerms: DatasetKind = {
  keyFields: ["key", "coverage"],
  rowsMax: 10_000,
  schema: coverageTermSchema(),
  newCheck: () => compileSchema(coverageTermSchema()),
  csvShorthands: [],
};

const free: DatasetKind = {
  keyFields: ["key"],
  rowsMax: 50_000,
  schema: undefined,
  newCheck: () => () => [],
  csvShorthands: [],
};

/** The kind of rows under a dataset key. @throws `invalid_request` for a key that no dataset can have. */
export function kindOfDataset(datasetKey: string): DatasetKind {
  if (!keyPattern.test(datasetKey)) {
    throw fail("invalid_request", {
      message: "A dataset key has 1 to 128 letters, digits, dots, underscores, colons or dashes.",
    });
  }
  if (reserved.test(datasetKey)) {
    throw fail("invalid_request", {
      message: `The dataset ${datasetKey} is made by the service and cannot be imported.`,
    });
  }
  switch (datasetKey.split(":", 1)[0]) {
    case "offerings":
      return offerings;
    case "watchlist":
      return named(datasetKey, watchlist);
    case "labelled":
      return named(datasetKey, labelled);
    case "coverage_terms":
      return coverageTerms;
    default:
      return free;
  }
}

/** Inputs with the right answer: they measure engines and are read by nobody else (CAT-2). */
export function isLabelled(datasetKey: string): boolean {
  return datasetKey.split(":", 1)[0] === "labelled";
}

/** Watchlists and labelled sets need a name after the colon, because there are many of each. */
function named(datasetKey: string, kind: DatasetKind): DatasetKind {
  if (/^[a-z_]+:./.test(datasetKey)) return kind;
  throw fail("invalid_request", { message: `Name the dataset after a colon: ${datasetKey.split(":", 1)[0]}:<name>.` });
}

function coverageTermSchema(): JsonSchema {
  const text = (maxLength: number): JsonSchema => ({ type: "string", minLength: 1, maxLength });
  return {
    type: "object",
    properties: {
      key: text(128),
      coverage: text(128),
      line: { type: "string", enum: [...lineCodes] },
      label: text(160),
      description: text(1_000),
    },
    additionalProperties: false,
  };
}

/** The schema's pattern takes a year or a day, but cannot check that the day exists. */
function birthDateIssues(row: JsonObject): InputIssue[] {
  const dates = row["birth_dates"];
  if (!isJsonArray(dates)) return [];
  return dates.flatMap((date, index) =>
    typeof date === "string" && date.length > 4 && !isDate(date)
      ? [{ field: `birth_dates[${index}]`, message: "is not a calendar day" }]
      : [],
  );
}
