import { ActingHeaders as DeclaredHeaders, fail, headerNames, headerNamesOf, ServiceError } from "@service/contract";
import {
  type ActingHeaders,
  type AppendPerson,
  type BookReader,
  type ConversationReader,
  resolveAppendPerson,
  resolveConversationReader,
  resolveReader,
  resolveRunReader,
  type RunReader,
} from "@service/domain/seats";
import type { ActionName, Caller, Viewing } from "@service/domain/access";
import type { DocumentReader } from "@service/domain/documents";
import { parseWith } from "@service/http";
import type { IncomingMessage } from "node:http";
import type { ApiDeps } from "../open-deps.ts";

/** Who reads or makes runs. */
export interface RunCaller extends RunReader {
  /** Resolves for whom a run reads the book, which is known to be wanted only when its input is read (REC-71). */
  readonly bookReader: () => Promise<BookReader>;
}

/**
 * The person for whom the book is read (SEAT-20). Called once the key is accepted and before anything of the request is
 * parsed, so that no route looks at an acting header and refusals come in one order (REC-55): an acting header that is too long, a lens
 * on a write, an overlay, the assertion, the person, the lens.
 * @returns undefined for a route that does not read the book.
 */
export async function readerOf(
  asking: Asking,
  { viewer, reads, writes }: Viewing,
  request: IncomingMessage,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<BookReader | RunReader | RunCaller | AppendPerson | DocumentReader | ConversationReader | undefined> {
  if (viewer === undefined && writes === undefined) return undefined;
  parseWith(DeclaredHeaders, headers);
  const person = {
    principal: headers[headerNames.actingPrincipal],
    email: headers[headerNames.actingEmail],
    assertions: valuesOf(request, headerNames.recordsAssertion),
  };
  const lens = headers[headerNames.recordsLens];
  const bookReader = (): Promise<BookReader> =>
    bookReaderOf(asking, { ...person, lens, needsPrincipal: viewer === "named" && reads === "book" });
  if (writes !== undefined && (lens?.trim() ?? "") !== "") throw fail("book_lens_read_only");
  if (writes === "overlay") throw fail("overlay_read_only");
  if (writes === "ledger") return appendPersonOf(asking, person);
  if (viewer === "named" && writes === "book" && (person.principal?.trim() ?? "") === "")
    return refuseUnnamed(bookReader());
  if (viewer !== "optional") return bookReader();
  switch (reads) {
    case "documents":
      return documentReader(asking.caller.organizationId, bookReader);
    case "conversations":
      return resolveConversationReader(asking.deps, asking.caller, { ...person, lens });
    case "book":
      return { ...(await resolveRunReader(asking.deps, asking.caller, person)), bookReader };
    case "runs":
      return resolveRunReader(asking.deps, asking.caller, person);
  }
}

/** Without a principal nobody need map to a seat: the missing header is the caller's mistake (REC-138). */
async function refuseUnnamed(reader: Promise<BookReader>): Promise<never> {
  try {
    await reader;
  } catch (refusal) {
    if (!(refusal instanceof ServiceError) || refusal.code !== "identity_unmapped") throw refusal;
  }
  throw fail("run_requires_acting_principal");
}

async function appendPersonOf(asking: Asking, person: Omit<ActingHeaders, "lens">): Promise<AppendPerson> {
  const { readerFor } = await countingUnmapped(asking, () => resolveAppendPerson(asking.deps, asking.caller, person));
  return { readerFor: (principal) => countingUnmapped(asking, () => readerFor(principal)) };
}

/** Without a person the documents of clients are left out; a wrong assertion or lens is refused all the same (DOC-30). */
async function documentReader(organizationId: string, bookReader: () => Promise<BookReader>): Promise<DocumentReader> {
  try {
    return { organizationId, book: await bookReader() };
  } catch (refusal) {
    if (refusal instanceof ServiceError && refusal.code === "identity_unmapped")
      return { organizationId, book: undefined };
    throw refusal;
  }
}

interface Asking {
  readonly deps: ApiDeps;
  readonly caller: Caller;
  readonly action: ActionName;
}

function bookReaderOf(asking: Asking, headers: ActingHeaders): Promise<BookReader> {
  return countingUnmapped(asking, () => resolveReader(asking.deps, asking.caller, headers));
}

async function countingUnmapped<Person>(
  { deps, caller, action }: Asking,
  resolve: () => Promise<Person>,
): Promise<Person> {
  try {
    return await resolve();
  } catch (refusal) {
    // The operator learns which routes are called without a person before lit breaks them (SEAT-5).
    const { organizationId, organization } = caller;
    if (
      organization.recordsPosture === "shadow" &&
      refusal instanceof ServiceError &&
      refusal.code === "identity_unmapped"
    )
      deps.shadow.count({ reader: { organizationId, seat: undefined }, route: action, hidden: new Map([["", 0]]) });
    throw refusal;
  }
}

/** Every value of a header, under its name and its former one: an assertion that is sent twice does not count. */
function valuesOf({ headersDistinct }: IncomingMessage, name: string): readonly string[] {
  return headerNamesOf(name).flatMap((each) => headersDistinct[each] ?? []);
}
