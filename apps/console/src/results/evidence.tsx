import { Blockquote, Button, Drawer, Stack, Text } from "@mantine/core";
import { createContext, type ReactElement, type ReactNode, useContext, useState } from "react";
import { inWords, number } from "../parts/format.ts";
import { Icon } from "../parts/icons.tsx";
import { Empty } from "../parts/states.tsx";
import { Words } from "../parts/words.tsx";
import { Disclosure, FactList, TableSection } from "./section.tsx";
import type { Evidence } from "./types.ts";
import { brief, list, plain, say } from "./values.ts";

interface Opened {
  readonly statement: string;
  readonly ids: readonly string[];
}
interface Drawers {
  readonly open: (opened: Opened) => void;
  readonly has: (id: string) => boolean;
}
const Context = createContext<Drawers>({ open: () => undefined, has: () => false });

/** Gives the statements within it a drawer with what they rest on. */
export function EvidenceDrawer({
  evidence,
  children,
}: {
  readonly evidence: readonly Evidence[];
  readonly children: ReactNode;
}): ReactElement {
  const [opened, open] = useState<Opened>();
  const [isOpen, show] = useState(false);
  const byId = new Map(evidence.map((each) => [each.evidence_id, each]));
  const drawers: Drawers = {
    has: (id) => byId.has(id),
    open: (next) => {
      open(next);
      show(true);
    },
  };
  const found = (opened?.ids ?? []).flatMap((id) => byId.get(id) ?? []);
  return (
    <Context value={drawers}>
      {children}
      <Drawer
        opened={isOpen}
        onClose={() => show(false)}
        position="right"
        title="Evidence"
        closeButtonProps={{ "aria-label": "Close the evidence" }}
      >
        <Stack gap="lg">
          <Text fw={600}>
            <Words text={opened?.statement ?? ""} />
          </Text>
          {found.length === 0 ? <Empty why="The evidence of this statement is not part of the answer." /> : null}
          {found.map((each) => (
            <OneEvidence key={each.evidence_id} evidence={each} />
          ))}
        </Stack>
      </Drawer>
    </Context>
  );
}

/** Opens the evidence of a statement; nothing where the output has none. */
export function Basis({
  of,
  ids,
}: {
  readonly of: string;
  readonly ids: readonly string[] | null | undefined;
}): ReactElement | null {
  const { open, has } = useContext(Context);
  const found = list(ids).filter(has);
  if (found.length === 0) return null;
  const label = found.length === 1 ? "Evidence" : `Evidence, ${found.length}`;
  return (
    <Button
      size="compact-xs"
      mih={24}
      variant="subtle"
      className="no-print"
      // Who speaks to the page says what they see: the name begins with it.
      aria-label={`${label}: ${brief(of)}`}
      leftSection={<Icon name="search" size={12} />}
      onClick={() => open({ statement: of, ids: found })}
    >
      {label}
    </Button>
  );
}

function OneEvidence({ evidence }: { readonly evidence: Evidence }): ReactElement {
  const facts = Object.entries(evidence.ref ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {inWords(evidence.kind)}
      </Text>
      {typeof evidence.excerpt === "string" ? (
        <Blockquote p="sm" fz="sm" m={0}>
          <Words text={evidence.excerpt} />
        </Blockquote>
      ) : null}
      <FactList
        facts={[
          ...("value" in evidence ? [{ name: "Value", value: <Words text={plain(evidence.value)} /> }] : []),
          ...facts.map(([name, value]) => ({ name: refName(name), value: <Words text={place(name, value)} /> })),
        ]}
      />
    </Stack>
  );
}

const refNames: Readonly<Record<string, string>> = {
  document_key: "Document",
  source_blob_ref: "Stored file",
  family: "Family of records",
  record_key: "Record",
  start: "From character",
  end: "To character",
  rule_key: "Rule",
  dataset_key: "Dataset",
  row_key: "Row",
};

function refName(name: string): string {
  return refNames[name] ?? inWords(name);
}

/** Keys of customers stay as they are; codes and paths of ours become words. */
function place(name: string, value: string | number): string {
  if (name === "family" || name === "rule_key") return plain(value).replaceAll("_", " ");
  return name === "fact" ? factInWords(String(value)) : String(value);
}

/** `items[q1].effective_on` as `Items, q1, effective on` */
export function factInWords(path: string): string {
  return say(inWords(path.replaceAll(/[.[\]]+/g, ", ").replace(/, $/, "")));
}

/** All evidence of an output, for the file and for print; on screen it opens from the statements. */
export function EvidenceTable({ evidence }: { readonly evidence: readonly Evidence[] }): ReactElement | null {
  if (evidence.length === 0) return null;
  return (
    <Disclosure label={`All evidence as a table (${number(evidence.length)})`}>
      <TableSection<Evidence>
        title="Evidence"
        rows={evidence}
        idOf={(each) => each.evidence_id}
        name={{ title: "Kind", text: ({ kind }) => plain(kind) }}
        columns={[
          { title: "Where", text: placeOf, isOnCard: true },
          { title: "Quote", text: ({ excerpt }) => (excerpt === undefined ? "" : say(excerpt)) },
          { title: "Value", text: (each) => ("value" in each ? plain(each.value) : "") },
        ]}
      />
    </Disclosure>
  );
}

function placeOf({ ref }: Evidence): string {
  return Object.entries(ref ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${refName(name)}: ${place(name, value)}`)
    .join("; ");
}
