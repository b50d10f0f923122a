import { documentDatasetKey, type EngineRequest, type LoadedDataset, type Warning } from "@service/engine-kit";
import {
  coveragesOf,
  type DocumentField,
  type OpenCoverage,
  type ReadDocument,
  reportOf,
} from "@service/engine-policy-documents";
import { asWritten, clipped, type JsonObject } from "@service/json";
import type { AcceptedLine } from "@service/models";
import { currencyOf, inputSchema, type ReadableItem, type WrittenItem } from "../../input.ts";
import type { LabelIndex } from "../label-index.ts";
import { chosenOption } from "./choose-option.ts";
import { mergeFields } from "./document-fields.ts";
import type { ItemDocuments } from "./item-documents.ts";
import { mergeCoverages } from "./merge-coverages.ts";
import { besideStated, linesOfDocument, modelCoverages, withoutRead } from "./model-lines.ts";
import { mergeWordings, type WordingList } from "./merge-wordings.ts";
import { cutWarning, readTexts } from "./read-texts.ts";

/** An item as its documents and its caller state it together, or why it cannot be compared (CMP-112, CMP-113). */
export type DocumentItem = { readonly documents: ItemDocuments; readonly warnings: readonly Warning[] } & (
  | {
      readonly kind: "read";
      readonly item: ReadableItem;
      /** The words behind each of `item.coverages`. */
      readonly excerpts: readonly (string | undefined)[];
    }
  | { readonly kind: "excluded"; readonly reason: "document_unread" | "option_not_chosen" }
);

/** Items that are read from documents. */
export type DocumentItems = {
  readonly itemOf: (item: WrittenItem) => DocumentItem;
  /** The stored documents that the worker loaded, for the provenance. */
  readonly datasets: readonly LoadedDataset[];
};

/** Names the type of an input, which is the same under every input contract. */
const anyInput = inputSchema({});

/** Most coverages of an item, inline or not (CMP-2). */
const coveragesMax = 300;

/**
 * Reads the documents of items (CMP-112). What the caller states of an item wins over its documents, coverage by coverage.
 * @param labels resolve the wording of a coverage, so that the caller's replaces the document's.
 * @param accepted coverage lines of a model that code has verified (CMP-118).
 */
export function openDocumentItems(
  input: JsonObject,
  datasets: EngineRequest["datasets"],
  labels: LabelIndex,
  accepted: readonly AcceptedLine[],
): DocumentItems {
  const written = asWritten(anyInput, input);
  const { items } = written;
  const currency = currencyOf(written);
  const refs = new Set(
    items.flatMap(({ documents = [] }) => documents.flatMap(({ source_blob_ref: ref }) => ref ?? [])),
  );
  return {
    datasets: [...refs].flatMap((ref) => datasets.get(documentDatasetKey(ref)) ?? []),
    itemOf: (item) => readItemDocuments(item, { datasets, labels, currency, accepted }),
  };
}

