import { fail, uuidPattern } from "@service/contract";
import { statement } from "@service/db";
import type { DocumentWanted } from "@service/engine-kit";
import { assertAllowed, type Caller, decide } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { findDocuments } from "../documents/index.ts";
import { bookUnlessUnmapped, type BookView } from "../seats/index.ts";
import type { DocumentReader, RunDocument } from "./run-document.ts";

/** Who submits, as the request says it. */
export interface DocumentRequest {
  readonly caller: Caller;
  /** Resolves the person of the request; left out for a submitter who can name nobody. */
  readonly bookView?: (() => Promise<BookView>) | undefined;
  /** Whose conversations are read (CONV-20); null: those of the environment. */
  readonly person: string | null;
}

const catalogRef = /^sb_[0-9a-f]{32}$/;

/**
 * Resolves the stored documents of a submission for its person (DOC-40, DOC-41): the key, then the documents of the
 * catalog and the attachments that the person may read.
 *
 * @throws `insufficient_capability`, `scoped_key_required`; `assertion_invalid`, `assertion_stale`, `lens_target_unknown`;
 *   `invalid_input` naming each reference behind which the person may read nothing, whatever the reason.
 */
export async function resolveRunDocuments(
  deps: Pick<Deps, "db">,
  request: DocumentRequest,
  wanted: readonly DocumentWanted[],
): Promise<readonly RunDocument[]> {
  if (wanted.length === 0) return [];
  const { caller } = request;
  const ofCatalog = refsOf(wanted, (ref) => catalogRef.test(ref), caller, "runs.documents");
  const attached = refsOf(wanted, (ref) => uuidPattern.test(ref), caller, "runs.attachments");
  const found = new Map([
    ...(await findInCatalog(deps, request, ofCatalog)),
    ...(await findAttachments(deps, request, attached)),
  ]);
  const missing = wanted.filter(({ ref, isRequired }) => isRequired && !found.has(ref));
  if (missing.length > 0)
    throw fail("invalid_input", {
      details: missing.map(({ field }) => ({ field, message: "names no document that you may read" })),
    });
  return [...found.values()];
}

/** The references of one kind; a key without the right is refused where one of them must be read. */
function refsOf(
  wanted: readonly DocumentWanted[],
  isOfKind: (ref: string) => boolean,
  caller: Caller,
  action: "runs.documents" | "runs.attachments",
): readonly string[] {
  const ofKind = wanted.filter(({ ref }) => isOfKind(ref));
  if (ofKind.some(({ isRequired }) => isRequired)) assertAllowed(caller, action);
  else if (decide(caller, action).kind === "refused") return [];
  return [...new Set(ofKind.map(({ ref }) => ref))];
}

type Found = readonly (readonly [ref: string, document: RunDocument])[];

async function findInCatalog(
  deps: Pick<Deps, "db">,
  request: DocumentRequest,
  refs: readonly string[],
): Promise<Found> {
  if (refs.length === 0) return [];
  const { organizationId } = request.caller;
  const book = request.bookView === undefined ? null : await bookUnlessUnmapped(request.bookView());
  const documents = await findDocuments(deps, { organizationId, book }, { refs, clientKey: undefined });
  return documents.map((document) => [
    document.sourceBlobRef,
    {
      organizationId,
      ref: document.sourceBlobRef,
      documentId: document.id,
      connectionId: document.clientKey === null ? null : document.connectionId,
      clientKey: document.clientKey,
      policyKey: document.policyKey,
      attachmentId: null,
      ownerPrincipal: null,
      reader: readerOf(book, request.person),
    },
  ]);
}

function readerOf(book: BookView | null, person: string | null): DocumentReader {
  if (book === null) return { actor: null, target: null, principal: null, isAsserted: false, person };
  const { actor, seatKey, lens, principal, isAsserted } = book;
  return { actor, target: lens === null || seatKey === null ? null : { seatKey, lens }, principal, isAsserted, person };
}

/** The attachments of conversations that the person sees (ATT-10). */
const findSeen = statement(
  "run_documents_find_attachments",
  `select a.id, c.owner_principal as "ownerPrincipal"
   from conversation_attachments a
     join conversations c on c.id = a.conversation_id and c.organization_id = a.organization_id
       and c.environment_id = a.environment_id and c.deleted_at is null
   where a.organization_id = @organization_id and a.environment_id = @environment_id and a.id = any(@ids::uuid[])
     and (@person::text is null or c.owner_principal = @person)`,
);

async function findAttachments(
  { db }: Pick<Deps, "db">,
  { caller, person }: DocumentRequest,
  refs: readonly string[],
): Promise<Found> {
  if (refs.length === 0) return [];
  const { organizationId, environmentId } = caller;
  const { rows } = await db.pool.query(findSeen({ organizationId, environmentId, ids: [...refs], person }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return refs.flatMap((ref) => {
    const row = byId.get(ref.toLowerCase());
    if (row === undefined) return [];
    const use = { documentId: null, connectionId: null, clientKey: null, policyKey: null, attachmentId: row.id };
    const { ownerPrincipal } = row;
    return [[ref, { organizationId, ref, ...use, ownerPrincipal, reader: readerOf(null, person) }] as const];
  });
}
