import { builtStatement, type Querying, type Session } from "@service/db";
import { type FamilyName, familyOrder, ownerColumnsOf } from "@service/record-families";
import {
  type ApplyStatements,
  applyStatements,
  countChanges,
  createChanges,
  followsPolicies,
  moveStatements,
  regrantPolicies,
} from "./apply-statements.ts";
import { createDerived, deriveAccounts } from "./derive-accounts.ts";
import { ImportCancelled } from "./import-cancelled.ts";
import { changesIn, countsOf, type ImportCounts } from "./import-counts.ts";
import { markSliceApplied } from "./import-states.ts";

/** Removed clients or policies whose rows are removed in one slice. */
const ownersPerSlice = 500;

export interface AppliedImport {
  readonly importId: string;
  readonly connectionId: string;
  /** The snapshot that is made. */
  readonly seq: number;
  readonly mode: "full" | "delta";
  /** When the rows were true. */
  readonly asOf: Date;
  /** Families that a full delivery is complete in. */
  readonly families: readonly FamilyName[];
  /** The slice that was committed last. */
  readonly applied: { readonly step: string; readonly key: string } | undefined;
  /** Of the slices committed so far; more is added while rows are applied. */
  readonly counts: ImportCounts;
  readonly keysPerSlice: number;
  readonly onRows: (rows: number) => void;
}

type Step = {
  readonly name: string;
  readonly family: FamilyName;
  readonly of?: "accounts" | "policies" | "moved policies" | "policies held" | "regranted accounts";
};

/** In this order: a family follows what its rows belong to, and loses the rows of what was removed after its own. */
const steps: readonly Step[] = [
  ...familyOrder.flatMap(stepsOf),
  // Last: only then is it known whether the import changes anything at all.
  { name: "accounts by policies held", family: "accounts", of: "policies held" },
];

function stepsOf(family: FamilyName): readonly Step[] {
  return [
    { name: family, family },
    ...(ownerColumnsOf(family).client && family !== "accounts"
      ? [{ name: `${family} of accounts`, family, of: "accounts" as const }]
      : []),
    ...(family === "policies"
      ? [{ name: "grants of regranted accounts", family, of: "regranted accounts" as const }]
      : []),
    ...(family === "coverages" ? [{ name: "coverages of policies", family, of: "policies" as const }] : []),
    ...(followsPolicies(family)
      ? [{ name: `${family} of moved policies`, family, of: "moved policies" as const }]
      : []),
  ];
}

/**
 * Writes what differs from what is served as versions of the next snapshot, slice by slice; no viewer sees them yet.
 * @throws ImportCancelled at a slice that follows a request to cancel.
 */
export async function applyRows(session: Session, applying: AppliedImport): Promise<void> {
  await session.query(createChanges([]));
  await session.query(createDerived([]));
  const { applied } = applying;
  const begun = applied === undefined ? 0 : steps.findIndex(({ name }) => name === applied.step);
  for (const [index, step] of steps.slice(Math.max(0, begun)).entries()) {
    const isComplete = applying.mode === "full" && applying.families.includes(step.family);
    const statements = applyStatements(applying.importId, step.family, isComplete);
    let after: string | undefined = index === 0 && applied !== undefined ? applied.key : "";
    while (after !== undefined) {
      const from: string = after;
      after = await session.inTransaction((tx) => takeStep(tx, applying, { step, statements, after: from }));
    }
  }
}

interface Slice {
  readonly step: Step;
  readonly statements: ApplyStatements;
  /** The key that the slice begins behind. */
  readonly after: string;
}

/** One slice of a step. @returns the key that the next slice begins behind; undefined after the last. */
function takeStep(tx: Querying, applying: AppliedImport, slice: Slice): Promise<string | undefined> {
  switch (slice.step.of) {
    case undefined:
      return applySlice(tx, applying, slice);
    case "moved policies":
      return moveRows(tx, applying, slice);
    case "policies held":
      return deriveRows(tx, applying, slice);
    case "regranted accounts":
      return regrant(tx, applying, slice);
    default:
      return removeRowsOf(tx, applying, { ...slice, owner: slice.step.of });
  }
}

