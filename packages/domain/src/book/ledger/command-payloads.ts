import { anyUuid, day, text, Timestamp } from "@service/contract";
import * as z from "zod";

/** Members whose text is of the class `internal` (LEDGER-40): what people wrote. */
const internalTexts = z.registry<{ readonly isInternal: true }>();

/** Text that people wrote, whole characters only: what is hashed has one form. */
function written(minChars: number, maxChars: number) {
  return wellFormed(minChars, maxChars).register(internalTexts, { isInternal: true });
}

function wellFormed(minChars: number, maxChars: number) {
  return text(minChars, maxChars).refine((value) => value.isWellFormed(), "must not hold half of a surrogate pair");
}

export function isInternalText(schema: z.ZodType): boolean {
  return internalTexts.get(schema)?.isInternal === true;
}

const Day = day().meta({ examples: ["2026-12-01"] });
const SeatKey = () => wellFormed(1, 200).meta({ examples: ["seat-7"] });
const Title = () => written(1, 200).meta({ examples: ["Ask for the loss runs"] });
const Reason = () => written(1, 2_000).meta({ examples: ["The client asked for it"] });
const Remark = () => written(1, 2_000).meta({ examples: ["Left a message"] });
const Priority = z.enum(["low", "normal", "high", "urgent"]);
const Category = () => wellFormed(1, 64).meta({ examples: ["renewal"] });
const TaskBody = () => written(0, 4_000).meta({ examples: ["Five years, all lines."] });
const NoteBody = () => written(1, 10_000).meta({ examples: ["Prefers a call before noon."] });

/** Where a task comes from. */
const Source = z.strictObject({
  run_id: anyUuid().optional(),
  work_item_id: wellFormed(1, 200)
    .optional()
    .meta({ examples: ["6f1c1f0e-9f0a-5b57-8f55-0c8d1c1f3a10"] }),
  opportunity_id: wellFormed(1, 200)
    .optional()
    .meta({ examples: ["o_k3v5n2q7x4m6p8r2t4w6"] }),
  turn_id: wellFormed(1, 200)
    .optional()
    .meta({ examples: ["turn_1"] }),
});

export const CreateTask = z.strictObject({
  title: Title(),
  body: TaskBody().optional(),
  due_on: Day.optional(),
  priority: Priority.default("normal"),
  assignee_seat: SeatKey().optional(),
  category: Category().optional(),
  source: Source.optional(),
});

export const UpdateTask = z
  .strictObject({
    title: Title().optional(),
    body: TaskBody().nullable().optional(),
    due_on: Day.nullable().optional(),
    priority: Priority.optional(),
    category: Category().nullable().optional(),
  })
  .refine(
    (given) => Object.values(given).some((value) => value !== undefined),
    "must hold one of title, body, due_on, priority and category",
  );

export const AssignTask = z.strictObject({ assignee_seat: SeatKey() });
export const CompleteTask = z.strictObject({
  outcome: z.enum(["done", "no_answer", "not_needed"]).optional(),
  note: Remark().optional(),
});
export const WithReason = z.strictObject({ reason: Reason() });

export const AddNote = z.strictObject({
  body: NoteBody(),
  visibility: z
    .enum(["team", "private"])
    .default("team")
    .meta({ description: "A private note is shown to its author alone." }),
  pinned: z.boolean().optional(),
});
export const AmendNote = z.strictObject({ body: NoteBody() });

const workflowTypes = ["renewal", "remarket", "onboarding", "claim_followup", "coverage_review", "custom"] as const;
export const StartWorkflow = z.strictObject({
  workflow_type: z.enum(workflowTypes),
  title: Title(),
  steps: z
    .array(
      z.strictObject({
        step_key: wellFormed(1, 64).meta({ examples: ["loss_runs"] }),
        title: Title(),
        due_on: Day.optional(),
        assignee_seat: SeatKey().optional(),
      }),
    )
    .max(30)
    .refine(
      (steps) => new Set(steps.map(({ step_key }) => step_key)).size === steps.length,
      "must not name a step_key twice",
    )
    .optional(),
  due_on: Day.optional(),
});
export const AdvanceWorkflow = z.strictObject({
  step_key: wellFormed(1, 64).meta({ examples: ["loss_runs"] }),
  state: z.enum(["in_progress", "done", "skipped"]),
  note: Remark().optional(),
});
export const CompleteWorkflow = z.strictObject({
  outcome: written(1, 2_000).meta({ examples: ["Renewed with the same carrier"] }),
});

export const LogActivity = z.strictObject({
  channel: z.enum(["call", "email", "meeting", "letter", "text"]),
  direction: z.enum(["in", "out", "inbound", "outbound", "internal"]),
  summary: written(1, 2_000).meta({ examples: ["Talked through the renewal"] }),
  occurred_at: Timestamp,
});

const flags = ["data_error", "duplicate", "do_not_market", "vip", "needs_review"] as const;
export const SetFlag = z.strictObject({ flag: z.enum(flags), note: Remark().optional() });

export const SetOpportunityStatus = z.strictObject({
  status: z.enum(["open", "in_progress", "won", "lost", "dismissed"]),
  reason: Reason().optional(),
});

export const FlagCatalogItem = z.strictObject({ note: Remark().optional() });
export const NoteCatalogItem = z.strictObject({ body: NoteBody() });
export const AcknowledgeDocument = z.strictObject({ read_at: Timestamp });

/** What stands in place of an erased payload (LEDGER-52). */
export const erasedPayload = '{"erased":true}';
export const EraseRecord = z.strictObject({});
