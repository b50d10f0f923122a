import { Card, Group, SegmentedControl, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { Figure } from "../parts/figure.tsx";
import { inWords, number } from "../parts/format.ts";
import { Bar, Gauge, Shares } from "../parts/gauge.tsx";
import { useSearchState } from "../parts/place.ts";
import { Status } from "../parts/status.tsx";
import { Words } from "../parts/words.tsx";
import { Breakdown } from "./breakdown.tsx";
import { Basis } from "./evidence.tsx";
import { CsvButton, Disclosure, FactList, Points, ResultCard, Section } from "./section.tsx";
import type { Output, View } from "./types.ts";
import { amount, code, figure, isPresent, list, membersOf, plain, say, when } from "./values.ts";
import { VirtualCards } from "./virtual-cards.tsx";

type Triage = Output<"triage">;
type Entry = Triage["queue"][number];
type Action = Entry["action"];
type Duplicate = NonNullable<Entry["duplicate_of"]>[number];

/** Submissions in the order in which to work them. */
export function triageView(output: Triage): View {
  return {
    lead: <Lead output={output} />,
    body: (
      <>
        <Queue queue={list(output.queue)} />
        <Duplicates queue={list(output.queue)} />
      </>
    ),
  };
}

const actions: Readonly<Record<Action, readonly [word: string, color: string, state: string]>> = {
  work_now: ["Work now", "var(--tone-good)", "passed"],
  chase_info: ["Ask for information", "var(--tone-middle)", "review"],
  specialist: ["To a specialist", "var(--mantine-color-grape-5)", "processing"],
  queue: ["Later", "var(--tone-plain)", "waiting"],
  clearance: ["Clear first", "var(--mantine-color-orange-6)", "review"],
  hold_duplicate: ["Held as a duplicate", "var(--mantine-color-gray-5)", "held"],
  decline_candidate: ["Decline?", "var(--tone-bad)", "failed"],
};

function Lead({ output: { summary } }: { readonly output: Triage }): ReactElement {
  const routes = membersOf<number>(summary.by_route);
  const most = Math.max(1, ...routes.map(([, count]) => count));
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Figure label="Received" value={figure(summary.received)} />
        <Figure
          label="Premium in the queue"
          value={amount(summary.value_in_queue)}
          note={summary.value_unknown > 0 ? `${figure(summary.value_unknown)} without an amount` : "all with an amount"}
        />
        <Figure label="Without an assignee" value={figure(summary.unassigned)} />
        <Figure label="Duplicates" value={figure(summary.duplicates)} />
      </SimpleGrid>
      <Card withBorder padding="md">
        <Stack gap="md">
          <Text size="sm" fw={600}>
            By action
          </Text>
          <Shares
            label="Submissions by action"
            parts={membersOf<number>(summary.by_action).map(([action, count]) => {
              const [name, color] = lookOf(action);
              return { name, count, color };
            })}
          />
          <Text size="sm" fw={600}>
            By route
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="xs">
            {routes.map(([route, count]) => (
              <Bar key={route} label={code(route)} share={count / most} value={figure(count)} isPlain />
            ))}
          </SimpleGrid>
        </Stack>
      </Card>
    </Stack>
  );
}

function lookOf(action: string): readonly [word: string, color: string, state: string] {
  return Object.entries(actions).find(([name]) => name === action)?.[1] ?? [code(action), "var(--track)", "waiting"];
}

const orders = [
  { value: "position", label: "By position" },
  { value: "action", label: "By action" },
  { value: "route", label: "By route" },
];

type Line = { readonly group: string; readonly count: number } | { readonly entry: Entry };

function Queue({ queue }: { readonly queue: readonly Entry[] }): ReactElement {
  const [state, change] = useSearchState();
  const by = state["by"] ?? "position";
  const groupOf =
    by === "action" ? ({ action }: Entry) => lookOf(action)[0] : ({ route_key }: Entry) => code(route_key);
  const lines: readonly Line[] = by === "position" ? queue.map((entry) => ({ entry })) : groupedBy(queue, groupOf);
  return (
    <Section
      title="Queue"
      path="/queue"
      count={queue.length}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label="Order of the queue"
            data={orders}
            value={by}
            onChange={(value) => change({ by: value === "position" ? undefined : value })}
          />
          <CsvButton name="Queue" columns={columns} rows={queue} />
        </>
      }
    >
      {queue.length === 0 ? (
        <Text size="sm" c="dimmed">
          The queue is empty.
        </Text>
      ) : null}
      <VirtualCards
        label="Queue"
        rows={lines}
        idOf={(line) => ("entry" in line ? line.entry.submission_key : line.group)}
        height={140}
        card={(line) =>
          "entry" in line ? (
            <EntryCard entry={line.entry} />
          ) : (
            <Title order={3} fz="md" pt="sm">
              {line.group}{" "}
              <Text span c="dimmed" size="sm">
                {number(line.count)}
              </Text>
            </Title>
          )
        }
      />
    </Section>
  );
}

function groupedBy(queue: readonly Entry[], groupOf: (entry: Entry) => string): readonly Line[] {
  return [...Map.groupBy(queue, groupOf)].flatMap(([group, entries]): Line[] => [
    { group, count: entries.length },
    ...entries.map((entry) => ({ entry })),
  ]);
}

