import type * as z from "zod";

/** A response without a body (204). */
export const empty = Symbol("empty response");
/** A plain text response (robots.txt). */
export const plainText = Symbol("plain text response");
/** An answer of JSON that exists as text, and is too large to be written anew for each request. */
export const writtenJson = Symbol("written JSON response");

/** What a frame is: JSON whose `type` names its event. */
type Typed = { readonly type: string };
export type FrameSchema = z.ZodType<Typed, Typed>;

/** One event of a stream: `event:` is `data.type`, `data:` the rest of it as one line of JSON. */
export type StreamFrame<Data extends Typed> = {
  readonly data: Data;
  /** What a reader sends as `Last-Event-ID` to continue after this frame; without it the reader keeps the id before. */
  readonly id?: string;
  /** How long an `EventSource` waits before it connects again. */
  readonly retryMs?: number;
};

/** A frame whose JSON exists already, on one line; `type` is that of its data. */
export type SerializedFrame<Type extends string = string> = {
  readonly type: Type;
  readonly json: string;
  readonly id?: string;
};

/** What an iterable of frames yields: one, or several that are sent together. */
export type YieldedFrames<Data extends Typed> =
  StreamFrame<Data> | readonly (StreamFrame<Data> | SerializedFrame<Data["type"]>)[];

/** Why the service ends a stream that its handler would continue. */
export type StreamEndReason = "server_shutdown" | "max_stream_age";

type StreamOptions<Data extends Typed> = {
  /** A comment is sent after this much silence, so that proxies keep the connection. Default 15 s. */
  readonly heartbeatMs?: number;
  /** A reader that takes nothing for this long while frames wait is disconnected. Default 20 s. */
  readonly stalledMs?: number;
  /** The longest life of one connection; the route's time budget ends with the first byte. Default 10 minutes. */
  readonly longestMs?: number;
  /** Sent before the first frame. */
  readonly retryMs?: number;
  /** The last frame when the service ends the stream. Without it the connection ends after the frame before. */
  readonly ended?: (reason: StreamEndReason) => StreamFrame<Data>;
  /** The last frame when the handler's iterable throws: the status is already sent. Without it the connection ends. */
  readonly failed?: (refusal: {
    readonly code: string;
    readonly message: string;
    readonly details?: unknown;
  }) => StreamFrame<Data>;
};

/** The times of a stream, as its route declares them. */
export type StreamTimes = {
  readonly heartbeatMs: number;
  readonly stalledMs: number;
  readonly longestMs: number;
};

export type StreamSpec<Frame extends FrameSchema> = StreamTimes & {
  readonly kind: "stream";
  readonly frame: Frame;
  readonly retryMs: number | undefined;
  readonly ended: ((reason: StreamEndReason) => StreamFrame<z.input<Frame>>) | undefined;
  readonly failed: StreamOptions<z.input<Frame>>["failed"] | undefined;
};

/**
 * Server-Sent Events. The handler replies with an async iterable of frames; until then it may refuse as on any other
 * route. The iterable is asked for the next frame when the reader has taken the last ones, and is released when the
 * connection ends; one that waits must listen to `time.signal`. `Name` makes the compiler keep `type: "done"` as written.
 */
export function stream<Name extends string, Frame extends z.ZodType<{ readonly type: Name }, { readonly type: Name }>>(
  frame: Frame,
  options: StreamOptions<z.input<Frame>> = {},
): StreamSpec<Frame> {
  const { heartbeatMs = 15_000, stalledMs = 20_000, longestMs = 600_000, retryMs, ended, failed } = options;
  return { kind: "stream", frame, heartbeatMs, stalledMs, longestMs, retryMs, ended, failed };
}

/** A stream or, where the caller asked for it, one JSON answer of the same status. */
export type StreamOrJsonSpec<Frame extends FrameSchema, Json extends z.ZodType> = StreamSpec<Frame> & {
  readonly json: Json;
};

/**
 * Server-Sent Events, or one JSON answer: the handler decides by what the caller sent, and replies with an async iterable
 * of frames or with the body.
 */