async function applySlice(
  tx: Querying,
  applying: AppliedImport,
  { step, statements, after }: Slice,
): Promise<string | undefined> {
  const { connectionId } = applying;
  await tx.query(relaxCommit([]));
  const bounds = await tx.query(statements.bounds([connectionId, after, applying.keysPerSlice - 1]));
  const upTo = bounds.rows[0]?.upTo ?? null;
  const slice = [connectionId, after, upTo] as const;
  const staged = (await tx.query(statements.countStaged(slice))).rows[0]?.staged ?? 0;
  await tx.query(statements.findChanges(slice));
  await writeChanges(tx, applying, { step, statements, staged });
  await mark(tx, applying, step, upTo ?? "\u{10FFFF}");
  applying.onRows(staged);
  return upTo ?? undefined;
}

/** Removes the rows of clients, or the coverages of policies, that this import has removed. */
async function removeRowsOf(
  tx: Querying,
  applying: AppliedImport,
  { step, statements, after, owner }: Slice & { readonly owner: "accounts" | "policies" },
): Promise<string | undefined> {
  const { connectionId, seq, counts } = applying;
  if ((counts[owner]?.removed ?? 0) === 0) return undefined;
  const { rows } = await tx.query(removedOwners[owner]([connectionId, seq, after, ownersPerSlice]));
  const keys = rows.map(({ rowKey }) => rowKey);
  const find = statements.findRowsOf?.[owner];
  if (keys.length === 0 || find === undefined) return undefined;
  await tx.query(relaxCommit([]));
  await tx.query(find([connectionId, keys]));
  await writeChanges(tx, applying, { step, statements, staged: undefined });
  const last = keys.at(-1) ?? "";
  await mark(tx, applying, step, last);
  return keys.length < ownersPerSlice ? undefined : last;
}

/** Rows of a policy go with it to another client. They are not counted: the delivery does not bring them. */
async function moveRows(
  tx: Querying,
  applying: AppliedImport,
  { step, after }: Pick<Slice, "step" | "after">,
): Promise<string | undefined> {
  const { importId, connectionId, seq, counts } = applying;
  if ((counts.policies?.changed ?? 0) === 0) return undefined;
  const { rows } = await tx.query(movedPolicies([connectionId, seq, after, ownersPerSlice]));
  if (rows.length === 0) return undefined;
  await tx.query(relaxCommit([]));
  const statements = moveStatements(importId, step.family);
  const [keys, before, now] = [
    rows.map((row) => row.rowKey),
    rows.map((row) => row.before),
    rows.map((row) => row.now),
  ];
  await tx.query(statements.find([connectionId, keys, before, now]));
  await tx.query(statements.end([connectionId, seq]));
  await tx.query(statements.insert([connectionId, seq]));
  const last = keys.at(-1) ?? "";
  await mark(tx, applying, step, last);
  return keys.length < ownersPerSlice ? undefined : last;
}

/** Not counted either: the delivery does not bring what is made of it. */
async function deriveRows(
  tx: Querying,
  applying: AppliedImport,
  { step, statements, after }: Slice,
): Promise<string | undefined> {
  const { connectionId, seq, asOf, counts, keysPerSlice: keysMax } = applying;
  if (changesIn(counts) === 0) return undefined;
  await tx.query(relaxCommit([]));
  const day = asOf.toISOString().slice(0, 10);
  const next = await deriveAccounts(tx, { connectionId, seq, day, after, keysMax, statements });
  if (next !== undefined) await mark(tx, applying, step, next);
  return next;
}

/** The policies of accounts that other people work on now are shown by what is their own beside it. */
async function regrant(
  tx: Querying,
  applying: AppliedImport,
  { step, after }: Pick<Slice, "step" | "after">,
): Promise<string | undefined> {
  const { connectionId, seq, counts } = applying;
  if ((counts.accounts?.changed ?? 0) === 0) return undefined;
  const { rows } = await tx.query(regrantedAccounts([connectionId, seq, after, ownersPerSlice]));
  if (rows.length === 0) return undefined;
  await tx.query(relaxCommit([]));
  const keys = rows.map(({ rowKey }) => rowKey);
  await tx.query(regrantPolicies.end([connectionId, seq, keys]));
  await tx.query(regrantPolicies.insert([connectionId, seq, keys]));
  const last = keys.at(-1) ?? "";
  await mark(tx, applying, step, last);
  return keys.length < ownersPerSlice ? undefined : last;
}

