import type { FieldPolicy } from "@service/privacy";
import { classesOfClientDocument, documentKinds } from "../catalog/index.ts";
import type { Viewer } from "../seats/index.ts";

/** Who sees documents (DOC-30): those of clients are left out without a view of the book. */
export type DocumentViewer = Pick<Viewer, "organizationId" | "book">;

/** What a document of a client is called by. */
interface Owned {
  readonly clientKey: string | null;
  readonly kind: string;
}

/** Whether the policy shows the text and the content of a document (DOC-31). Those of no client are shown to all. */
export function isTextShown({ book }: DocumentViewer, { clientKey, kind }: Owned): boolean {
  if (clientKey === null) return true;
  return book !== null && isKindShown(book.policy, kind);
}

function isKindShown({ denied }: FieldPolicy, kind: string): boolean {
  return classesOfClientDocument(kind).every((each) => !denied.includes(each));
}

/** The kinds of clients' documents whose text the viewer may search: those that are known, and whether all others. */
export function searchableKinds({ book }: DocumentViewer): {
  readonly declared: readonly string[];
  readonly shown: readonly string[];
  readonly areOthersShown: boolean;
} {
  const declared = documentKinds.map(({ key }) => key);
  if (book === null) return { declared, shown: [], areOthersShown: false };
  return {
    declared,
    shown: declared.filter((kind) => isKindShown(book.policy, kind)),
    areOthersShown: isKindShown(book.policy, "other"),
  };
}
