import { type Inspection, RowInspector } from "@service/record-mapping";
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
  readonly read: DetectedSource & Pick<SourceReading, "skip_lines">;
  readonly items: string | undefined;
  readonly inspection: Inspection;
  /** Rows that could not be read: how many, and the first of them. */
  readonly malformed: number;
  readonly firstMalformed: readonly MalformedRow[];
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
    const { probableSkipLines } = detected;
    const read = probableSkipLines === undefined ? detected : { ...detected, skip_lines: probableSkipLines };
    const inspector = new RowInspector();
    const firstMalformed: MalformedRow[] = [];
    let rows = 0;
    let malformed = 0;
    reading: for await (const batch of readSourceRows(file, { ...declared, ...read })) {
      for (const row of batch) {
        if (rows >= rowsMax) break reading;
        if (row.kind === "row") {
          rows += 1;
          inspector.add(row.value);
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
    });
  }
  return inspected;
}
