import { type FamilyName, familyOf } from "@service/record-families";
import type { Finding, MappedRow } from "@service/record-mapping";

/** A kind of finding in a family, with how often it was made and where first. */
interface CountedFinding extends Finding {
  readonly count: number;
  readonly file: number;
  readonly line: number;
}

interface FamilyQuality {
  /** Rows that the mapping gave, duplicates included. */
  readonly mapped: number;
  /** Share of the rows that have the field, 0 to 1; fields that no row has are left out. */
  readonly fill: Readonly<Record<string, number>>;
  readonly findings: readonly CountedFinding[];
  /** Findings of kinds beyond the bound. */
  readonly findingsNotListed: number;
}

/** What reading has found, as the report keeps it. */
export interface StagedQuality {
  readonly families: { readonly [Name in FamilyName]?: FamilyQuality };
  /** Rows beyond the one that is kept of each id; `ids` of conflicting ones, the first twenty. */
  readonly duplicates: {
    readonly [Name in FamilyName]?: {
      readonly equal: number;
      readonly conflicting: number;
      readonly ids: readonly string[];
    };
  };
  /** Rows of earlier deliveries whose client was not there, tried again. */
  readonly retried: { readonly [Name in FamilyName]?: number };
  /** Files that could be read in part only. */
  readonly endedFiles: readonly { readonly file: number; readonly line: number; readonly message: string }[];
  /** What whoever sent the delivery should see at once, a sentence each. */
  readonly notes: readonly string[];
}

/** Different findings listed for a family: a file of free text in a coded column has as many as rows. */
const findingsMax = 200;

/** Counts, while rows pass by, what the quality report says of them. */
export interface QualityCounter {
  add(row: MappedRow, file: number, line: number): void;
  result(): { readonly [Name in FamilyName]?: FamilyQuality };
}

export function createQualityCounter(): QualityCounter {
  const families = new Map<FamilyName, Counted>();
  return {
    add(row, file, line) {
      if (row.kind !== "row") return;
      let counted = families.get(row.family);
      if (counted === undefined) {
        counted = new Counted(row.family);
        families.set(row.family, counted);
      }
      counted.add(row, file, line);
    },
    result: () => Object.fromEntries([...families].map(([family, counted]) => [family, counted.result()])),
  };
}

class Counted {
  readonly #fields: readonly string[];
  readonly #filled: number[];
  readonly #findings = new Map<string, { finding: Finding; count: number; file: number; line: number }>();
  #mapped = 0;
  #notListed = 0;

  constructor(family: FamilyName) {
    this.#fields = Object.keys(familyOf(family).fields);
    this.#filled = this.#fields.map(() => 0);
  }

  add(row: Extract<MappedRow, { kind: "row" }>, file: number, line: number): void {
    this.#mapped += 1;
    for (let index = 0; index < this.#fields.length; index += 1) {
      const name = this.#fields[index] ?? "";
      const value =
        name === "client_key"
          ? (row.client ?? row.fields[name])
          : name === "policy_key"
            ? (row.policy ?? row.fields[name])
            : row.fields[name];
      if (value !== undefined && value !== null) this.#filled[index] = (this.#filled[index] ?? 0) + 1;
    }
    for (const finding of row.findings) this.#count(finding, file, line);
  }

  #count(finding: Finding, file: number, line: number): void {
    // A code that nothing translates is counted by its value; of other findings the first value is the example.
    const value = finding.code === "unmapped" ? finding.value : undefined;
    const key = `${finding.code}|${finding.field}|${value ?? ""}|${finding.message}`;
    const existing = this.#findings.get(key);
    if (existing !== undefined) existing.count += 1;
    else if (this.#findings.size < findingsMax) this.#findings.set(key, { finding, count: 1, file, line });
    else this.#notListed += 1;
  }

  result(): FamilyQuality {
    const fill = this.#fields.flatMap((name, index) => {
      const filled = this.#filled[index] ?? 0;
      return filled === 0 ? [] : [[name, Math.round((filled / this.#mapped) * 10_000) / 10_000] as const];
    });
    return {
      mapped: this.#mapped,
      fill: Object.fromEntries(fill),
      findings: [...this.#findings.values()]
        .map(({ finding, ...where }) => ({ ...finding, ...where }))
        .toSorted((left, right) => right.count - left.count),
      findingsNotListed: this.#notListed,
    };
  }
}
