import { ServiceError } from "@service/contract";
import type { BookView, Viewer } from "../../book/seats/index.ts";
import { joinedEvidence, type Evidence, noEvidence } from "./evidence.ts";
import { noticingReads } from "./noticing-reads.ts";
import type {
  Gathered,
  GroundingConfig,
  GroundingRun,
  GroundingSource,
  GroundingSubject,
  Passage,
  SourceKind,
  SourceNotice,
} from "./passage.ts";
import { queryWords } from "./rank-texts.ts";
import { resolveReach } from "./resolve-reach.ts";
import type { VariableValues } from "./selected.ts";
import { fromAttachments } from "./sources/attachments.ts";
import type { FromSource, GroundingDeps, Reach, SourceQuestion } from "./sources/source-question.ts";
import { fromCatalogItems } from "./sources/catalog-items.ts";
import { fromDocuments } from "./sources/documents.ts";
import { fromGraph } from "./sources/graph.ts";
import { fromKnowledge } from "./sources/knowledge.ts";
import { fromRecords, mayReadBook, needsOfBook } from "./sources/records.ts";
import { fromRunOutputs } from "./sources/run-outputs.ts";
import { withinBounds } from "./within-bounds.ts";

/**
 * How look-ups of an answerer open the book; what it returns must show what `view` sees within `reach`, and no more.
 * Undefined where there is nothing to look up yet.
 */
export type OpenBook<Book> = (access: {
  readonly view: BookView;
  readonly viewer: Viewer;
  readonly reach: Exclude<Reach, { readonly kind: "none" }>;
  readonly signal: AbortSignal;
}) => Promise<Book | undefined>;

/** A question of a turn, or of an evaluation, whose sources are wanted. */
export interface SourcesRequest<Book> {
  /** Rights as they are now (`presentRights`). */
  readonly viewer: Viewer;
  readonly config: GroundingConfig;
  readonly variables: VariableValues;
  readonly subject: GroundingSubject | null;
  /** The conversation whose attachments are meant; undefined for an evaluation. */
  readonly conversationId: string | undefined;
  /** Attachments of the question and of those before it on its path. */
  readonly attachmentIds: readonly string[];
  readonly question: string;
  /** Earlier texts on the path, oldest first. */
  readonly history: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  /** Whether a kind may be read for the model of the turn; for the embedded one always true (GROUND-24). */
  readonly egress: (kind: SourceKind) => boolean;
  /** The answerer looks values up: of records without a selector it needs no passages (GROUND-21). */
  readonly looksUp: boolean;
  /** Left out by answerers that look nothing up. */
  readonly openBook?: OpenBook<Book>;
  readonly signal: AbortSignal;
}

/** What became of one source. */
type Outcome =
  | {
      readonly kind: "read";
      readonly read: FromSource;
      readonly runs?: readonly GroundingRun[];
      readonly skipped?: readonly string[];
    }
  | Unread;

/** Why a source was not read. */
interface Unread {
  readonly kind: "unread";
  readonly reason: "rights" | "egress" | "failed";
  readonly remedy?: string;
}

/**
 * Reads the sources that a configuration names, each by the verbs of its public route and for the viewer (GROUND-20 to
 * GROUND-25): at most 40 passages of 64 KiB together, within the subject of the conversation. A source that may not be
 * read gives a notice instead; nothing of it is in the answer, and nothing says what it would have given.
 * @throws the reason of the signal.
 */
export async function gatherSources<Book extends object = never>(
  deps: GroundingDeps,
  request: SourcesRequest<Book>,
): Promise<Gathered<Book>> {
  const { viewer, config, signal } = request;
  const { sources } = config.grounding;
  const question = await questionOf(deps, request);
  const outcomes = await Promise.all(sources.map((source) => readSource(deps, request, question, source)));
  signal.throwIfAborted();

  const kept = withinBounds(outcomes.map((outcome) => (outcome.kind === "read" ? outcome.read.passages : [])));
  const needs = outcomes.flatMap((outcome, at) =>
    outcome.kind === "read" && ((kept[at]?.length ?? 0) > 0 || (outcome.runs?.length ?? 0) > 0)
      ? [outcome.read.needs]
      : [],
  );
  const read = joinedEvidence(noEvidence(viewer.organizationId), ...needs);
  const opened = await openedBook(deps, request, question, outcomes);
  const failed = opened !== undefined && "kind" in opened ? opened : undefined;
  const book = opened !== undefined && "kind" in opened ? undefined : opened;
  const runs = sources.some(({ kind }, at) => kind === "run_outputs" && outcomes[at]?.kind === "read")
    ? outcomes.flatMap((outcome) => (outcome.kind === "read" ? (outcome.runs ?? []) : []))
    : undefined;
  const ofBook = needsOfBook(question);
  return {
    passages: kept.flat(),
    book: book?.book ?? null,
    runs: runs === undefined ? null : { newest: async () => runs },
    skippedAttachmentIds: outcomes.flatMap((outcome) => (outcome.kind === "read" ? (outcome.skipped ?? []) : [])),
    notices: noticesOf(sources, outcomes, kept, {
      opensBook: request.looksUp && book !== undefined,
      failed,
      runs: runs?.length ?? 0,
    }),
    evidence: book === undefined ? read : joinedEvidence(read, ofBook),
    evidenceSoFar: (): Evidence => (book?.wasRead() === true ? joinedEvidence(read, ofBook) : read),
  };
}

