import type { CallOptions, Client } from "@service/client";
import * as z from "zod";
import type { Page } from "./bounded.ts";
import type { Capability } from "./reach.ts";

/** One call of a tool: for whom, with what, until when. */
export interface ToolCall {
  /** Acts for the person. */
  readonly client: Client;
  readonly actingPrincipal: string;
  readonly options: CallOptions;
  /** Made of person, tool and arguments: the same call again has the same one. 32 bytes, hex. */
  readonly fingerprint: string;
}

/** What a tool answers. `data` alone holds what records and documents say. */
export interface Answer {
  readonly data: object;
  readonly nextCursor?: string | undefined;
}

/** A row of the table of tools. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A key must have all of them. */
  readonly needs: readonly Capability[];
  /** `read` changes nothing; `write` adds, and the same call again adds nothing. */
  readonly effect: "read" | "write";
  readonly input: z.ZodObject;
  readonly answer: (call: ToolCall, given: unknown) => Promise<Answer>;
}

type Row<Shape extends z.ZodRawShape> = Omit<Tool, "input" | "answer"> & {
  readonly input: Shape;
  readonly answer: (call: ToolCall, given: z.infer<z.ZodObject<Shape>>) => Promise<Answer>;
};

/** Declares a tool; its function gets the arguments as the shape describes them. */
export function tool<Shape extends z.ZodRawShape>({ input, answer, ...row }: Row<Shape>): Tool {
  const schema = z.strictObject(input);
  return { ...row, input: schema, answer: (call, given) => answer(call, schema.parse(given)) };
}

/** An object with any members; written as `true`, because clients read `{}` in its place as a mistake. */
export const anyObject = z.looseObject({}).meta({ additionalProperties: true });

/** The answer that is one page of a list. */
export function listed({ items, nextCursor }: Page): Answer {
  return { data: { rows: items }, nextCursor };
}

/** The arguments are well formed and name something that is not there, or not clearly. */
export class BadCall extends Error {
  override readonly name = "BadCall";
}

/** Members that many tools take. */
export const common = {
  cursor: z
    .string()
    .max(4_000)
    .exactOptional()
    .describe("next_cursor of the answer before; other arguments unchanged."),
  limit: z.int().min(1).max(50).default(20).describe("Rows at most."),
  connectionId: z.string().max(64).exactOptional().describe("Needed where the organization has several books."),
  callId: z
    .string()
    .max(100)
    .exactOptional()
    .describe("The same call again does nothing new. Give another value to do the same once more on purpose."),
  // Not `z.iso.date()`: its pattern costs a client 300 characters wherever a day is taken. The service checks the calendar.
  day: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .describe("YYYY-MM-DD"),
};
