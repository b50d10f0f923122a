import { type Database, statement } from "@service/db";
import { compileCron } from "../../events/schedules/index.ts";
import { builtInDerivations } from "./built-in/index.ts";
import type { DeclaredDerivation } from "./declaration.ts";

const insertMissing = statement(
  "derivations_register",
  `insert into derivations (organization_id, key, label, mode, inputs, output, is_after_sync, schedule, performed_by, due_at)
   select o.organization_id, t.key, t.label, t.mode::derivation_mode, coalesce(string_to_array(nullif(t.inputs, ''), ','), '{}'), t.output,
     t.is_after_sync, t.schedule, t.performed_by, t.due_at
   from (select distinct c.organization_id from record_connections c where @organization_id::uuid is null
     or c.organization_id = @organization_id) o
   cross join unnest(@keys::text[], @labels::text[], @modes::text[], @inputs::text[], @outputs::text[],
     @are_after_sync::bool[], @schedules::text[], @performers::text[],
     @due_times::timestamptz[]) as t(key, label, mode, inputs, output, is_after_sync, schedule, performed_by, due_at)
   where not exists (select from derivations d where d.organization_id = o.organization_id and d.key = t.key)
   on conflict (organization_id, key) do nothing`,
);

/** Gives every organization with a connection, or the one that is named, the derivations that it has not (DERIV-1). */
export async function registerDerivations(
  { db }: { readonly db: Database },
  { now, organizationId }: { readonly now: Date; readonly organizationId?: string },
): Promise<void> {
  const all = builtInDerivations;
  await db.pool.query(
    insertMissing({
      keys: all.map(({ key }) => key),
      labels: all.map(({ label }) => label),
      modes: all.map(({ mode }) => mode),
      inputs: all.map((one) => inputsOf(one).join(",")),
      outputs: all.map((one) => outputOf(one)),
      areAfterSync: all.map(({ isAfterSync }) => isAfterSync),
      schedules: all.map(({ schedule }) => schedule ?? null),
      performers: all.map(({ performedBy }) => performedBy ?? null),
      dueTimes: all.map((one) => nextTickOf(one, now)),
      organizationId: organizationId ?? null,
    }),
  );
}

function inputsOf({ inputs, work }: DeclaredDerivation): readonly string[] {
  return inputs ?? work?.families ?? [];
}

/** What is performed elsewhere owns what it puts out. */
function outputOf({ key, work }: DeclaredDerivation): string | null {
  return work === undefined ? null : `derived:${key}`;
}

/** The next time after `now`; of what is performed elsewhere nothing here is due. */
export function nextTickOf({ schedule, work }: DeclaredDerivation, now: Date): Date | null {
  return schedule === undefined || work === undefined ? null : (compileCron(schedule, "UTC").next(now) ?? null);
}