/** Accounts that were there before and whose grants this import has ended or begun. */
const regrantedAccounts = builtStatement<
  readonly [connectionId: string, seq: number, after: string, keysMax: number],
  { readonly rowKey: string }
>(`
  select o.row_key as "rowKey" from book.accounts o
  where o.connection_id = $1 and o.to_seq = $2 and o.row_key > $3
    and exists (select from book.grants g where g.connection_id = $1 and g.client_key = o.row_key and g.policy_key = ''
      and (g.from_seq = $2 or g.to_seq = $2))
  order by o.row_key limit $4`);

/** Policies that have another client than in the snapshot before. */
const movedPolicies = builtStatement<
  readonly [connectionId: string, seq: number, after: string, keysMax: number],
  { readonly rowKey: string; readonly before: string; readonly now: string }
>(`
  select o.row_key as "rowKey", o.client_key as before, n.client_key as now
  from book.policies o cross join lateral (select p.client_key from book.policies p
    where p.connection_id = $1 and p.row_key = o.row_key and p.to_seq is null and p.from_seq = $2 offset 0) n
  where o.connection_id = $1 and o.to_seq = $2 and o.row_key > $3 and n.client_key <> o.client_key
  order by o.row_key limit $4`);

/** Writes the changes of a slice and counts them. */
async function writeChanges(
  tx: Querying,
  { importId, connectionId, seq, counts: all }: AppliedImport,
  {
    step,
    statements,
    staged,
  }: {
    readonly step: Step;
    readonly statements: ApplyStatements;
    /** Rows delivered in the slice; undefined for rows that go with what they belong to. */
    readonly staged: number | undefined;
  },
): Promise<void> {
  const { rows } = await tx.query(countChanges([]));
  if (rows.length === 0 && (staged ?? 0) === 0) return;
  const counts = countsOf(all, step.family);
  const sum = (kind: string, hadVersion?: boolean): number =>
    rows
      .filter((row) => row.kind === kind && (hadVersion ?? row.hadVersion) === row.hadVersion)
      .reduce((total, row) => total + row.rows, 0);
  const orphans = sum("orphan");
  counts.new += sum("new");
  counts.changed += sum("changed");
  counts.removed += sum("removed") + sum("orphan", true);
  counts.quarantined += orphans;
  // A delivered row that goes with its client was counted as unchanged when it was compared.
  counts.unchanged += staged === undefined ? -orphans : staged - sum("new") - sum("changed") - orphans;
  if (rows.length === 0) return;
  const version = [connectionId, seq] as const;
  if (rows.some(({ hadVersion }) => hadVersion)) await tx.query(statements.endVersions(version));
  await tx.query(statements.insertVersions([connectionId, seq, importId]));
  for (const related of [statements.grants, statements.terms]) {
    if (related === undefined) continue;
    if (rows.some(({ hadVersion }) => hadVersion)) await tx.query(related.end(version));
    await tx.query(related.insert(version));
  }
  // In a first snapshot every client is new, with its head.
  const hasHeads = seq > 1 || step.family === "accounts";
  if (hasHeads && statements.endHeads !== undefined && statements.insertHeads !== undefined) {
    await tx.query(statements.endHeads(version));
    await tx.query(statements.insertHeads(version));
  }
  if (orphans > 0) await tx.query(statements.quarantineOrphans([connectionId, importId]));
}

async function mark(tx: Querying, { importId, counts }: AppliedImport, step: Step, key: string): Promise<void> {
  const isMarked = await markSliceApplied(tx, importId, { step: step.name, key, counts: JSON.stringify(counts) });
  if (!isMarked) throw new ImportCancelled();
}

/** A slice may be lost with the server: the one that marks it is lost with it. The switch waits for the disk. */
const relaxCommit = builtStatement<readonly [], never>("set local synchronous_commit = off");

const removedOwners = {
  accounts: removed("accounts"),
  policies: removed("policies"),
};

function removed(family: "accounts" | "policies") {
  return builtStatement<
    readonly [connectionId: string, seq: number, after: string, keysMax: number],
    { readonly rowKey: string }
  >(`
    select r.row_key as "rowKey" from book.${family} r
    where r.connection_id = $1 and r.to_seq = $2 and r.row_key > $3
      and (select c.from_seq from book.${family} c
        where c.connection_id = $1 and c.row_key = r.row_key and c.to_seq is null) is null
    order by r.row_key limit $4`);
}
