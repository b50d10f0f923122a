import type { ReactElement } from "react";
import { Status } from "../../parts/status.tsx";
import { Words } from "../../parts/words.tsx";
import { Basis } from "../evidence.tsx";
import { TableSection } from "../section.tsx";
import { amount, brief, code, figure, list, membersOf, plain, say, share } from "../values.ts";
import type { Analysis } from "./analysis.ts";

type Requirement = Analysis["requirements"][number];
type Condition = Requirement["items"][number];

const states: Readonly<Record<string, string>> = { pass: "passed", fail: "failed", review: "review" };
const operators: Readonly<Record<string, string>> = {
  eq: "",
  ne: "not",
  gt: "more than",
  gte: "at least",
  lt: "less than",
  lte: "at most",
  in: "one of",
  not_in: "none of",
};

/** What law, contract or carrier requires, and whether the file shows it. */
export function Requirements({ output }: { readonly output: Analysis }): ReactElement {
  return (
    <TableSection<Requirement>
      title="Requirements"
      path="/requirements"
      rows={list(output.requirements)}
      idOf={({ rule_key }) => rule_key}
      name={{ title: "Requirement", text: ({ label }) => say(label) }}
      columns={[
        {
          title: "Result",
          text: ({ status }) => code(status),
          cell: ({ status }) => <Status of={states[status] ?? status} label={code(status)} />,
          isOnCard: true,
        },
        { title: "Severity", text: ({ severity }) => code(severity) },
        {
          title: "Wanted and found",
          text: ({ items }) => list(items).map(conditionInWords).join("; "),
          isOnCard: true,
        },
        {
          title: "Required by",
          text: ({ source }) =>
            `${code(source?.kind)}${source?.citation === undefined ? "" : `: ${say(source.citation)}`}`,
        },
        {
          title: "Basis",
          text: () => "",
          cell: ({ label, evidence_ids }) => <Basis of={say(label)} ids={evidence_ids} />,
          isOnCard: true,
        },
      ]}
    />
  );
}

function conditionInWords({ line, coverage, field, op, wanted, found }: Condition): string {
  const place = [line, coverage].flatMap((part) => (part === undefined ? [] : [code(part)])).join(", ");
  const how = operators[op] ?? code(op).toLowerCase();
  return `${place}: ${code(field).toLowerCase()} ${how === "" ? "" : `${how} `}${plain(wanted).toLowerCase()}, found ${plain(found).toLowerCase()}`;
}

interface ProfileFact {
  readonly label: string;
  readonly type: string;
  readonly value: unknown;
  readonly confidence: number;
  readonly source: string | null;
  readonly evidence_ids: string[];
  readonly alternatives?: readonly {
    readonly value: unknown;
    readonly source: string | null;
    readonly confidence: number;
  }[];
}

const sources: Readonly<Record<string, string>> = {
  input: "The request",
  record: "The book",
  document_field: "A field of a document",
  document_pattern: "Read in a document",
  document_value: "Read in a document",
  model: "A model",
};

/** What is on file about the account: with how much confidence, from where, and what else was read. */
export function Profile({ output }: { readonly output: Analysis }): ReactElement {
  const facts = membersOf<ProfileFact>(output.profile).map(([name, fact]) => ({ name, ...fact }));
  const present = facts.filter(({ value }) => value !== null);
  const missing = facts.filter(({ value }) => value === null).map(({ label }) => brief(label));
  return (
    <TableSection
      title="What is on file"
      path="/profile"
      rows={present}
      note={missing.length === 0 ? undefined : <Words text={`Not on file: ${missing.join(", ")}.`} most={240} />}
      none="Nothing is on file about this account."
      idOf={({ name }) => name}
      name={{ title: "Fact", text: ({ label }) => say(label) }}
      columns={[
        { title: "Value", text: (fact) => valueOf(fact.value, fact), isOnCard: true },
        { title: "Confidence", text: ({ confidence }) => share(confidence), isNumber: true, isOnCard: true },
        { title: "From", text: ({ source }) => (source === null ? "" : (sources[source] ?? code(source))) },
        {
          title: "Also read",
          text: (fact) =>
            list(fact.alternatives)
              .map(({ value, confidence }) => `${valueOf(value, fact)} (${share(confidence)})`)
              .join("; "),
        },
        {
          title: "Basis",
          text: () => "",
          cell: ({ label, evidence_ids }) => <Basis of={say(label)} ids={evidence_ids} />,
          isOnCard: true,
        },
      ]}
    />
  );
}

function valueOf(value: unknown, { name, type }: { readonly name: string; readonly type: string }): string {
  if (typeof value === "number") return type === "money" ? amount(value) : figure(value, 4);
  if (name === "entity_type" && typeof value === "string" && value.length <= 4) return value.toUpperCase();
  return plain(value);
}
