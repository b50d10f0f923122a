import type { Command } from "commander";
import { notEmpty, print, uuid, verb } from "../command.ts";
import { readOperatorConfig } from "../config.ts";
import type { Session } from "../session.ts";

interface ImportOptions {
  readonly connection: string;
  readonly manifest?: string;
  readonly json?: boolean;
}

const help = `
Without a manifest every file of the folder, and of those below it, is a document that is titled after its name.

A manifest is CSV, a workbook (.xlsx or FILE.xlsx#SHEET), NDJSON or a JSON array, one document a row; paths are from the folder:
  file                 the path of the file (or: path)
  title                by default the file's name
  kind                 a kind of the dataset document_kinds, or another; default other
  client_source_id     the source's own id of the client; without it the document is of no client
  policy_source_id     the source's own id of the policy
  dated_on             a day such as 2026-11-23
  carrier_key, line    of a carrier's documents
  source_id            what a later import finds the document again by; default the path

The whole manifest is checked before anything is stored, and every problem is named with its line. Files are never refused
for what is in them: one that is encrypted, broken or hostile is listed with a status that says so. A worker reads the
text. Equal files are stored once.`;

/** `svc documents`: files of clients, carriers and for reference. */
export function addDocuments(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  verb(noun, "import <folder>", "Import the files of a folder as documents of a connection")
    .requiredOption("--connection <id>", "connection", uuid)
    .option("--manifest <file>", "what the files are", notEmpty)
    .addHelpText("after", help)
    .action(async (folder: string, options: ImportOptions) => {
      const [{ importDocuments }, { openFileStore }] = await Promise.all([
        import("@service/domain/documents"),
        import("@service/files"),
      ]);
      const config = readOperatorConfig();
      const files = await openFileStore(config);
      let done = { done: 0, all: 0 };
      const imported = await withDeps(
        "documents.import",
        {},
        (deps, operator) =>
          importDocuments({ db: deps.db, files }, operator, "every", {
            connectionId: options.connection,
            folder,
            manifest: options.manifest,
            hasScanner: config.scanner !== undefined,
            onProgress: (progress) => {
              done = progress;
            },
          }),
        () => `storing file ${done.done} of ${done.all}`,
      );
      print(options, {
        answer: {
          connection_id: imported.connectionId,
          documents: imported.documents,
          created: imported.created,
          changed: imported.changed,
          unchanged: imported.unchanged,
          suppressed: imported.suppressed,
          files_stored: imported.filesStored,
          files_known: imported.filesExisting,
        },
        ...(imported.filesStored > 0 ? { notice: "workers read the text: documents are ready within minutes" } : {}),
      });
    });
}
