import { builtStatement, type Querying } from "@service/db";
import { type FamilyName, familyNames, rowTableOf } from "@service/record-families";
import type { ImportCounts } from "./import-counts.ts";
import type { StagedQuality } from "./quality-findings.ts";
import { stagingTableOf } from "./staging-table.ts";

/** Above these shares a delivery is more likely broken than true (IMP-66). */
const guardShares = { quarantined: 0.2, gone: 0.4 } as const;

/** Why an import is refused. */
export interface GuardProblem {
  /** Undefined: the delivery as a whole, which `--accept` cannot let through. */
  readonly family: FamilyName | undefined;
  readonly check: "manifest" | "unread" | "quarantined" | "gone";
  /** A sentence for the operator. */
  readonly message: string;
}

export interface GuardedImport {
  readonly importId: string;
  readonly connectionId: string;
  readonly mode: "full" | "delta";
  /** Families that a full delivery is complete in. */
  readonly families: readonly FamilyName[];
  readonly accept: readonly FamilyName[];
  readonly counts: ImportCounts;
  /** Files that could be read in part only. */
  readonly endedFiles: StagedQuality["endedFiles"];
  readonly fileNames: readonly string[];
}

/** Looks at a staged delivery before anything is applied. Families that the operator accepts are not asked about. */
export async function checkGuards(db: Querying, staged: GuardedImport): Promise<readonly GuardProblem[]> {
  const problems: GuardProblem[] = [];
  for (const family of familyNames) {
    if (staged.accept.includes(family)) continue;
    const quarantined = quarantinedOf(staged, family);
    if (quarantined !== undefined) problems.push(quarantined);
    const gone = await goneOf(db, staged, family);
    if (gone !== undefined) problems.push(gone);
  }
  if (staged.mode === "full") problems.push(...unread(staged));
  return problems;
}

/** What is missing behind the place where reading ended must not be taken for removed, whatever is accepted. */
function unread({ endedFiles, fileNames }: GuardedImport): readonly GuardProblem[] {
  return endedFiles.map(({ file, line, message }) => ({
    family: undefined,
    check: "unread" as const,
    message: `${fileNames[file] ?? "a file"} could not be read behind line ${line}: ${message}.`,
  }));
}

/** Orphans do not count: a small delivery of what is new may well come before its clients, and they wait. */
function quarantinedOf({ counts }: GuardedImport, family: FamilyName): GuardProblem | undefined {
  const { read = 0, quarantined = 0 } = counts[family] ?? {};
  if (read === 0 || quarantined / read <= guardShares.quarantined) return undefined;
  return {
    family,
    check: "quarantined",
    message: `${quarantined} of ${read} ${family} (${percent(quarantined / read)}) cannot be kept.`,
  };
}

async function goneOf(db: Querying, staged: GuardedImport, family: FamilyName): Promise<GuardProblem | undefined> {
  const { importId, connectionId, mode, families } = staged;
  if (mode === "full" && !families.includes(family)) return undefined;
  const served = `select count(*) from ${rowTableOf(family)} c where c.connection_id = $1 and c.to_seq is null`;
  const named = mode === "full" ? "s.kind <> 'delete'" : "s.kind = 'delete'";
  const matched = `${served} and exists (select from ${stagingTableOf(importId)} s
    where s.family = '${family}' and s.row_key = c.row_key and ${named})`;
  const { rows } = await db.query(
    builtStatement<readonly [string], { readonly served: number; readonly matched: number }>(
      `select (${served}) as served, (${matched}) as matched`,
    )([connectionId]),
  );
  const { served: all = 0, matched: found = 0 } = rows[0] ?? {};
  const gone = mode === "full" ? all - found : found;
  if (all === 0 || gone / all <= guardShares.gone) return undefined;
  return {
    family,
    check: "gone",
    message: `${gone} of ${all} ${family} (${percent(gone / all)}) would be removed.`,
  };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
