import type { FieldPolicy } from "@service/privacy";
import { classesOfClientDocument, documentKinds } from "../catalog/index.ts";
import type { BookReader } from "../seats/index.ts";

/** Who reads documents (DOC-30). */
export interface DocumentReader {
  readonly organizationId: string;
  /** The person for whom clients' documents are read; undefined: nobody, so that documents of clients are left out. */
  readonly book: BookReader | undefined;
}

/** What a document of a client is called by. */
interface Owned {
  readonly clientKey: string | null;
  readonly kind: string;
}

/** Whether the policy shows the text and the content of a document (DOC-31). Those of no client are shown to all. */
export function isTextShown({ book }: DocumentReader, { clientKey, kind }: Owned): boolean {
  if (clientKey === null) return true;
  return book !== undefined && isKindShown(book.policy, kind);
}

function isKindShown({ denied }: FieldPolicy, kind: string): boolean {
  return classesOfClientDocument(kind).every((each) => !denied.includes(each));
}

/** The kinds of clients' documents whose text the reader may search: those that are known, and whether all others. */
export function searchableKinds({ book }: DocumentReader): {
  readonly known: readonly string[];
  readonly shown: readonly string[];
  readonly areOthersShown: boolean;
} {
  const known = documentKinds.map(({ key }) => key);
  if (book === undefined) return { known, shown: [], areOthersShown: false };
  return {
    known,
    shown: known.filter((kind) => isKindShown(book.policy, kind)),
    areOthersShown: isKindShown(book.policy, "other"),
  };
}