export function streamOrJson<
  Name extends string,
  Frame extends z.ZodType<{ readonly type: Name }, { readonly type: Name }>,
  Json extends z.ZodType,
>(frame: Frame, json: Json, options: StreamOptions<z.input<Frame>> = {}): StreamOrJsonSpec<Frame, Json> {
  return { ...stream(frame, options), json };
}

/** The schema of the JSON answer that may stand instead of a stream. */
export function jsonInsteadOf(spec: StreamSpec<FrameSchema>): z.ZodType | undefined {
  return "json" in spec && isSchema(spec.json) ? spec.json : undefined;
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "safeParse" in value;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

export type RedirectSpec = {
  readonly kind: "redirect";
  /** How long `Location` can be followed, sent as `Expires`. */
  readonly validSeconds: number | undefined;
};

/** The caller follows `Location`, a URL that the handler replies with. Never cached. */
export function redirect({ validSeconds }: { readonly validSeconds?: number } = {}): RedirectSpec {
  return { kind: "redirect", validSeconds };
}

/** A file that is made while it is sent. */
export type Download = {
  /** One of the route's `contents`. */
  readonly mediaType: string;
  /** Letters, digits and `._-` alone. */
  readonly fileName: string;
  /** Asked for the next piece when the connection has taken the ones before. */
  readonly pieces: AsyncIterable<string>;
};

export type DownloadSpec = {
  readonly kind: "download";
  /** Media type → schema, for the OpenAPI document. */
  readonly contents: Readonly<Record<string, z.ZodType>>;
  readonly stalledMs: number;
  readonly longestMs: number;
};

/**
 * A file as an attachment. Until the handler replies it may refuse as on any other route; from then on an error, a reader that
 * takes nothing for `stalledMs` (default 20 s) and the end of `longestMs` (default 10 minutes) cut the connection: the file then
 * ends without its end.
 */
export function download(
  contents: Readonly<Record<string, z.ZodType>>,
  { stalledMs = 20_000, longestMs = 600_000 }: { readonly stalledMs?: number; readonly longestMs?: number } = {},
): DownloadSpec {
  return { kind: "download", contents, stalledMs, longestMs };
}

export type ResponseSpec =
  | z.ZodType
  | typeof empty
  | typeof plainText
  | typeof writtenJson
  | StreamSpec<FrameSchema>
  | RedirectSpec
  | DownloadSpec;
export type Responses = { readonly [status: number]: ResponseSpec };

/** A redirect has a status of redirects, and a stream is a `200`. */
export type WellPlaced<R extends Responses> = {
  readonly [Status in keyof R]: R[Status] extends RedirectSpec
    ? Status extends 302 | 303 | 307
      ? R[Status]
      : never
    : R[Status] extends { readonly kind: "stream" }
      ? Status extends 200
        ? R[Status]
        : never
      : R[Status];
};

/** What a handler replies with for a response. */
export type BodyOf<S extends ResponseSpec> = S extends z.ZodType
  ? z.input<S>
  : S extends typeof plainText | typeof writtenJson
    ? string
    : S extends StreamOrJsonSpec<infer Frame, infer Json>
      ? AsyncIterable<YieldedFrames<z.input<Frame>>> | z.input<Json>
      : S extends StreamSpec<infer Frame>
        ? AsyncIterable<YieldedFrames<z.input<Frame>>>
        : S extends RedirectSpec
          ? URL
          : S extends DownloadSpec
            ? Download
            : undefined;

export function isStream(spec: ResponseSpec | undefined): spec is StreamSpec<FrameSchema> {
  return typeof spec === "object" && "kind" in spec && spec.kind === "stream";
}

export function isRedirect(spec: ResponseSpec | undefined): spec is RedirectSpec {
  return typeof spec === "object" && "kind" in spec && spec.kind === "redirect";
}

export function isDownload(spec: ResponseSpec | undefined): spec is DownloadSpec {
  return typeof spec === "object" && "kind" in spec && spec.kind === "download";
}
