import { type CsvCell, csvLine } from "@service/source-files";
import type { ExportedTurn, Parts } from "./parts.ts";

const columns = {
  index: (turn: ExportedTurn) => turn.index,
  turn_id: (turn) => turn.turn_id,
  parent_turn_id: (turn) => turn.parent_turn_id,
  status: (turn) => turn.status,
  created_at: (turn) => turn.created_at,
  completed_at: (turn) => turn.completed_at,
  instance_version: (turn) => turn.instance_version,
  model: (turn) => turn.model.alias,
  submitted_by: (turn) => turn.submitted_by,
  input: (turn) => turn.input.text,
  output: (turn) => turn.output.text,
  method: (turn) => turn.output.method,
  withheld: (turn) => turn.output.withheld,
  citations: (turn) => (turn.output.citations.length === 0 ? null : JSON.stringify(turn.output.citations)),
  error: (turn) => (turn.error === null ? null : JSON.stringify(turn.error)),
} as const satisfies Record<string, (turn: ExportedTurn) => CsvCell>;

/** One row a turn, by RFC 4180 (CONV-65). */
export async function* csvOf(parts: Parts): AsyncIterable<string> {
  yield csvLine(Object.keys(columns));
  for await (const turn of parts.turns()) yield csvLine(Object.values(columns).map((column) => column(turn)));
}
