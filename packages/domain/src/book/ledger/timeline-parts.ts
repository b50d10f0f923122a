import type { SqlText } from "../records/index.ts";
import { isNotPrivate, isSeenInLedger } from "./ledger-visibility.ts";
import type { WorkRead } from "./work-of-clients.ts";

/** Tasks and notes of a client as parts of its timeline (LEDGER-62): statements with kind, key, at, title and "isSeen". */
export function timelineParts(sql: SqlText, read: WorkRead, clientKey: string): readonly string[] {
  const { viewer, environmentId } = read;
  const place = `t.organization_id = ${sql.value(viewer.organizationId, "uuid")}
    and t.environment_id = ${sql.value(environmentId, "uuid")} and t.client_key = ${sql.value(clientKey, "text")}`;
  const part = (kind: string, table: string, key: string, title: string, seen: string, and = ""): string => `
    select '${kind}' as kind, t.${key} as key, t.created_at as at, ${title} as title,
      ${viewer.enforced ? "true" : seen} as "isSeen"
    from ${table} t where ${place} ${viewer.enforced ? `and ${seen}` : ""} ${and}`;
  // The beginning of a note stands for its title, unless the viewer may not see its text as it is.
  const isPlain = !viewer.policy.denied.includes("internal") && !Object.hasOwn(viewer.policy.masks, "body");
  const beginning = isPlain ? "left(t.body, 80)" : "null::text";
  return [
    part(
      "task",
      "ledger_tasks",
      "task_key",
      "t.title",
      isSeenInLedger(sql, read, { by: "created_by", assignee: "assignee_seat" }),
    ),
    part(
      "note",
      "ledger_notes",
      "note_key",
      beginning,
      isSeenInLedger(sql, read, { by: "author" }),
      `and ${isNotPrivate(sql, viewer)}`,
    ),
  ];
}