function readItemDocuments(
  item: WrittenItem,
  {
    datasets,
    labels,
    currency,
    accepted,
  }: {
    readonly datasets: EngineRequest["datasets"];
    readonly labels: LabelIndex;
    readonly currency: string;
    readonly accepted: readonly AcceptedLine[];
  },
): DocumentItem {
  const { read, unread, warnings } = readTexts(item, datasets, currency);
  const none = { unread, option: undefined, sources: new Map(), open: [], conflicts: [], differences: [] };
  if (read.length === 0 && item.coverages === undefined)
    return { kind: "excluded", reason: "document_unread", documents: { read: [], ...none }, warnings };
  const option = chosenOption(item, read);
  if (option.kind === "open") {
    const documents = { ...none, read: read.map((each) => describeRead(each, undefined)) };
    return { kind: "excluded", reason: "option_not_chosen", documents, warnings: [...warnings, option.warning] };
  }
  const chosen = option.option;
  const merged = mergeFields(item, read, chosen);
  const offered = read.map(({ document, reading }) => coveragesOf(reading, document, chosen));
  const coverages = mergeCoverages(
    item.coverages ?? [],
    offered.flatMap((each) => each.coverages),
    labels,
  );
  const added = besideStated(
    read.flatMap((each) => modelCoverages(item.key, each, accepted)),
    coverages.lines.map(({ written }) => written),
    labels,
  );
  const lines = [...coverages.lines, ...added.flatMap((each) => each.coverages)];
  const wordings = mergeWordings(item, read);
  const isCut = lines.length > coveragesMax;
  return {
    kind: "read",
    item: asItem(item, read, chosen, merged.values, {
      ...wordings.lists,
      coverages: lines.slice(0, coveragesMax).map(({ written }) => written),
    }),
    excerpts: lines.slice(0, coveragesMax).map(({ excerpt }) => excerpt),
    documents: {
      read: read.map((each) => ({
        ...describeRead(withoutRead(each, added), chosen),
        modelLines: linesOfDocument(each.document.documentKey, added),
      })),
      unread,
      option: chosen,
      sources: new Map([...merged.sources, ...wordings.sources]),
      open: distinctOpen(offered.flatMap(({ open }) => open)),
      conflicts: [...read.flatMap((each) => describeRead(each, chosen).conflicts), ...merged.conflicts],
      differences: [...merged.differences, ...coverages.differences],
    },
    warnings: isCut
      ? [...warnings, cutWarning(item.key, "coverages", "More coverages than an item holds were left out.")]
      : warnings,
  };
}

function describeRead(read: ReadDocument, option: string | undefined): ItemDocuments["read"][number] {
  const { coverages } = coveragesOf(read.reading, read.document, option);
  return { ...reportOf(read, option), coverageCount: coverages.length };
}

function distinctOpen(open: readonly OpenCoverage[]): readonly OpenCoverage[] {
  return [...new Map(open.map((each) => [`${each.line}|${each.coverage}`, each])).values()];
}

function asItem(
  item: WrittenItem,
  read: readonly ReadDocument[],
  option: string | undefined,
  values: ReadonlyMap<DocumentField, string | number>,
  lists: Pick<WrittenItem, WordingList> & Pick<ReadableItem, "coverages">,
): ReadableItem {
  const word = (field: DocumentField): string | undefined => {
    const value = values.get(field);
    return typeof value === "string" ? value : undefined;
  };
  const amount = (field: DocumentField): number | undefined => {
    const value = values.get(field);
    return typeof value === "number" ? value : undefined;
  };
  const { documents = [], records_ref: _reference, option: _option, ...stated } = item;
  const carrier = clipped(word("carrier") ?? "", 120);
  const named = [carrier, option].filter((part) => part !== undefined && part !== "").join(" ");
  const [first] = documents;
  return {
    ...stated,
    kind: item.kind ?? kindOf(item, read),
    label: item.label ?? clipped(named === "" ? (first?.title ?? item.key) : named, 120),
    carrier: item.carrier ?? { name: carrier },
    ...member("effective_on", word("effective_on")),
    ...member("expires_on", word("expires_on")),
    ...member("quote_valid_until", word("quote_valid_until")),
    ...member("minimum_earned", amount("minimum_earned")),
    premium: {
      // 0 states no premium (CMP-102).
      base: amount("premium.base") ?? 0,
      ...member("taxes", amount("premium.taxes")),
      ...member("fees", amount("premium.fees")),
      ...member("total", amount("premium.total")),
    },
    ...lists,
  };
}

/** A member of an object; none without a value. */
function member<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Each in Name]?: Value };
function member(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [name]: value };
}

/** What the documents say that they are, else what the caller calls them, else an offer. */
function kindOf({ documents = [] }: WrittenItem, read: readonly ReadDocument[]): ReadableItem["kind"] {
  const stated = read.map(({ reading }) => reading.kind).filter((kind) => kind !== "other");
  const kinds = stated.length > 0 ? stated : documents.flatMap(({ kind }) => kind?.toLowerCase() ?? []);
  if (kinds.some((kind) => kind === "quote" || kind === "proposal")) return "quote";
  if (kinds.includes("binder")) return "binder";
  return kinds.some((kind) => kind === "declarations" || kind === "policy") ? "policy" : "quote";
}
