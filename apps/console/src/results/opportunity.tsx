import { Badge, Card, Group, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { Figure } from "../parts/figure.tsx";
import { inWords } from "../parts/format.ts";
import { Bar, Gauge } from "../parts/gauge.tsx";
import { useSearchState } from "../parts/place.ts";
import { Words } from "../parts/words.tsx";
import { Basis } from "./evidence.tsx";
import { CsvButton, Disclosure, FactList, Points, ResultCard, Section, TableSection } from "./section.tsx";
import { isRecord } from "./shape.ts";
import type { Output, View } from "./types.ts";
import { amount, brief, code, date, figure, list, membersOf, plain, say, share } from "./values.ts";
import { VirtualCards } from "./virtual-cards.tsx";

type Opportunities = Output<"opportunity">;
type Opportunity = Opportunities["opportunities"][number];

/** What to do with the book, ranked: why, what it is worth, until when, and by whom. */
export function opportunityView(output: Opportunities): View {
  return {
    lead: <Lead output={output} />,
    body: (
      <>
        <Ranked opportunities={list(output.opportunities)} />
        <Peers output={output} />
        <Skipped output={output} />
      </>
    ),
    evidence: list(output.opportunities).flatMap(({ evidence }) => list(evidence)),
  };
}

function Lead({ output: { summary } }: { readonly output: Opportunities }): ReactElement {
  const kinds = membersOf<number>(summary.by_kind)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
  const most = Math.max(1, ...kinds.map(([, count]) => count));
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <Figure label="Expected revenue" value={amount(summary.expected_revenue)} />
        <Figure label="Accounts looked at" value={figure(summary.accounts_scanned)} />
        <Figure label="New" value={figure(summary.new)} note={`${figure(summary.updated)} updated`} />
        <Figure label="Resolved" value={figure(summary.resolved)} note={`${figure(summary.unchanged)} unchanged`} />
      </SimpleGrid>
      <Card withBorder padding="md">
        <Text size="sm" fw={600} mb="xs">
          By kind
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="xs">
          {kinds.map(([kind, count]) => (
            <Bar key={kind} label={inWords(kind)} share={count / most} value={figure(count)} isPlain />
          ))}
        </SimpleGrid>
      </Card>
    </Stack>
  );
}

function Ranked({ opportunities }: { readonly opportunities: readonly Opportunity[] }): ReactElement {
  const [state, change] = useSearchState();
  const { of_kind: kind, of_seat: seat, of_change: since } = state;
  const shown = opportunities.filter(
    (each) =>
      (kind === undefined || each.kind === kind) &&
      (seat === undefined || each.producer_seat === seat) &&
      (since === undefined || each.change === since),
  );
  return (
    <Section
      title="Opportunities by rank"
      path="/opportunities"
      count={shown.length}
      actions={<CsvButton name="Opportunities" columns={columns} rows={shown} />}
    >
      <Group gap="sm" className="no-print">
        <Choice
          label="Kind"
          name="of_kind"
          codes={opportunities.map((each) => each.kind)}
          value={kind}
          change={change}
        />
        <Choice
          label="Producer"
          name="of_seat"
          codes={opportunities.flatMap((each) => each.producer_seat ?? [])}
          value={seat}
          change={change}
        />
        <Choice
          label="Since the last run"
          name="of_change"
          codes={opportunities.map((each) => each.change)}
          value={since}
          change={change}
        />
      </Group>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {opportunities.length === 0
            ? "Nothing was found in the accounts that were looked at."
            : "The filter hides all of them."}
        </Text>
      ) : null}
      <VirtualCards
        label="Opportunities by rank"
        rows={shown}
        idOf={({ opportunity_id }) => opportunity_id}
        height={150}
        card={(each) => <OpportunityCard of={each} />}
      />
    </Section>
  );
}

function Choice({
  label,
  name,
  codes,
  value,
  change,
}: {
  readonly label: string;
  readonly name: string;
  readonly codes: readonly string[];
  readonly value: string | undefined;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}): ReactElement {
  return (
    <Select
      label={label}
      placeholder="All"
      size="xs"
      w={190}
      clearable
      clearButtonProps={{ "aria-label": `All of ${label}` }}
      data={[...new Set(list(codes))].toSorted().map((each) => ({ value: each, label: code(each) }))}
      value={value ?? null}
      onChange={(next) => change({ [name]: next ?? undefined })}
    />
  );
}

const columns = [
  { title: "Score", text: ({ score }: Opportunity) => score },
  { title: "Account", text: ({ account_name }: Opportunity) => say(account_name) },
  { title: "Kind", text: ({ kind }: Opportunity) => code(kind) },
  { title: "What", text: ({ title }: Opportunity) => say(title) },
  { title: "Because", text: ({ because }: Opportunity) => list(because).map(say).join(" ") },
  { title: "Expected value", text: ({ expected_value }: Opportunity) => expected_value },
  { title: "Estimated premium", text: ({ est_premium }: Opportunity) => est_premium },
  { title: "Due", text: ({ due_on }: Opportunity) => due_on },
  { title: "Producer", text: ({ producer_seat }: Opportunity) => producer_seat },
  { title: "Status", text: ({ status }: Opportunity) => code(status) },
  { title: "Change", text: ({ change }: Opportunity) => code(change) },
];

