import { ActingHeaders as DeclaredHeaders, fail, headerNames, headerNamesOf, ServiceError } from "@service/contract";
import type { ActionName, Caller, Viewing } from "@service/domain/access";
import type { DocumentViewer } from "@service/domain/documents";
import {
  type ActingHeaders,
  bookUnlessUnmapped,
  type BookView,
  resolveAppendView,
  resolveBookView,
  resolveRunView,
  resolveViewer,
  type RunView,
  type Viewer,
} from "@service/domain/seats";
import { parseWith } from "@service/http";
import type { IncomingMessage } from "node:http";
import type { ApiDeps } from "../open-deps.ts";

/** What an action may see, by its `reads` and `writes`, for a person who need not be named. */
export interface OptionalViews {
  /** `bookView` resolves for whom a run reads the book, which is known to be wanted only when its input is read (REC-71). */
  readonly book: RunView & { readonly bookView: () => Promise<BookView> };
  readonly runs: RunView;
  readonly documents: DocumentViewer;
  readonly conversations: Viewer;
}

/** Resolves the view of the book for the principal of a body, where the headers name nobody (LEDGER-1). */
export type AppendView = (actorPrincipal: string) => Promise<BookView>;

/** Whether an action shows or changes something by who is acting. */
export function hasView({
  viewer,
  writes,
}: { readonly [Name in "viewer" | "writes"]?: Viewing[Name] | undefined }): boolean {
  return viewer !== undefined || writes !== undefined;
}

/**
 * For whom an action is performed (SEAT-20). Called once the key is accepted and before anything of the request is
 * parsed, so that no route looks at an acting header and refusals come in one order (REC-55): an acting header that is
 * too long, a lens on a write, an overlay, the assertion, the person, the lens.
 * @returns undefined for an action that shows everybody the same.
 */
export async function resolveViewerOf(
  request: Admitted,
  { viewer, reads, writes }: Viewing,
): Promise<BookView | AppendView | OptionalViews[keyof OptionalViews] | undefined> {
  if (!hasView({ viewer, writes })) return undefined;
  const { deps, caller } = request;
  const { lens, ...person } = request.acting();
  const needsPrincipal = viewer === "named" && reads === "book";
  const bookView = (): Promise<BookView> =>
    countingUnmapped(request, () => resolveBookView(deps, caller, { ...person, lens, needsPrincipal }));
  if (writes !== undefined && (lens?.trim() ?? "") !== "") throw fail("book_lens_read_only");
  if (writes === "overlay") throw fail("overlay_read_only");
  if (writes === "ledger") return appendView(request, person);
  if (viewer === "named" && writes === "book" && (person.principal?.trim() ?? "") === "")
    return refuseUnnamed(bookView());
  if (viewer !== "optional") return bookView();
  switch (reads) {
    case "documents":
      // A wrong assertion or lens is refused all the same (DOC-30).
      return { organizationId: caller.organizationId, book: await bookUnlessUnmapped(bookView()) };
    case "conversations":
      return resolveViewer(deps, caller, { ...person, lens });
    case "book":
      return { ...(await resolveRunView(deps, caller, person)), bookView };
    case "runs":
      return resolveRunView(deps, caller, person);
  }
}

/** Without a principal nobody need map to a seat: the missing header is the caller's mistake (REC-138). */
async function refuseUnnamed(view: Promise<BookView>): Promise<never> {
  await bookUnlessUnmapped(view);
  throw fail("run_requires_acting_principal");
}

async function appendView(request: Admitted, person: Omit<ActingHeaders, "lens">): Promise<AppendView> {
  const viewFor = await countingUnmapped(request, () => resolveAppendView(request.deps, request.caller, person));
  return (principal) => countingUnmapped(request, () => viewFor(principal));
}

/** A request whose caller was accepted. */
interface Admitted {
  readonly deps: ApiDeps;
  readonly caller: Caller;
  readonly action: ActionName;
  /** The person for whom the caller acts. @throws `invalid_request` */
  readonly acting: () => ActingHeaders;
}

/** The person whom the headers of a request name. @throws `invalid_request` for a header that is too long. */
export function actingOf(
  message: IncomingMessage,
  headers: Readonly<Record<string, string | undefined>>,
): ActingHeaders {
  parseWith(DeclaredHeaders, headers);
  return {
    principal: headers[headerNames.actingPrincipal],
    email: headers[headerNames.actingEmail],
    assertions: valuesOf(message, headerNames.recordsAssertion),
    lens: headers[headerNames.recordsLens],
  };
}

async function countingUnmapped<View>({ deps, caller, action }: Admitted, resolve: () => Promise<View>): Promise<View> {
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
      deps.shadow.count({ viewer: { organizationId, seatKey: null }, route: action, hidden: new Map([["", 0]]) });
    throw refusal;
  }
}

/** Every value of a header, under its name and its former one: an assertion that is sent twice does not count. */
function valuesOf({ headersDistinct }: IncomingMessage, name: string): readonly string[] {
  return headerNamesOf(name).flatMap((each) => headersDistinct[each] ?? []);
}