async function questionOf<Book>(deps: GroundingDeps, request: SourcesRequest<Book>): Promise<SourceQuestion> {
  const { viewer, config, variables, conversationId, attachmentIds, looksUp, signal } = request;
  const subject = request.subject ?? {};
  const before = request.history.findLast(({ role }) => role === "user")?.text;
  return {
    viewer,
    query: queryWords(request.question, before),
    config,
    variables,
    subject,
    reach: await resolveReach(deps, viewer, subject, signal),
    conversationId,
    attachmentIds,
    looksUp,
    signal,
  };
}

/** A source that fails is a notice of its own: the others are read all the same. */
async function readSource<Book>(
  deps: GroundingDeps,
  { egress, signal }: SourcesRequest<Book>,
  question: SourceQuestion,
  source: GroundingSource,
): Promise<Outcome> {
  if (!egress(source.kind)) return { kind: "unread", reason: "egress" };
  try {
    const read = await fromSource(deps, question, source);
    return read === undefined ? { kind: "unread", reason: "rights" } : { ...read, kind: "read", read };
  } catch (error) {
    signal.throwIfAborted();
    // No connection, or nothing imported: there is nothing to read, which is no failure.
    if (error instanceof ServiceError && error.code === "not_found")
      return { kind: "read", read: { passages: [], needs: noEvidence(question.viewer.organizationId) } };
    return failedOf(deps, source.kind, error);
  }
}

/** A source that could not be read; an operator finds why in the log, except where the viewer has to choose. */
function failedOf({ log }: GroundingDeps, source: string, error: unknown): Unread {
  if (error instanceof ServiceError && error.code === "book_connection_ambiguous")
    return { kind: "unread", reason: "failed", remedy: toChoose };
  log.warn({ err: error, source }, "a source of a conversation could not be read");
  return { kind: "unread", reason: "failed" };
}

const toChoose = "Several connections hold a book: name one as connection_id of the conversation's subject.";

type Read = FromSource & { readonly runs?: readonly GroundingRun[]; readonly skipped?: readonly string[] };

async function fromSource(
  deps: GroundingDeps,
  question: SourceQuestion,
  source: GroundingSource,
): Promise<Read | undefined> {
  switch (source.kind) {
    case "knowledge":
      return fromKnowledge(question, source);
    case "attachments":
      return fromAttachments(deps, question, source);
    case "catalog_documents":
      return fromDocuments(deps, question, source);
    case "catalog_items":
      return fromCatalogItems(deps, question, source);
    case "records":
      return fromRecords(deps, question, source);
    case "run_outputs":
      return fromRunOutputs(deps, question, source);
    case "graph":
      return fromGraph(deps, question, source);
  }
}

type OpenedBook<Book> = ReturnType<typeof noticingReads<Book & object>>;

/** Look-ups are open where the configuration names the book, the viewer may read it, and it could be read just now. */
async function openedBook<Book extends object>(
  deps: GroundingDeps,
  { viewer, config, openBook, signal }: SourcesRequest<Book>,
  question: SourceQuestion,
  outcomes: readonly Outcome[],
): Promise<OpenedBook<Book> | Unread | undefined> {
  const isNamed = config.grounding.sources.some(({ kind }, at) => kind === "records" && outcomes[at]?.kind === "read");
  const { book: view } = viewer;
  const { reach } = question;
  if (!isNamed || openBook === undefined || view === null || !mayReadBook(question) || reach.kind === "none")
    return undefined;
  try {
    const book = await openBook({ view, viewer, reach, signal });
    return book === undefined ? undefined : noticingReads(book);
  } catch (error) {
    signal.throwIfAborted();
    // No connection: there is nothing to look up.
    if (error instanceof ServiceError && error.code === "not_found") return undefined;
    return failedOf(deps, "records", error);
  }
}

function noticesOf(
  sources: readonly GroundingSource[],
  outcomes: readonly Outcome[],
  kept: readonly (readonly Passage[])[],
  lookedUp: { readonly opensBook: boolean; readonly failed: Unread | undefined; readonly runs: number },
): readonly SourceNotice[] {
  return sources.flatMap(({ kind, required }, at): readonly SourceNotice[] => {
    const outcome = outcomes[at];
    if (outcome === undefined) return [];
    const unread = outcome.kind === "unread" ? outcome : kind === "records" ? lookedUp.failed : undefined;
    if (unread !== undefined) {
      const { reason, remedy } = unread;
      return [{ source: kind, reason, required, ...(remedy !== undefined && { remedy }) }];
    }
    const isOpen = (kind === "records" && lookedUp.opensBook) || (kind === "run_outputs" && lookedUp.runs > 0);
    // A source that was read and has nothing to say is no reason not to answer.
    return isOpen || (kept[at]?.length ?? 0) > 0 ? [] : [{ source: kind, reason: "empty", required: false }];
  });
}
