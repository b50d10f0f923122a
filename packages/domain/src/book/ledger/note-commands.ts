import { AddNote, AmendNote, WithReason } from "./command-payloads.ts";
import { commandType, done, type Performed, type PlacedCommand, refused } from "./command-type.ts";
import { keyOfCreated } from "./entity-key.ts";
import type { NoteRow } from "./ledger-rows.ts";
import type { LedgerStates } from "./ledger-states.ts";
import { createdRow } from "./task-commands.ts";

/** Changes a note that stands. Whoever may not see it was refused before: it does not exist for them. */
function onNote(command: PlacedCommand, states: LedgerStates, patch: Partial<NoteRow>): Performed {
  const note = states.note(command.entity.key);
  if (note === undefined) return refused("/entity", "names no note");
  if (note.retracted) return refused("/type", "is not possible on a note that is retracted");
  return done({
    changes: { notes: [{ ...note, ...patch, updated_at: command.recordedAt, last_seq: command.seq }] },
    ...(note.visibility === "private" ? { privateTo: note.author } : {}),
  });
}

export const noteCommands = [
  commandType({
    name: "add_note",
    summary: "Add a note, for the team or for its author alone",
    entityKinds: ["account", "policy", "claim", "task", "workflow", "opportunity", "run"],
    payload: AddNote,
    creates: "note",
    perform(command, { body, visibility, pinned }) {
      const key = keyOfCreated("note", command.commandId);
      const note: NoteRow = {
        ...createdRow(command),
        note_key: key,
        body,
        author: command.actorPrincipal,
        visibility,
        pinned: pinned ?? false,
        edited: false,
        edited_by: null,
        retracted: false,
        updated_at: command.recordedAt,
      };
      return done({
        changes: { notes: [note] },
        ...(visibility === "private" ? { privateTo: command.actorPrincipal } : {}),
      });
    },
  }),
  commandType({
    name: "amend_note",
    summary: "Replace the body of a note; the former one stays in the ledger",
    entityKinds: ["note"],
    payload: AmendNote,
    perform: (command, { body }, states) =>
      onNote(command, states, { body, edited: true, edited_by: command.actorPrincipal }),
  }),
  commandType({
    name: "retract_note",
    summary: "Take a note back; it stays in the ledger",
    entityKinds: ["note"],
    payload: WithReason,
    forAgents: false,
    perform: (command, _payload, states) => onNote(command, states, { body: null, retracted: true }),
  }),
];
