import { join } from "node:path";
import type { FamilyName } from "@service/record-families";
import type { Command } from "commander";
import type { ConnectionChanges, ConnectionKind, RecordConnection } from "@service/domain/connections";
import { notEmpty, oneOf, orNull, print, uuid, verb, wholeNumber } from "../command.ts";
import { readOperatorConfig } from "../config.ts";
import { createImportPace } from "../import-pace.ts";
import { mappingOption } from "../mapping-option.ts";
import { readText } from "../read-file.ts";
import type { Session } from "../session.ts";
import { endImport, families } from "./records-imports.ts";

const kinds = ["import", "file_drop", "http_json", "sql"] as const satisfies readonly ConnectionKind[];
const hours = wholeNumber(1, 10_000);

interface CreateOptions {
  readonly organization: string;
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly mapping?: string;
  readonly config?: string;
  readonly schedule?: string;
  readonly timezone?: string;
  readonly json?: boolean;
}

interface SetOptions {
  readonly name?: string;
  readonly mapping?: string;
  readonly config?: string;
  readonly freshHours?: number;
  readonly agingHours?: number;
  readonly schedule?: string;
  readonly timezone?: string;
  readonly active?: "yes" | "no";
  readonly json?: boolean;
}

interface SyncOptions {
  readonly full?: boolean;
  readonly accept?: readonly FamilyName[];
  readonly json?: boolean;
}

const help = `
A connection is a system of record, such as an agency management system, whose book is kept here. Rows come in with
svc records import --connection ID FILE…

  --kind      import: files given to svc records import. file_drop (a folder), http_json (a JSON interface) and sql
              (a PostgreSQL database) are fetched by svc connection sync ID
  --mapping   a JSON file, or the name of a mapping of this build (svc records mapping list); default native
  --config    a JSON file that says where to fetch; its secrets are sealed, and it is not shown again
  --schedule  when a worker fetches: minute hour day-of-month month day-of-week, such as "15 6 * * 1-5"; none: on demand
  --timezone  of the schedule, such as America/New_York; default UTC
Rows are fresh for 26 hours and aging until 72 (--fresh-hours, --aging-hours), then stale.
A disabled connection takes no imports and is not read; set --active yes brings it back.`;

