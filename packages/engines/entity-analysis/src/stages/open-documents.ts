import {
  documentDatasetKey,
  type EngineRequest,
  type EvidenceSource,
  type LoadedDataset,
  textOfDocument,
  unreadTextInWords,
  type ValueText,
  valueTextOf,
  type Warning,
} from "@service/engine-kit";
import type { UnreadDocument } from "@service/engine-policy-documents";
import { byText, type JsonObject, placeIn } from "@service/json";
import type { EntityAnalysisInput } from "../input.ts";
import { searchTextOf, type SearchText } from "./pattern-search.ts";

export type CaseDocument = {
  readonly key: string;
  readonly kind: string;
  readonly datedOn: string | undefined;
  readonly fields: JsonObject;
  readonly search: SearchText | undefined;
  /** The text as the reader of values sees it, prepared at the first use. */
  readonly values: () => ValueText | undefined;
  /** Of a document whose pages are known (ENT-87). */
  readonly pages: readonly string[] | undefined;
  readonly sourceBlobRef: string | undefined;
  /** The document has more text than was read. */
  readonly isCut: boolean;
  /** A place of the search text as a reference: on its page where pages are known. */
  readonly refOf: (start: number, end: number) => EvidenceSource["ref"];
};

type Written = NonNullable<EntityAnalysisInput["documents"]>[number];

/** The documents of a file, in the order of their keys. */
export type OpenedDocuments = {
  readonly documents: readonly CaseDocument[];
  readonly unread: readonly UnreadDocument[];
  readonly datasets: readonly LoadedDataset[];
  readonly warnings: readonly Warning[];
};

/** Opens what was sent along, and what was loaded of stored documents (ENT-22, ENT-87). */
export function openDocuments(written: readonly Written[], datasets: EngineRequest["datasets"]): OpenedDocuments {
  const unread: UnreadDocument[] = [];
  const warnings: Warning[] = [];
  const used: LoadedDataset[] = [];
  const documents = written.map((document): CaseDocument => {
    const { document_key: key, kind, source_blob_ref: ref, fields = {} } = document;
    const text = textOfDocument(document, datasets);
    const dataset =
      document.text === undefined && ref !== undefined ? datasets.get(documentDatasetKey(ref)) : undefined;
    if (dataset !== undefined) used.push(dataset);
    const isCut = text?.kind === "text" && text.isCut;
    if (isCut) warnings.push(cutWarning(key));
    const isPaged = document.pages !== undefined || dataset !== undefined;
    if (text?.kind !== "text" && (isPaged || Object.keys(fields).length === 0)) {
      // A name that is no reference to a stored document has nothing to be read.
      const reason = isPaged ? text?.reason : undefined;
      if (reason !== undefined) unread.push({ documentKey: key, sourceBlobRef: ref, reason });
      warnings.push(unreadableWarning(key, reason));
    }
    const pages = text?.kind === "text" && isPaged ? text.pages : undefined;
    const body = text?.kind === "text" ? text.pages.join("\n") : "";
    const search = body === "" ? undefined : searchTextOf(body);
    return {
      key,
      kind,
      datedOn: document.dated_on,
      fields,
      search,
      values: valuesOf(search),
      pages,
      sourceBlobRef: ref,
      isCut,
      refOf: refsOf({ key, ref }, body, pages),
    };
  });
  warnings.sort((a, b) => byText(a.path ?? "", b.path ?? ""));
  return { documents: documents.sort((a, b) => byText(a.key, b.key)), unread, datasets: used, warnings };
}

function unreadableWarning(key: string, reason: UnreadDocument["reason"] | undefined): Warning {
  const message =
    reason === undefined
      ? `Document ${key} has no readable text.`
      : `Document ${key} was not read: ${unreadTextInWords[reason]}.`;
  return { code: "document_unreadable", message, stage: "load", severity: "warning", path: key };
}

function cutWarning(key: string): Warning {
  const message = `Document ${key} is longer than what is read of one.`;
  return { code: "input_truncated", message, stage: "load", severity: "warning", path: key };
}

/** Places of a document without pages count from the beginning of its text. */
function refsOf(
  { key, ref }: { readonly key: string; readonly ref: string | undefined },
  body: string,
  pages: readonly string[] | undefined,
): CaseDocument["refOf"] {
  if (pages === undefined) return (start, end) => ({ document_key: key, ...placeIn(body, start, end) });
  const starts: number[] = [];
  let at = 0;
  for (const page of pages) {
    starts.push(at);
    at += page.length + 1;
  }
  return (start, end) => {
    const index = Math.max(
      0,
      starts.findLastIndex((first) => first <= start),
    );
    const [first = 0, page = ""] = [starts[index], pages[index]];
    return {
      document_key: key,
      ...(ref === undefined ? {} : { source_blob_ref: ref }),
      page: index + 1,
      ...placeIn(page, start - first, Math.min(end - first, page.length)),
    };
  };
}

function valuesOf(search: SearchText | undefined): CaseDocument["values"] {
  let prepared: ValueText | undefined;
  return () => (search === undefined ? undefined : (prepared ??= valueTextOf(search.text, search.folded)));
}