function OpportunityCard({ of }: { readonly of: Opportunity }): ReactElement {
  const because = list(of.because);
  return (
    <ResultCard>
      <div className="opportunity">
        <Gauge value={of.score} label={`Score of ${brief(of.title)}`} size={56} />
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              {code(of.kind)} · {code(of.status).toLowerCase()}
            </Text>
            <Badge size="sm" variant="light" tt="none" radius="sm" color={of.change === "new" ? "teal" : "gray"}>
              {code(of.change)}
            </Badge>
            <Basis of={say(of.title)} ids={list(of.evidence).map(({ evidence_id }) => evidence_id)} />
          </Group>
          <Title order={3} fz="sm" fw={650} lh={1.4}>
            <Words text={say(of.title)} most={160} />
          </Title>
          {because.length === 0 ? null : (
            <Text size="sm" c="dimmed">
              <Words text={because.slice(0, 2).map(say).join(" ")} most={240} />
            </Text>
          )}
          <Details of={of} because={because.slice(2)} />
        </Stack>
        <FactList
          facts={[
            { name: "Expected value", value: <b>{amount(of.expected_value)}</b> },
            { name: "Due", value: of.due_on === undefined ? "no date" : date(of.due_on) },
            { name: "Producer", value: of.producer_seat === null ? "nobody" : say(of.producer_seat) },
            { name: "Estimated premium", value: amount(of.est_premium) },
          ]}
        />
      </div>
    </ResultCard>
  );
}

function Details({ of, because }: { readonly of: Opportunity; readonly because: readonly string[] }): ReactElement {
  return (
    <Disclosure label="Talking points and next step">
      <Stack gap="xs">
        <Points title="Also because" points={because} mark="plain" />
        <Points title="Talking points" points={list(of.talking_points)} mark="plain" />
        <Points title="Suggested" points={list(of.suggested_commands).map(commandInWords)} mark="plain" />
        <Text size="xs" c="dimmed">
          Chance {share(of.propensity)} · urgency {share(of.urgency)} · estimated revenue {amount(of.est_revenue)}
          {of.line === undefined ? "" : ` · ${code(of.line)}`}
          {of.carrier_name === undefined ? "" : ` · ${say(of.carrier_name)}`} · account {say(of.client_key)}
        </Text>
      </Stack>
    </Disclosure>
  );
}

function commandInWords({ type, payload }: Opportunity["suggested_commands"][number]): string {
  const title = isRecord(payload) && typeof payload["title"] === "string" ? `: ${payload["title"]}` : "";
  const due = isRecord(payload) && typeof payload["due_on"] === "string" ? `, due ${date(payload["due_on"])}` : "";
  return `${code(type)}${title}${due}`;
}

/** What similar accounts hold, group by group. */
function Peers({ output }: { readonly output: Opportunities }): ReactElement {
  const rows = list(output.peer_tables).flatMap((group) => list(group.lines).map((line) => ({ group, ...line })));
  return (
    <TableSection
      title="What similar accounts hold"
      rows={rows}
      idOf={({ group, line }) => `${group.group_key} ${line}`}
      name={{ title: "Group", text: ({ group }) => say(group.label) }}
      columns={[
        { title: "Accounts", text: ({ group }) => group.accounts, isNumber: true },
        { title: "Line", text: ({ line }) => code(line), isOnCard: true },
        { title: "Holders", text: ({ holders }) => holders, isNumber: true },
        {
          title: "Share",
          text: ({ penetration }) => penetration,
          cell: ({ penetration }) => share(penetration),
          isNumber: true,
          isOnCard: true,
        },
        {
          title: "Median premium",
          text: ({ median_premium }) => median_premium,
          cell: ({ median_premium }) => (median_premium === undefined ? "" : amount(median_premium)),
          isNumber: true,
        },
      ]}
    />
  );
}

const reasons: Readonly<Record<string, string>> = {
  not_readable: "Not readable for this seat",
  per_account_cap: "More than an account may have",
  max_results: "More than a result may have",
};

function Skipped({ output }: { readonly output: Opportunities }): ReactElement {
  return (
    <TableSection
      title="Left out"
      path="/skipped"
      rows={list(output.skipped)}
      idOf={({ reason, client_key }) => `${reason} ${client_key ?? ""}`}
      name={{ title: "Why", text: ({ reason }) => reasons[reason] ?? code(reason) }}
      columns={[
        {
          title: "Account",
          text: ({ client_key }) => (client_key === null ? "all" : plain(client_key)),
          isOnCard: true,
        },
        { title: "Count", text: ({ count }) => count, isNumber: true, isOnCard: true },
      ]}
    />
  );
}