const columns = [
  { title: "Position", text: ({ position }: Entry) => position },
  { title: "Insured", text: ({ insured_name }: Entry) => say(insured_name) },
  { title: "Submission", text: ({ submission_key }: Entry) => say(submission_key) },
  { title: "Action", text: ({ action }: Entry) => lookOf(action)[0] },
  { title: "Route", text: ({ route_key }: Entry) => code(route_key) },
  { title: "Assignee", text: ({ assignee }: Entry) => assignee },
  { title: "Due", text: ({ sla_due_at }: Entry) => when(sla_due_at) },
  { title: "Priority", text: ({ scores }: Entry) => scores?.priority },
  { title: "Readiness", text: ({ scores }: Entry) => scores?.readiness },
  { title: "Fit", text: ({ scores }: Entry) => scores?.fit },
  { title: "Because", text: ({ because }: Entry) => list(because).map(say).join("; ") },
  { title: "Missing", text: ({ missing_items }: Entry) => list(missing_items).map(missingInWords).join("; ") },
];

function missingInWords({ key, reason }: Entry["missing_items"][number]): string {
  return `${plain(key)} (${code(reason).toLowerCase()})`;
}

function EntryCard({ entry }: { readonly entry: Entry }): ReactElement {
  const { scores } = entry;
  const [word, , state] = lookOf(entry.action);
  const missing = list(entry.missing_items);
  return (
    <ResultCard>
      <div className="opportunity">
        <Gauge value={scores?.priority} label={`Priority of position ${entry.position}`} size={56} />
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Status of={state} label={word} />
            <Text size="xs" c="dimmed">
              {code(entry.route_key)} · {say(entry.submission_key)}
            </Text>
            <Basis of={say(entry.insured_name)} ids={entry.evidence_ids} />
          </Group>
          <Title order={3} fz="sm" fw={650} lh={1.4}>
            {number(entry.position)}. <Words text={say(entry.insured_name)} most={120} />
          </Title>
          <Text size="sm" c="dimmed">
            <Words text={list(entry.because).map(say).join(". ")} most={260} />
          </Text>
          {missing.length === 0 ? null : (
            <Text size="sm">
              <b>Missing:</b> <Words text={missing.map(missingInWords).join(", ")} most={200} />
            </Text>
          )}
          {list(entry.breakdown).length > 0 ? (
            <Disclosure label="What the priority consists of">
              <Breakdown parts={entry.breakdown} />
            </Disclosure>
          ) : null}
        </Stack>
        <Stack gap={6}>
          <FactList
            facts={[
              { name: "Due", value: when(entry.sla_due_at) },
              { name: "Assignee", value: entry.assignee === undefined ? "nobody" : say(entry.assignee) },
            ]}
          />
          <Bar label="Readiness" share={partOf(scores?.readiness)} value={figure(scores?.readiness)} />
          <Bar label="Fit" share={partOf(scores?.fit)} value={figure(scores?.fit)} />
        </Stack>
      </div>
    </ResultCard>
  );
}

function partOf(score: number | null | undefined): number | null {
  return !isPresent(score) ? null : score / 100;
}

function Duplicates({ queue }: { readonly queue: readonly Entry[] }): ReactElement | null {
  const byKey = new Map(queue.map((entry) => [entry.submission_key, entry]));
  const pairs = queue.flatMap((entry) => [
    ...list(entry.duplicate_of).map((other) => ({ entry, other, isSure: true })),
    ...list(entry.possible_duplicates).map((other) => ({ entry, other, isSure: false })),
  ]);
  if (pairs.length === 0) return null;
  return (
    <Section title="Duplicates" count={pairs.length}>
      <VirtualCards
        label="Duplicates"
        rows={pairs}
        idOf={({ entry, other }) => `${entry.submission_key} ${other.submission_key}`}
        height={190}
        card={({ entry, other, isSure }) => (
          <ResultCard>
            <Status of={isSure ? "held" : "review"} label={isSure ? "Duplicate" : "Possible duplicate"} />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <OneOfPair title="This submission" name={say(entry.insured_name)} submission={entry.submission_key} />
              <OneOfPair
                title="The other one"
                name={say(byKey.get(other.submission_key)?.insured_name ?? other.submission_key)}
                submission={other.submission_key}
              />
            </SimpleGrid>
            <Points
              title={`What agrees (weight ${figure(other.weight)})`}
              points={featuresInWords(other)}
              mark="plain"
            />
          </ResultCard>
        )}
      />
    </Section>
  );
}

function featuresInWords({ features }: Duplicate): readonly string[] {
  return list(features)
    .filter(({ name }) => name !== "start")
    .map(
      ({ name, value, effect }) =>
        `${featureNames[name] ?? inWords(name)}: ${plain(value)} (${effect > 0 ? "+" : ""}${figure(effect)})`,
    );
}

const featureNames: Readonly<Record<string, string>> = { fein: "Federal tax number", zip: "ZIP code" };

function OneOfPair({
  title,
  name,
  submission,
}: {
  readonly title: string;
  readonly name: string;
  readonly submission: string;
}): ReactElement {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text fw={600}>
        <Words text={name} most={120} />
      </Text>
      <Text size="sm" c="dimmed">
        {say(submission)}
      </Text>
    </div>
  );
}