/** `svc connection`: systems of record. */
export function addConnection(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  verb(noun, "create", "Register a system of record")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--name <name>", "name, unique in the organization", notEmpty)
    .requiredOption("--kind <kind>", kinds.join(", "), oneOf(kinds))
    .option("--mapping <file|name>", "mapping of its files", notEmpty)
    .option("--config <file>", "JSON file with where a connector fetches", notEmpty)
    .option("--schedule <cron|none>", "when a worker fetches", notEmpty)
    .option("--timezone <zone>", "time zone of the schedule; default UTC", notEmpty)
    .addHelpText("after", help)
    .action(async (options: CreateOptions) => {
      const { organization: organizationId, name, kind, timezone } = options;
      const mapping = await mappingOption(options.mapping);
      const config = options.config === undefined ? undefined : await readText(options.config);
      const { createConnection } = await import("@service/domain/connections");
      const connection = await withDeps("connections.create", { secrets: true }, (deps, operator) =>
        createConnection(deps, operator, {
          organizationId,
          name,
          kind,
          mapping,
          config,
          timezone,
          schedule: orNull(options.schedule) ?? undefined,
        }),
      );
      print(options, { answer: shown(connection) });
    });

  verb(noun, "list", "List the connections of an organization")
    .requiredOption("--organization <id>", "organization", uuid)
    .action(async (options: { readonly organization: string; readonly json?: boolean }) => {
      const { listConnections } = await import("@service/domain/connections");
      const connections = await withDeps("connections.list", {}, (deps) => listConnections(deps, options.organization));
      print(options, {
        answer: { connections: connections.map(shown) },
        table: {
          connections: connections.map(({ id, name, kind, state, servedSeq, asOf }) => ({
            connection_id: id,
            name,
            kind,
            state,
            snapshot_seq: servedSeq,
            as_of: asOf,
          })),
        },
      });
    });

  verb(noun, "show <id>", "Show a connection").action(async (id: string, options: { readonly json?: boolean }) => {
    const { readConnection } = await import("@service/domain/connections");
    print(options, {
      answer: shown(await withDeps("connections.show", {}, ({ db }) => readConnection(db.pool, "every", id))),
    });
  });

  verb(noun, "set <id>", "Change a connection; options left out keep their values")
    .option("--name <name>", "name, unique in the organization", notEmpty)
    .option("--mapping <file|name>", "mapping of its files", notEmpty)
    .option("--config <file>", "JSON file with where a connector fetches", notEmpty)
    .option("--fresh-hours <n>", "how long rows are fresh", hours)
    .option("--aging-hours <n>", "how long they are not stale", hours)
    .option("--schedule <cron|none>", "when a worker fetches", notEmpty)
    .option("--timezone <zone>", "time zone of the schedule", notEmpty)
    .option("--active <yes|no>", "whether it is read and takes imports", oneOf(["yes", "no"]))
    .action(async (id: string, options: SetOptions) => {
      const { name, freshHours, agingHours, timezone, active } = options;
      await change(id, options, {
        name,
        schedule: orNull(options.schedule),
        timezone,
        freshHours,
        agingHours,
        mapping: await mappingOption(options.mapping),
        config: options.config === undefined ? undefined : await readText(options.config),
        state: active === undefined ? undefined : active === "yes" ? "active" : "disabled",
      });
    });

  verb(noun, "disable <id>", "Switch a connection off: it is not read and takes no imports").action(
    async (id: string, options: { readonly json?: boolean }) => change(id, options, { state: "disabled" }),
  );

  verb(noun, "sync <id>", "Fetch what is new and import it")
    .option("--full", "fetch everything, whatever was fetched before")
    .option("--accept <families>", "families whose guards are overridden, with commas", families)
    .addHelpText("after", help)
    .action(async (connectionId: string, options: SyncOptions) => {
      const { accept = [], full: isFull = false } = options;
      const [{ syncConnection }, { openConnectorAgents }] = await Promise.all([
        import("@service/domain/imports"),
        import("@service/connectors"),
      ]);
      const { dataDir, webhookAllowedCidrs } = readOperatorConfig();
      const agents = openConnectorAgents(webhookAllowedCidrs);
      const stopped = new AbortController();
      const stop = (): void => stopped.abort(new Error("stopped"));
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
      const pace = createImportPace();
      try {
        const sync = await withDeps(
          "connections.sync",
          { secrets: true },
          (deps, operator) =>
            syncConnection(deps, operator, "every", {
              connectionId,
              isFull,
              accept,
              spoolFolder: join(dataDir, "spool"),
              agents,
              signal: stopped.signal,
              onProgress: pace.report,
            }),
          pace.line,
        );
        if (sync.kind === "imported") {
          const { state } = sync.outcome;
          endImport(options, sync.outcome);
          if (state === "served" || state === "unchanged") await documentsOf(connectionId);
          return;
        }
        print(options, { answer: { state: sync.kind, reason: sync.reason } });
        if (sync.kind === "busy") throw new Error(sync.reason);
      } finally {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
        agents.close();
      }
    });

  /** The documents of the delivery (DOC-8), which say nothing unless something is wrong with them. */
  async function documentsOf(connectionId: string): Promise<void> {
    const [{ importDeliveredDocuments }, { openFileStore }] = await Promise.all([
      import("@service/domain/documents"),
      import("@service/files"),
    ]);
    const config = readOperatorConfig();
    const files = await openFileStore(config);
    await withDeps("documents.import", { secrets: true }, ({ db, secrets }, operator) =>
      importDeliveredDocuments({ db, secrets, files }, operator, {
        connectionId,
        hasScanner: config.scanner !== undefined,
      }),
    );
  }

  async function change(id: string, options: { readonly json?: boolean }, changes: ConnectionChanges): Promise<void> {
    const { setConnection } = await import("@service/domain/connections");
    const connection = await withDeps("connections.set", { secrets: true }, (deps, operator) =>
      setConnection(deps, operator, "every", id, changes),
    );
    print(options, { answer: shown(connection) });
  }
}

/** The config is not shown: it may hold secrets. */
function shown(connection: RecordConnection) {
  const { id, organizationId, name, kind, state, mapping, freshHours, agingHours } = connection;
  const { schedule, timezone, nextSyncAt } = connection;
  const { servedSeq, asOf, fetchedAt, lastImportId, createdAt } = connection;
  return {
    connection_id: id,
    organization_id: organizationId,
    name,
    kind,
    state,
    mapping: mapping.trimStart().startsWith("{") ? "its own" : mapping,
    fresh_hours: freshHours,
    aging_hours: agingHours,
    schedule,
    timezone,
    next_sync_at: nextSyncAt,
    snapshot_seq: servedSeq,
    as_of: asOf,
    fetched_at: fetchedAt,
    last_import_id: lastImportId,
    created_at: createdAt,
  };
}
