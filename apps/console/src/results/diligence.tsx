import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { Gauge, Shares } from "../parts/gauge.tsx";
import { inWords, percent } from "../parts/format.ts";
import { Icon, type IconName } from "../parts/icons.tsx";
import { Status } from "../parts/status.tsx";
import { Words } from "../parts/words.tsx";
import { Basis } from "./evidence.tsx";
import { type Fact, FactList, ResultCard, Section, TableSection } from "./section.tsx";
import type { Output, View } from "./types.ts";
import { code, date, figure, isPresent, list, membersOf, plain, say, share, when } from "./values.ts";

type Diligence = Output<"diligence">;
type Hit = Diligence["hits"][number];

/** What was decided about a party, the hits side by side with the list's entries, and the checks. */
export function diligenceView(output: Diligence): View {
  return {
    lead: <Lead output={output} />,
    body: (
      <>
        <Lists output={output} />
        <HitTable output={output} />
      </>
    ),
  };
}

const decisions: Readonly<Record<string, readonly [color: string, icon: IconName, meaning: string]>> = {
  clear: ["green", "check", "Nothing stands against this party."],
  review: ["yellow", "warning", "Somebody must look at what was found."],
  escalate: ["red", "cross", "Compliance must decide."],
  incomplete: ["gray", "clock", "Not everything could be checked."],
};

function Lead({ output }: { readonly output: Diligence }): ReactElement {
  const { summary, ownership } = output;
  const [color, icon, meaning] = decisions[summary.decision] ?? ["gray", "more", ""];
  return (
    <Stack gap="xl">
      <Card withBorder padding="lg">
        <Group gap="xl" wrap="wrap">
          <Gauge value={summary.risk_score} label="Risk score" size={104} isRisk />
          <Stack gap={6} flex={1} miw={200}>
            <Badge
              color={color}
              variant="light"
              size="xl"
              tt="none"
              radius="sm"
              leftSection={<Icon name={icon} size={16} />}
            >
              {code(summary.decision)}
            </Badge>
            <Text>{meaning}</Text>
            <Text size="sm" c="dimmed">
              Risk {figure(summary.risk_score)} of 100 · {figure(summary.strong)} strong, {figure(summary.possible)}{" "}
              possible, {figure(summary.suppressed)} cleared before · {figure(summary.lists_screened)} lists searched
            </Text>
          </Stack>
        </Group>
        {!isPresent(ownership) ? null : <Ownership ownership={ownership} />}
      </Card>
      <Hits output={output} />
      <Checks output={output} />
    </Stack>
  );
}

function Ownership({ ownership }: Pick<Diligence, "ownership">): ReactElement {
  const { blocked_share: blocked } = ownership;
  const onFile = ownership["known"];
  const parts = [
    { name: "by listed parties", part: blocked, color: "var(--tone-bad)" },
    { name: "by others who are on file", part: Math.max(0, onFile - blocked), color: "var(--tone-plain)" },
    { name: "not on file", part: Math.max(0, 1 - onFile), color: "var(--track)" },
  ];
  return (
    <Stack gap={6} mt="lg">
      <Text size="sm" fw={600}>
        Ownership
      </Text>
      <Shares
        label="Ownership"
        parts={parts.map(({ name, part, color }) => ({ name, count: part, color }))}
        write={(part) => percent(part)}
      />
    </Stack>
  );
}

function Hits({ output }: { readonly output: Diligence }): ReactElement | null {
  const hits = list(output.hits);
  if (hits.length === 0) return null;
  const bands = ["strong", "possible", "suppressed"] as const;
  const ordered = bands.flatMap((band) => hits.filter((hit) => hit.band === band));
  const shown = ordered.slice(0, shownHits);
  return (
    <Section
      title="Hits"
      path="/hits"
      count={hits.length}
      note={
        ordered.length > shown.length ? `The first ${shown.length}; all of them are in the table below.` : undefined
      }
    >
      {shown.map((hit) => (
        <HitCard key={hit.hit_key} hit={hit} party={partyOf(hit, output)} />
      ))}
    </Section>
  );
}

const shownHits = 20;
const bandStates: Readonly<Record<string, string>> = { strong: "failed", possible: "review", suppressed: "archived" };
const bandWords: Readonly<Record<string, string>> = {
  strong: "Strong match",
  possible: "Possible match",
  suppressed: "Cleared before",
};

/** The name of the party that a hit is about: the evidence has it, the hit only the party's key. */
function partyOf({ party }: Hit, { subject, evidence }: Diligence): string {
  const own = list(evidence).find(({ ref }) => ref?.fact === `input.related_parties[${party}].name`)?.value;
  if (typeof own === "string") return say(own);
  return party === "subject" ? say(subject.label) : inWords(say(party));
}

function HitCard({ hit, party }: { readonly hit: Hit; readonly party: string }): ReactElement {
  const { entry } = hit;
  return (
    <ResultCard>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Status of={bandStates[hit.band] ?? "gray"} label={bandWords[hit.band] ?? code(hit.band)} />
          <Text size="sm" className="tabular">
            {share(hit.score)} alike
          </Text>
        </Group>
        <Basis of={hit.name_matched} ids={hit.evidence_ids} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Side title="This party" name={party} facts={[]} />
        <Side title={`Entry of ${listName(hit.list_key)}`} name={say(hit.name_matched)} facts={factsOf(hit)} />
      </SimpleGrid>
      <Stack gap={4}>
        <Text size="xs" fw={600} c="dimmed">
          What agrees and what it did to the score
        </Text>
        {list(hit.features).map(({ name, value, effect }) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{code(name)}</Text>
            <Text size="sm" className="tabular" ta="right">
              {plain(value)} · {effectOf(effect)}
            </Text>
          </Group>
        ))}
      </Stack>
      {typeof entry?.remarks === "string" ? (
        <Text size="sm" c="dimmed">
          Remarks of the list: <Words text={entry.remarks} />
        </Text>
      ) : null}
      {!isPresent(hit.suppressed_by) ? null : (
        <Text size="sm">
          Cleared on {date(hit.suppressed_by.cleared_on)} by {say(hit.suppressed_by.cleared_by)}.
        </Text>
      )}
    </ResultCard>
  );
}

