import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { fail, type ServiceError } from "@service/contract";
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import type { Form, IncomingFile, MultipartSpec } from "./multipart.ts";
import { parseWith, refuseNul } from "./parse-request.ts";
import { isCompressed, uncompressedOnly } from "./read-body.ts";
import { abandonBody, inviteBody } from "./unread-body.ts";

/** By part name. */
type Readers = ReadonlyMap<string, (file: IncomingFile) => Promise<unknown>>;

interface ReceivedForm {
  readonly fields: unknown;
  readonly files: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Parses a `multipart/form-data` body while it arrives. The first refusal ends it: open files fail, nothing more is
 * kept, and the rest of the body is discarded so that the caller can read the answer.
 * @throws the codes of `spec`, what a reader throws, the reason of `signal`.
 */
export async function receiveForm(
  spec: MultipartSpec<Form>,
  request: IncomingMessage,
  readers: Readers,
  signal: AbortSignal,
): Promise<ReceivedForm> {
  const { promise: parsed, resolve, reject } = Promise.withResolvers<void>();
  const reception = newReception(spec, readers, reject);
  let parser: BusboyInstance | undefined;
  const watched = watch(spec, request, signal, reject);
  try {
    parser = openParser(spec, request)
      .on("file", (name, content, filename, transferEncoding, contentType) =>
        addPart(reception, { name, content, filename, transferEncoding, contentType }),
      )
      .on("partsLimit", () => reject(malformed(spec, "The form has more parts than it may have.")))
      .on("error", (cause) => reject(malformed(spec, "The body is not well-formed multipart/form-data.", cause)))
      .on("finish", () => resolve());
    inviteBody(request);
    request.pipe(parser);
    await parsed;
    return await endReception(reception);
  } catch (error) {
    if (parser) {
      request.unpipe(parser);
      parser.destroy();
    }
    failReception(reception, Error.isError(error) ? error : new Error("the upload was refused", { cause: error }));
    // `unpipe` stops the request; the answer that follows discards the rest of the body.
    request.resume();
    throw error;
  } finally {
    watched.stop();
  }
}

const ignore = (): void => undefined;

/** Ends the upload when it is too large, when its caller is gone, and with the signal. */
function watch(
  spec: MultipartSpec<Form>,
  request: IncomingMessage,
  signal: AbortSignal,
  reject: (error: unknown) => void,
): { stop(): void } {
  let total = 0;
  const onData = (chunk: Buffer): void => {
    total += chunk.length;
    if (total > spec.bodyBytesMax) reject(tooLargeBody(spec));
  };
  const onBroken = (cause?: unknown): void => {
    // The caller disconnected while sending and will not read this answer.
    if (!request.complete) reject(malformed(spec, "The body ended before it was complete.", cause));
  };
  const onAbort = (): void => reject(signal.reason);
  // Before the parser is opened: the request stands still until it is piped.
  request.on("close", onBroken).on("error", onBroken);
  if (request.destroyed) onBroken();
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  request.on("data", onData).pause();
  return {
    stop() {
      request.off("data", onData).off("close", onBroken).off("error", onBroken).on("error", ignore);
      signal.removeEventListener("abort", onAbort);
    },
  };
}

/** For the headers of one part; a browser sends three lines. */
const headerLimits = { headerSize: 16 * 1024, headerPairs: 32 };

function openParser(spec: MultipartSpec<Form>, request: IncomingMessage): BusboyInstance {
  const { headers } = request;
  const contentType = headers["content-type"] ?? "";
  const wrongType = "The Content-Type must be multipart/form-data with a boundary.";
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType))
    throw fail(spec.unsupported ?? spec.malformed, { message: wrongType });
  if (!contentType.includes(";")) throw malformed(spec, wrongType);
  if (isCompressed(request)) throw malformed(spec, uncompressedOnly);
  // Refused before the first byte where the caller declares it; what is declared falsely is found while reading.
  if (Number(headers["content-length"]) > spec.bodyBytesMax) {
    abandonBody(request);
    throw tooLargeBody(spec);
  }
  const files = Object.values(spec.form.files).reduce((sum, { countMax = 1 }) => sum + countMax, 0);
  try {
    return new Busboy({
      headers: { ...headers, "content-type": contentType },
      // Which part is a file is declared, not guessed: a Blob sent as a field has a file name.
      isPartAFile: () => true,
      // One more, so that a part too many is refused by its name.
      limits: { parts: files + Object.keys(spec.form.fields.shape).length + 1, ...headerLimits },
    });
  } catch (cause) {
    throw malformed(spec, wrongType, cause);
  }
}

interface Part {
  readonly name: string | undefined;
  readonly content: BusboyFileStream;
  readonly filename: string | undefined;
  readonly transferEncoding: string;
  readonly contentType: string;
}

