import { day, opportunityChanges, opportunityKinds, opportunityStatuses, text } from "@service/contract";
import {
  type OpportunityFilters,
  type OpportunityListRequest,
  type OpportunitySort,
  opportunitySorts,
} from "@service/domain/opportunities";
import * as z from "zod";
import { BookQuery, namesOf, PagedQuery, stringIn } from "../list-query.ts";

const word = (example: string) =>
  text(1, 200)
    .optional()
    .meta({ examples: [example] });

const filters = {
  kind: namesOf(opportunityKinds, "One kind, or several separated by commas."),
  status: namesOf(opportunityStatuses, "One status, or several separated by commas; every status unless given."),
  change: namesOf(opportunityChanges, "What became of it in the newest run that covered it."),
  line: word("cyber"),
  producer_seat: word("seat-7"),
  office_key: word("office-1"),
  min_score: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, "must be a number from 0 to 100")
    .refine((given) => Number(given) <= 100, "must be a number from 0 to 100")
    .optional()
    .meta({ description: "This score or more.", examples: ["60"] }),
  due_before: day()
    .optional()
    .meta({ description: "Due before this day.", examples: ["2026-12-31"] }),
  annotated: z.enum(["true", "false"]).optional(),
  q: text(1, 200)
    .optional()
    .meta({ description: "Words that begin words of the client's name or of the title.", examples: ["blue harb"] }),
};

const fields = ["score", "due_on", "expected_value", "first_seen_at"] as const satisfies readonly OpportunitySort[];
const sorts = [
  "score",
  "-score",
  "due_on",
  "-due_on",
  "expected_value",
  "-expected_value",
  "first_seen_at",
  "-first_seen_at",
] as const;
const Sort = z
  .enum(sorts)
  .optional()
  .meta({ description: "`-` descends; rows without the value stand last. `-score` unless given." });

export const OpportunitiesQuery = PagedQuery.extend({ ...filters, client_key: word("c_1042"), sort: Sort });
/** The client is in the path. */
export const ClientOpportunitiesQuery = PagedQuery.extend({ ...filters, sort: Sort });
export const SummaryQuery = BookQuery.extend({ ...filters, client_key: word("c_1042") });

type Given = Readonly<Record<string, unknown>>;

/** The filters of a parsed query. */
export function filtersOf(query: Given): OpportunityFilters {
  const minScore = stringIn(query, "min_score");
  const annotated = stringIn(query, "annotated");
  return {
    kinds: stringIn(query, "kind")?.split(","),
    statuses: stringIn(query, "status")?.split(","),
    changes: stringIn(query, "change")?.split(","),
    clientKey: stringIn(query, "client_key"),
    line: stringIn(query, "line"),
    producerSeat: stringIn(query, "producer_seat"),
    officeKey: stringIn(query, "office_key"),
    minScore: minScore === undefined ? undefined : Number(minScore),
    dueBefore: stringIn(query, "due_before"),
    isAnnotated: annotated === undefined ? undefined : annotated === "true",
    q: stringIn(query, "q"),
  };
}

/** The order of a parsed query. */
export function sortOf(query: Given): OpportunityListRequest["sort"] {
  const sort = stringIn(query, "sort") ?? "-score";
  const name = sort.replace(/^-/, "");
  const by = fields.find((field) => field === name && Object.hasOwn(opportunitySorts, field)) ?? "score";
  return { by, isDescending: sort.startsWith("-") };
}
