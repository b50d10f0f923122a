import { type Inspection, RowInspector, type Sample } from "@service/record-mapping";
import {
  type DetectedSource,
  detectSource,
  type MalformedRow,
  openSourceFiles,
  readSourceRows,
  type SourceReading,
} from "@service/source-files";

/** What a file holds, and how it was read. */
export interface InspectedFile {
  readonly file: string;
  readonly read: DetectedSource & Pick<SourceReading, "skip_lines" | "header_rows">;
  readonly items: string | undefined;
  readonly inspection: Inspection;
  /** Rows that could not be read: how many, and the first of them. */
  readonly malformed: number;
  readonly firstMalformed: readonly MalformedRow[];
  /** What a person would not see, such as hidden rows, and cells without a value that are not empty. */
  readonly notes: readonly string[];
}

export interface InspectOptions {
  /** JSON Pointer to the list of rows in JSON documents. */
  readonly items: string | undefined;
  /** Rows of each file after which reading ends. */
  readonly rowsMax: number | undefined;
  readonly onProgress: (file: string, rows: number) => void;
}

const malformedShown = 10;

/**
 * Reads files as an import reads them and looks at their rows; archives are read member by member. Memory does not grow
 * with the files.
 * @throws SourceFileError for a file that cannot be opened or decompressed
 */
export async function inspectFiles(
  paths: readonly string[],
  { items, rowsMax = Number.POSITIVE_INFINITY, onProgress }: InspectOptions,
): Promise<InspectedFile[]> {
  const inspected: InspectedFile[] = [];
  for (const file of await openSourceFiles(paths)) {
    const declared = items === undefined ? {} : { items };
    const detected = await detectSource(file, declared);
    const { probableSkipLines, probableHeaderRows } = detected;
    const read = {
      ...detected,
      ...(probableSkipLines === undefined ? {} : { skip_lines: probableSkipLines }),
      ...(probableHeaderRows === undefined ? {} : { header_rows: probableHeaderRows }),
    };
    const inspector = new RowInspector();
    const firstMalformed: MalformedRow[] = [];
    const notes: string[] = [];
    const faults = new FaultCount();
    let rows = 0;
    let malformed = 0;
    reading: for await (const batch of readSourceRows(file, { ...declared, ...read })) {
      for (const row of batch) {
        if (rows >= rowsMax) break reading;
        if (row.kind === "row") {
          rows += 1;
          inspector.add(row.value);
          if (row.faults !== undefined) faults.add(row.line, row.faults);
        } else if (row.kind === "note") {
          notes.push(row.message);
        } else if (row.kind === "malformed") {
          malformed += 1;
          if (firstMalformed.length < malformedShown) firstMalformed.push(row);
        }
      }
      onProgress(file.name, rows);
    }
    const usedItems = read.format === "json" ? items : undefined;
    inspected.push({
      file: file.name,
      read,
      items: usedItems,
      inspection: inspector.result(),
      malformed,
      firstMalformed,
      notes: [...notes, ...faults.notes()],
    });
  }
  return inspected;
}

/** What a suggestion is made of: the file with all that a mapping has to say of how it is read. */
export function sampleOf({ file, read, items, inspection }: InspectedFile): Sample {
  const { format, encoding, delimiter, skip_lines, header_rows } = read;
  return {
    file,
    reading: {
      format,
      ...(encoding === undefined ? {} : { encoding }),
      ...(header_rows === undefined ? {} : { header_rows }),
      ...(delimiter === undefined ? {} : { delimiter }),
      ...(skip_lines === undefined ? {} : { skip_lines }),
      ...(items === undefined ? {} : { items }),
    },
    inspection,
  };
}

/** Cells that have no value although they are not empty, counted by column and reason. */
class FaultCount {
  readonly #counted = new Map<string, { cells: number; readonly first: number }>();

  add(line: number, faults: Readonly<Record<string, string>>): void {
    for (const [column, reason] of Object.entries(faults)) {
      const key = `${column} ${reason}`;
      const counted = this.#counted.get(key);
      if (counted !== undefined) counted.cells += 1;
      else if (this.#counted.size < faultsMax) this.#counted.set(key, { cells: 1, first: line });
    }
  }

  notes(): readonly string[] {
    return [...this.#counted].map(([what, { cells, first }]) =>
      cells === 1 ? `${what} in line ${first}.` : `${what} in ${cells} lines, the first is ${first}.`,
    );
  }
}

const faultsMax = 50;
