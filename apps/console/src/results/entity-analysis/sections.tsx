import { SimpleGrid, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { Words } from "../../parts/words.tsx";
import { Basis } from "../evidence.tsx";
import { FactList, ResultCard, Section, TableSection } from "../section.tsx";
import { amount, brief, code, date, figure, list, membersOf, plain, say, share } from "../values.ts";
import type { Analysis } from "./analysis.ts";

type Row = Readonly<Record<string, unknown>>;
interface OwnSection {
  readonly title: string;
  readonly kind: string;
  readonly shown: boolean;
  readonly total: number;
  readonly columns: readonly { readonly key: string; readonly label: string; readonly format: string }[];
  readonly rows: readonly Row[];
}

/** The sections that the engine's configuration asks for. */
export function OwnSections({ output }: { readonly output: Analysis }): ReactElement {
  return (
    <>
      {membersOf<OwnSection>(output.sections)
        .filter(([, { shown, rows }]) => shown && list(rows).length > 0)
        .map(([name, section]) =>
          section.kind === "kv" ? <Pairs key={name} section={section} /> : <Rows key={name} section={section} />,
        )}
    </>
  );
}

function Pairs({ section: { title, columns, rows } }: { readonly section: OwnSection }): ReactElement {
  return (
    <Section title={brief(title)}>
      {list(rows).map((row, at) => (
        <div key={at} style={{ maxWidth: 480 }}>
          <FactList
            facts={list(columns).map(({ key, label, format }) => ({
              name: brief(label),
              value: formatted(row[key], format),
            }))}
          />
        </div>
      ))}
    </Section>
  );
}

function Rows({ section: { title, columns, rows, total } }: { readonly section: OwnSection }): ReactElement {
  const [first, ...others] = list(columns);
  const shown = list(rows);
  return (
    <TableSection<Row>
      title={brief(title)}
      rows={shown}
      note={total > shown.length ? `The first ${shown.length} of ${figure(total)}.` : undefined}
      idOf={(_row, at) => String(at)}
      name={{ title: brief(first?.label), text: (row) => formatted(row[first?.key ?? ""], first?.format ?? "text") }}
      columns={others.map(({ key, label, format }, at) => ({
        title: brief(label),
        text: (row) => formatted(row[key], format),
        ...((format === "money" || format === "number") && { isNumber: true }),
        ...(at < 3 && { isOnCard: true }),
      }))}
    />
  );
}

function formatted(value: unknown, format: string): string {
  if (value === null) return "–";
  if (typeof value === "number") {
    if (format === "money") return amount(value);
    return format === "percent" ? share(value) : figure(value, 2);
  }
  return format === "date" && typeof value === "string" ? date(value) : plain(value);
}

/** What the firm wrote down about situations like this one. */
export function Knowledge({ output }: { readonly output: Analysis }): ReactElement | null {
  const notes = list(output.knowledge);
  if (notes.length === 0) return null;
  return (
    <Section title="From the firm's knowledge" count={notes.length}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {notes.map((note) => (
          <ResultCard key={note.key}>
            <Title order={3} fz="sm">
              <Words text={say(note.title)} most={120} />
            </Title>
            <Text size="sm">
              <Words text={say(note.body)} most={400} />
            </Text>
            <Text size="xs" c="dimmed">
              {list(note.tags).map(code).join(", ")}
            </Text>
            <Basis of={say(note.title)} ids={note.evidence_ids} />
          </ResultCard>
        ))}
      </SimpleGrid>
    </Section>
  );
}