/** What was read of a body so far. */
interface Reception {
  readonly spec: MultipartSpec<Form>;
  readonly readers: Readers;
  /** Ends the upload. */
  readonly refuse: (error: unknown) => void;
  readonly fields: Map<string, string>;
  /** What the readers returned, in the order of arrival. */
  readonly files: Map<string, unknown[]>;
  readonly counts: Map<string, number>;
  /** Parts that are being read. */
  readonly open: Set<Readable>;
  readonly reading: Promise<void>[];
}

function newReception(spec: MultipartSpec<Form>, readers: Readers, refuse: (error: unknown) => void): Reception {
  const files = new Map(Object.keys(spec.form.files).map((name): [string, unknown[]] => [name, []]));
  return { spec, readers, refuse, files, fields: new Map(), counts: new Map(), open: new Set(), reading: [] };
}

function addPart(reception: Reception, part: Part): void {
  // Without a listener, the error of a part that is cut off would end the process.
  part.content.on("error", ignore);
  const added = readPart(reception, part);
  added.catch(reception.refuse);
  reception.reading.push(added);
}

async function readPart(reception: Reception, part: Part): Promise<void> {
  const { spec, files } = reception;
  const { name = "" } = part;
  if (!["7bit", "8bit", "binary"].includes(part.transferEncoding))
    throw malformed(spec, "Content-Transfer-Encoding is not supported: send the bytes as they are.");
  if (Object.hasOwn(spec.form.fields.shape, name)) await readField(reception, name, part);
  else if (files.has(name)) await readFile(reception, name, part);
  else throw malformed(spec, name === "" ? "A part has no name." : `The form has no part ${JSON.stringify(name)}.`);
}

async function readField(reception: Reception, name: string, part: Part): Promise<void> {
  const { spec, fields } = reception;
  const content = openPart(reception, name, part, 1, spec.fieldBytesMax, () =>
    fail(spec.tooLarge, { message: `The part ${name} is larger than ${spec.fieldBytesMax} bytes.` }),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of content) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw malformed(spec, `The part ${name} is not UTF-8.`);
  fields.set(name, bytes.toString("utf8"));
}

async function readFile(reception: Reception, name: string, part: Part): Promise<void> {
  const { spec, readers } = reception;
  const { countMax = 1, bytesMax = 0, tooLarge = spec.tooLarge } = spec.form.files[name] ?? {};
  const content = openPart(reception, name, part, countMax, bytesMax, () =>
    fail(tooLarge, { message: `The file ${name} is larger than ${bytesMax} bytes.` }),
  );
  const results = reception.files.get(name) ?? [];
  // Takes its place now: a later file may be read sooner.
  const place = results.push(undefined) - 1;
  const filename = part.filename === "" ? undefined : part.filename;
  results[place] = await readers.get(name)?.({ filename, contentType: part.contentType, content });
  // A reader that wants no more of its file must not hold up the parts behind it.
  content.destroy();
}

/** Counts a part, and opens what it holds. */
function openPart(
  { spec, counts, open, refuse }: Reception,
  name: string,
  part: Part,
  countMax: number,
  bytesMax: number,
  tooLarge: () => Error,
): Readable {
  const count = (counts.get(name) ?? 0) + 1;
  if (count > countMax)
    throw malformed(spec, `The part ${name} may be sent ${countMax === 1 ? "once" : `${countMax} times`}.`);
  counts.set(name, count);
  const content = bounded(part.content, bytesMax, () => {
    const error = tooLarge();
    // At once: what a reader makes of the error of its stream is its own.
    refuse(error);
    return error;
  });
  open.add(content.once("close", () => open.delete(content)).on("error", ignore));
  return content;
}

async function endReception({ spec, fields, files, counts, reading }: Reception): Promise<ReceivedForm> {
  await Promise.all(reading);
  for (const [name, { optional }] of Object.entries(spec.form.files))
    if (!counts.has(name) && !optional) throw malformed(spec, `The part ${name} is missing.`);
  refuseNul(fields.values());
  return { fields: parseWith(spec.form.fields, Object.fromEntries(fields)), files: Object.fromEntries(files) };
}

function failReception({ open }: Reception, error: Error): void {
  for (const content of open) content.destroy(error);
}

/**
 * The same bytes, failing with `tooLarge` behind the bound. Whatever becomes of it, `source` is read to its end: the
 * parser waits for that before it goes on.
 */
function bounded(source: Readable, bytesMax: number, tooLarge: () => Error): Readable {
  let total = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total > bytesMax) done(tooLarge());
      else done(null, chunk);
    },
  });
  source.once("error", (error) => counted.destroy(error));
  counted.once("close", () => {
    source.unpipe(counted);
    source.resume();
  });
  return source.pipe(counted);
}

function malformed(spec: MultipartSpec<Form>, message: string, cause?: unknown): ServiceError {
  return fail(spec.malformed, { message, cause });
}

function tooLargeBody(spec: MultipartSpec<Form>): ServiceError {
  return fail(spec.tooLarge, { message: `The body is larger than ${spec.bodyBytesMax} bytes.` });
}
