import type { Place } from "../document-reading.ts";
import type { Row } from "../rows/row.ts";
import type { CoverageFact } from "./facts.ts";
import type { TableHeader } from "../rows/table-rows.ts";
import type { SectionKind } from "../words/label-kinds.ts";

/** Where the walk is: what headings above say of the rows below. */
export type Scope = {
  section: SectionKind | undefined;
  line: string | undefined;
  lineAt: Place;
  /** A heading that names several lines leaves the line of its rows open. */
  isLineOpen: boolean;
  /** The lines that the heading above names. */
  openLines: readonly string[];
  /** It was open somewhere: the premium is that of several lines. */
  hasOpenLine: boolean;
  location: string | undefined;
  header: TableHeader | undefined;
  /** Declarations, not a quote. */
  readonly isIssued: boolean;
  /** A policy of a farm, whose property and liability are parts of one line. */
  readonly isFarm: boolean;
  /** An auto policy of persons: no word of a business, and words of a household's cars. */
  readonly isHousehold: boolean;
  isOffer: boolean;
  /** The first line of the document's titles. */
  documentLine: string | undefined;
  readonly addresses: Map<string, string>;
  /** Of the line above, a label whose value may stand below. */
  pending: Row | undefined;
  /** A coverage whose terms follow on lines of their own, "COINS: 80%   DED: $5,000", and how far its name is indented. */
  block: { readonly fact: CoverageFact; readonly indent: number } | undefined;
  /** A line of business that a heading or a row within a table names: for the rows that are indented below it. */
  inner: { readonly line: string; readonly indent: number } | undefined;
  /** Amounts without labels go on below "Limits: $5M each occurrence". */
  isListing: boolean;
  /** Labels of coverages that no line of business was found for. */
  readonly unplaced: string[];
  /** Lines since the last item of a list of wordings. */
  blanks: number;
  wordingItems: number;
};