function Side({
  title,
  name,
  facts,
}: {
  readonly title: string;
  readonly name: string;
  readonly facts: readonly Fact[];
}): ReactElement {
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Title order={3} fz="md">
        <Words text={name} most={120} />
      </Title>
      <FactList facts={facts} />
    </Stack>
  );
}

function factsOf({ entry, entry_id }: Hit): readonly Fact[] {
  const others = list(entry?.names).map(({ name, strength }) =>
    strength === "weak" ? `${say(name)} (weak)` : say(name),
  );
  return [
    { name: "Entry", value: say(entry_id) },
    { name: "Kind", value: code(entry?.kind) },
    ...(others.length > 1 ? [{ name: "Names", value: <Words text={others.join("; ")} most={160} /> }] : []),
    ...(list(entry?.birth_dates).length > 0 ? [{ name: "Born", value: entry.birth_dates.map(say).join(", ") }] : []),
    ...(list(entry?.countries).length > 0 ? [{ name: "Countries", value: entry.countries.map(say).join(", ") }] : []),
    ...(list(entry?.programs).length > 0 ? [{ name: "Programs", value: entry.programs.map(say).join(", ") }] : []),
  ];
}

function effectOf(effect: string | number | null | undefined): string {
  if (typeof effect !== "number") return plain(effect).toLowerCase();
  return effect === 0 ? "no effect" : `${effect > 0 ? "+" : "−"}${figure(Math.abs(effect), 3)}`;
}

/** `watch_demo` as `Watch demo` */
function listName(key: string): string {
  return code(key);
}

const checkNames: Readonly<Record<string, string>> = {
  names: "Names against the lists",
  fein_format: "Federal tax number",
  licence: "License",
  owners_known: "Owners on file",
  blocked_owner: "Listed owners",
};
const checkStates: Readonly<Record<string, readonly [state: string, word: string]>> = {
  pass: ["passed", "Pass"],
  fail: ["failed", "Fail"],
  review: ["review", "Review"],
  not_run: ["waiting", "Not run"],
};

function Checks({ output }: { readonly output: Diligence }): ReactElement {
  return (
    <TableSection
      title="Checks"
      path="/checks"
      rows={membersOf<Diligence["checks"]["names"]>(output.checks).map(([name, check]) => ({ name, ...check }))}
      idOf={({ name }) => name}
      name={{ title: "Check", text: ({ name }) => checkNames[name] ?? inWords(name) }}
      columns={[
        {
          title: "Result",
          text: ({ status }) => checkStates[status]?.[1] ?? code(status),
          cell: ({ status }) => (
            <Status of={checkStates[status]?.[0] ?? status} label={checkStates[status]?.[1] ?? code(status)} />
          ),
          isOnCard: true,
        },
        { title: "Detail", text: ({ detail }) => say(detail), isOnCard: true },
        {
          title: "Basis",
          text: () => "",
          cell: ({ detail, evidence_ids }) => <Basis of={detail} ids={evidence_ids} />,
          isOnCard: true,
        },
      ]}
    />
  );
}

function Lists({ output }: { readonly output: Diligence }): ReactElement {
  return (
    <TableSection
      title="Lists searched"
      path="/lists"
      rows={list(output.lists)}
      idOf={({ list_key }) => list_key}
      name={{ title: "List", text: ({ list_key }) => listName(list_key) }}
      columns={[
        { title: "State", text: ({ status }) => code(status), isOnCard: true },
        { title: "Entries", text: ({ entries }) => entries, cell: ({ entries }) => figure(entries), isNumber: true },
        { title: "As of", text: ({ as_of }) => when(as_of), isOnCard: true },
        { title: "Age in days", text: ({ age_days }) => figure(age_days), isNumber: true },
        { title: "Version", text: ({ version }) => say(version) },
      ]}
    />
  );
}

function HitTable({ output }: { readonly output: Diligence }): ReactElement {
  return (
    <TableSection<Hit>
      title="All hits"
      path="/hits"
      rows={list(output.hits)}
      idOf={({ hit_key }) => hit_key}
      name={{ title: "Matched name", text: ({ name_matched }) => say(name_matched) }}
      columns={[
        { title: "Match", text: ({ band }) => bandWords[band] ?? code(band), isOnCard: true },
        { title: "Alike", text: ({ score }) => share(score), isNumber: true, isOnCard: true },
        { title: "Party", text: ({ party }) => inWords(say(party)) },
        { title: "List", text: ({ list_key }) => listName(list_key), isOnCard: true },
        { title: "Entry", text: ({ entry_id }) => say(entry_id) },
        {
          title: "Cleared by",
          text: ({ suppressed_by }) => (!isPresent(suppressed_by) ? "" : say(suppressed_by.cleared_by)),
        },
      ]}
    />
  );
}
