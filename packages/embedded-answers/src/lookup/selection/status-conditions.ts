import { labelOf } from "@service/engine-kit";
import type { BookFamily } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import type { Condition } from "./condition.ts";
import { isInForce } from "./policy-lines.ts";

const claimClosed = /^(?:closed|settled|denied|paid|resolved|withdrawn|done|completed?|cancelled)$/i;

/** A state of a row, as each family has it; undefined: the family has no such state. */
export function statusCondition(family: BookFamily, status: string, { book, reading }: Ask): Condition | undefined {
  const equals = (value: string, words: Pick<Condition, "before" | "behind">, native = false): Condition => ({
    where: { status: value },
    ...(native ? { native: { status: value } } : {}),
    field: "status",
    test: (fields) => fields["status"] === value,
    ...words,
  });
  switch (family) {
    case "policies":
      if (status === "active")
        return {
          where: { status },
          field: "status",
          test: (fields) => isInForce(fields, book.asOf),
          behind: "in force",
        };
      if (status === "new")
        return { where: { kind: "new" }, field: "kind", test: ({ kind }) => kind === "new", before: "new" };
      if (status === "agency_bill" || status === "direct_bill") {
        const billing = status === "agency_bill" ? "agency" : "direct";
        return {
          where: { billing },
          field: "billing",
          test: (fields) => fields["billing"] === billing,
          before: `${billing} billed`,
        };
      }
      return ["future", "expired", "cancelled", "non_renewed"].includes(status)
        ? equals(status, { before: labelOf(status) }, true)
        : undefined;
    case "claims": {
      if (status !== "open" && status !== "closed" && status !== "active") return undefined;
      const isOpen = status !== "closed";
      return {
        where: { status: isOpen ? "open" : "closed" },
        field: "status",
        test: ({ status: held }) => typeof held === "string" && claimClosed.test(held) !== isOpen,
        before: isOpen ? "open" : "closed",
      };
    }
    case "accounts":
      if (status === "commercial" || status === "personal")
        return {
          where: { segment: status },
          native: { segment: status },
          field: "segment",
          test: ({ segment }) => segment === status,
          before: status,
        };
      if (["former", "prospect", "insured"].includes(status))
        return {
          where: { kind: status },
          native: { kind: status },
          field: "kind",
          test: ({ kind }) => kind === status,
          before: status,
        };
      // Whoever is new in a period joined in it.
      if (status === "new" && reading.periods.length > 0)
        return { where: { new: true }, field: "since", test: () => true, before: "new" };
      return status === "active" ? equals("active", { before: "active" }, true) : undefined;
    case "contacts":
      return status === "primary"
        ? {
            where: { is_primary: true },
            field: "is_primary",
            test: ({ is_primary }) => is_primary === true,
            before: "primary",
          }
        : undefined;
    case "invoices":
      if (status === "overdue")
        return {
          where: { overdue: true },
          field: "balance",
          tells: ["status", "due_on"],
          test: ({ due_on, paid_on, balance, amount }) =>
            typeof due_on === "string" &&
            due_on < book.asOf &&
            (paid_on ?? null) === null &&
            Number(balance ?? amount ?? 0) > 0,
          before: "overdue",
        };
      if (status === "open" || status === "unpaid")
        return {
          where: { status: "open" },
          field: "balance",
          tells: ["status"],
          test: ({ balance }) => typeof balance === "number" && balance > 0,
          before: "open",
        };
      return status === "closed"
        ? { where: { status: "paid" }, field: "status", test: ({ status: held }) => held === "paid", before: "paid" }
        : undefined;
    case "tasks":
      if (status === "overdue")
        return {
          where: { status: "open", overdue: true },
          field: "due_on",
          test: ({ status: held, due_on }) => held === "open" && typeof due_on === "string" && due_on < book.asOf,
          before: "overdue",
        };
      return status === "open" || status === "active"
        ? equals("open", { before: "open" })
        : status === "closed"
          ? equals("done", { before: "done" })
          : undefined;
    case "opportunities":
      return status === "open" || status === "active"
        ? {
            where: { status: ["open", "in_progress"] },
            field: "status",
            test: ({ status: held }) => held === "open" || held === "in_progress",
            before: "open",
          }
        : undefined;
    case "quotes":
    case "submissions":
    case "renewals":
      if (status === "open" || status === "active")
        return {
          where: { stage: "open" },
          field: "stage",
          test: ({ stage }) => typeof stage === "string" && !/^(?:completed|lost|bound|declined|closed)$/.test(stage),
          before: "open",
        };
      return {
        where: { stage: status },
        field: "stage",
        test: ({ stage }) => stage === status,
        before: labelOf(status),
      };
    case "locations":
      return status === "primary"
        ? {
            where: { name: "main" },
            field: "name",
            test: ({ name }) => typeof name === "string" && /\bmain\b/i.test(name),
            before: "main",
          }
        : undefined;
    case "drivers":
    case "vehicles":
      return status === "active" ? equals("active", { before: "active" }) : undefined;
    default:
      return undefined;
  }
}
