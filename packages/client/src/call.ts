import type { components, operations } from "./generated/api.ts";

/** The id of an operation, as the API reference names it: `runs.submit`. */
type AnyOperation = keyof operations;

/** Headers that the client writes itself. */
type OwnHeaders = "x-service-acting-principal" | "x-service-acting-email" | "x-service-records-assertion" | "accept";

type Part<P> = [P] extends [never] ? unknown : [NonNullable<P>] extends [never] ? unknown : NonNullable<P>;
type Flat<T> = { [Name in keyof T]: T[Name] };

/** A body as it is given: JSON, or the fields of a form with their file. */
type BodyOf<Content> = Content extends { "multipart/form-data": infer Form }
  ? Omit<Form, "file"> & { file: Blob }
  : Content extends { "application/json": infer Json }
    ? Json
    : never;
type WithBody<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: BodyOf<Content> }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { body?: BodyOf<Content> }
    : unknown;

/**
 * What an operation takes, in one object: parameters of path and query by their names, header parameters by theirs
 * (`"if-match"`), and `body`. Who acts is set on the client.
 */
export type Input<Id extends AnyOperation> = Flat<
  Part<operations[Id]["parameters"]["path"]> &
    Part<operations[Id]["parameters"]["query"]> &
    Omit<Part<operations[Id]["parameters"]["header"]>, OwnHeaders> &
    WithBody<operations[Id]>
>;

/** Where content can be fetched for a short time, without the API key. */
export interface Redirect {
  readonly location: string;
}

type ContentOf<Answer> = Answer extends { content: infer Content }
  ? Content extends { "text/markdown": unknown }
    ? Response
    : Content extends { "application/json": infer Json }
      ? Json
      : Content extends { "text/plain": string }
        ? string
        : never
  : undefined;
type AnswerOf<Answers> = {
  [Status in keyof Answers]: Status extends 200 | 201 | 202
    ? ContentOf<Answers[Status]>
    : Status extends 204
      ? undefined
      : Status extends 302
        ? Redirect
        : never;
}[keyof Answers];

/** What an operation answers: its JSON, `undefined` without content, and the `Response` of a file. */
export type Output<Id extends AnyOperation> = AnswerOf<operations[Id]["responses"]>;

/** Of one call; what is left out is as the client has it. */
export interface CallOptions {
  /** Ends the call; what it was doing may go on in the service. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt may take. */
  readonly timeoutMs?: number | undefined;
  /** How often the request is sent at most. */
  readonly triesMax?: number | undefined;
  /** The person for whom the call is made. */
  readonly actingPrincipal?: string | undefined;
  readonly actingEmail?: string | undefined;
}

type Arguments<Given, Options = CallOptions> = object extends Given
  ? [input?: Given, options?: Options]
  : [input: Given, options?: Options];

/**
 * Calls an operation.
 *
 * @throws `Refusal` with the operation's code; `NoAnswer`; `UnexpectedAnswer`; the reason of an aborted signal.
 */
export type Call<Id extends AnyOperation> = (...given: Arguments<Input<Id>>) => Promise<Output<Id>>;

type RowsIn<Page> = Page extends { next_cursor?: string | null }
  ? { [Name in keyof Page]-?: Page[Name] extends (infer Row)[] ? Row : never }[keyof Page]
  : never;
/** A row of a list. */
export type Row<Id extends AnyOperation> = RowsIn<Output<Id>>;

/** Reads one page of a list, all its pages, or all its rows. */
export type ListCall<Id extends AnyOperation> = Call<Id> & {
  /** Every row, page by page as the caller takes them. */
  each(...given: Arguments<Input<Id>>): AsyncGenerator<Row<Id>, void, undefined>;
  /** Every page. */
  pages(...given: Arguments<Input<Id>>): AsyncGenerator<Output<Id>, void, undefined>;
};

/** What has changed in a list. Store the rows, and `since` with them: it is where the next reading continues. */
export interface Changes<Id extends AnyOperation> {
  readonly rows: Exclude<Row<Id>, { removed: true }>[];
  /** Keys of rows that are gone. */
  readonly removed: string[];
  readonly since: number;
}
type CopyInput<Id extends AnyOperation> = Flat<
  Omit<Input<Id>, "cursor" | "updated_since" | "sort" | "include_count"> & { since?: number }
>;

/** A list of the book, of which a copy can be kept. */
export type CopyCall<Id extends AnyOperation> = ListCall<Id> & {
  /**
   * What has changed since a copy was read, in the order of the snapshots; without `since`, everything. Ask without
   * filters: of a row that has ceased to match one, nothing is said.
   */
  changes(...given: Arguments<CopyInput<Id>>): AsyncGenerator<Changes<Id>, void, undefined>;
};

type Identified<Frame> = Frame extends unknown ? Frame & { readonly id?: string } : never;
/** A frame of a turn, with its id in the stream. Types that come later are not listed: ignore what you do not know. */
export type TurnFrame = Identified<components["schemas"]["TurnFrame"]>;

/** Reads the frames of a turn, each once, up to `done`, however often the connection is cut on the way. */
export type FrameCall<Id extends AnyOperation> = (
  ...given: Arguments<Input<Id>>
) => AsyncGenerator<TurnFrame, void, undefined>;
