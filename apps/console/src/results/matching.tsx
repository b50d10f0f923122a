import { Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { Gauge, RangeBar, Shares } from "../parts/gauge.tsx";
import { number } from "../parts/format.ts";
import { Status } from "../parts/status.tsx";
import { Words } from "../parts/words.tsx";
import { Breakdown } from "./breakdown.tsx";
import { factInWords } from "./evidence.tsx";
import { CsvButton, Disclosure, Points, ResultCard, Section, TableSection } from "./section.tsx";
import { areSolutionsOf } from "./shape.ts";
import type { MatchingSummary, Solution, View } from "./types.ts";
import { amount, code, figure, isPresent, list, plain, say } from "./values.ts";
import { VirtualCards } from "./virtual-cards.tsx";

type Market = Solution<"matching">;
type Top = MatchingSummary["top"][number];

/** Markets by rank: how well each fits, what it would cost, what speaks for and against it. */
export function matchingView(output: MatchingSummary, solutions: readonly unknown[]): View {
  const markets: readonly Market[] = areSolutionsOf("matching", solutions) ? solutions : [];
  return {
    lead: <Lead output={output} markets={markets} />,
    side: <Needs output={output} />,
    body: (
      <>
        {output.findings === undefined ? null : <Needs output={output} />}
        <Fits markets={markets} output={output} />
        <NearMisses output={output} />
        <MissingFacts output={output} />
        <Rejected output={output} />
      </>
    ),
  };
}

function Lead({
  output,
  markets,
}: {
  readonly output: MatchingSummary;
  readonly markets: readonly Market[];
}): ReactElement {
  const { summary } = output;
  return (
    <Stack gap="lg">
      <Card withBorder padding="md">
        <Text size="sm" c="dimmed" mb={8}>
          {figure(summary.offerings_considered)} offerings considered
        </Text>
        <Shares
          label="Offerings by eligibility"
          parts={[
            { name: "Eligible", count: summary.eligible ?? 0, color: "var(--tone-good)" },
            { name: "Refer", count: summary.refer ?? 0, color: "var(--tone-middle)" },
            { name: "Needs information", count: summary.needs_info ?? 0, color: "var(--tone-plain)" },
            { name: "Rejected", count: summary.rejected ?? 0, color: "var(--track)" },
          ]}
        />
      </Card>
      <Markets output={output} markets={markets} />
    </Stack>
  );
}

/** The ranked solutions; where the answer has none, the top of the summary. */
function Markets({
  output,
  markets,
}: {
  readonly output: MatchingSummary;
  readonly markets: readonly Market[];
}): ReactElement {
  const rows: readonly (Market | Top)[] = markets.length > 0 ? markets : list(output.top);
  const most = Math.max(0, ...rows.map((row) => row.indicative_premium?.high ?? 0));
  return (
    <Section
      title="Markets by rank"
      count={rows.length}
      actions={rows.length === 0 ? undefined : <CsvButton name="Markets" columns={marketColumns} rows={rows} />}
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No market fits: near misses and missing facts say what would change it.
        </Text>
      ) : null}
      <VirtualCards
        label="Markets by rank"
        rows={rows}
        idOf={({ solution_key }) => solution_key}
        height={220}
        card={(row) => <MarketCard market={row} most={most} currency={output.currency} />}
      />
    </Section>
  );
}

const marketColumns = [
  { title: "Rank", text: ({ rank }: Market | Top) => rank },
  { title: "Market", text: (market: Market | Top) => nameOf(market) },
  { title: "Eligibility", text: ({ eligibility }: Market | Top) => eligibilityWords[eligibility] },
  { title: "Score", text: ({ score }: Market | Top) => score },
  { title: "Premium, low", text: ({ indicative_premium: premium }: Market | Top) => premium?.low },
  { title: "Premium, middle", text: ({ indicative_premium: premium }: Market | Top) => premium?.mid },
  { title: "Premium, high", text: ({ indicative_premium: premium }: Market | Top) => premium?.high },
  { title: "For", text: ({ reasons_for }: Market | Top) => list(reasons_for).map(say).join("; ") },
  { title: "Against", text: ({ reasons_against }: Market | Top) => list(reasons_against).map(say).join("; ") },
];

const eligibilityWords: Readonly<Record<Market["eligibility"], string>> = {
  eligible: "Eligible",
  refer: "Refer",
  needs_info: "Needs information",
};
const eligibilityStates: Readonly<Record<string, string>> = {
  eligible: "passed",
  refer: "review",
  needs_info: "waiting",
};

function nameOf(market: Market | Top): string {
  return "offerings" in market
    ? list(market.offerings)
        .map(({ carrier_name, product }) => `${say(carrier_name)}, ${say(product)}`)
        .join(" with ")
    : `${say(market.carrier_name)}, ${say(market.product)}`;
}

function MarketCard({
  market,
  most,
  currency = "USD",
}: {
  readonly market: Market | Top;
  readonly most: number;
  readonly currency: string | undefined;
}): ReactElement {
  const premium = market.indicative_premium;
  return (
    <ResultCard isFirst={market.rank === 1}>
      <div className="opportunity">
        <Gauge value={market.score} label={`Score of rank ${market.rank}`} size={64} />
        <Stack gap={6} miw={0}>
          <Title order={3} fz="md" lh={1.35}>
            <Text span c="dimmed" fw={500}>
              {number(market.rank)}.{" "}
            </Text>
            <Words text={nameOf(market)} most={140} />
          </Title>
          <Points title="For" points={list(market.reasons_for).slice(0, 3)} mark="for" />
          <Points title="Against" points={list(market.reasons_against)} mark="against" />
          {"breakdown" in market ? <Workings market={market} currency={currency} /> : null}
        </Stack>
        <Stack gap={8}>
          <Group gap={6}>
            <Status
              of={eligibilityStates[market.eligibility] ?? "waiting"}
              label={eligibilityWords[market.eligibility]}
            />
            {"kind" in market && market.kind === "program" ? (
              <Badge variant="light" color="indigo" tt="none" radius="sm">
                Program of {list(market.offerings).length} offerings
              </Badge>
            ) : null}
          </Group>
          {!isPresent(premium) ? (
            <Text size="sm" c="dimmed">
              No premium indicated
            </Text>
          ) : (
            <div>
              <Text size="xs" c="dimmed" mb={4}>
                Indicated premium
              </Text>
              <RangeBar {...premium} most={most} currency={currency} />
            </div>
          )}
        </Stack>
      </div>
    </ResultCard>
  );
}

function Workings({ market, currency }: { readonly market: Market; readonly currency: string }): ReactElement {
  return (
    <Disclosure label="Why this rank">
      <Stack gap="sm">
        <Breakdown parts={market.breakdown} />
        <Points
          title="Adjustments"
          points={list(market.adjustments).map(
            ({ points, message }) => `${points > 0 ? "+" : ""}${figure(points)}: ${say(message)}`,
          )}
          mark="plain"
        />
        <Points title="More that speaks for it" points={list(market.reasons_for).slice(3)} mark="for" />
        <Points
          title="Wanted and attainable"
          points={list(market.coverage_fit).map(
            ({ coverage, wanted, attainable, ok }) =>
              `${code(coverage)}: ${wanted === null ? "wanted" : `${amount(wanted, currency)} wanted, ${amount(attainable, currency)} attainable`}, ${
                ok === null ? "open" : ok ? "met" : "not met"
              }`,
          )}
          mark="plain"
        />
        <Points title="Documents to send" points={list(market.required_documents).map(plain)} mark="plain" />
        <Points title="Facts that are missing" points={list(market.missing_facts).map(factInWords)} mark="plain" />
        {typeof market.indicative_premium?.basis === "string" ? (
          <Text size="xs" c="dimmed">
            <Words text={market.indicative_premium.basis} />
          </Text>
        ) : null}
      </Stack>
    </Disclosure>
  );
}

function Needs({ output }: { readonly output: MatchingSummary }): ReactElement {
  return (
    <Section title="Needs" path="/needs" count={list(output.needs).length}>
      {list(output.needs).map((need) => (
        <ResultCard key={need.need_key}>
          <Title order={3} fz="md">
            {code(need.line)}
          </Title>
          <Shares
            label={`Markets for ${code(need.line)}`}
            parts={[
              { name: "Eligible", count: need.eligible ?? 0, color: "var(--tone-good)" },
              { name: "Refer", count: need.refer ?? 0, color: "var(--tone-middle)" },
              { name: "Needs information", count: need.needs_info ?? 0, color: "var(--tone-plain)" },
            ]}
          />
          {typeof need.gap_reason === "string" ? (
            <Text size="sm">
              <Words text={need.gap_reason} />
            </Text>
          ) : null}
        </ResultCard>
      ))}
    </Section>
  );
}

/** What each market could give of what was wanted, as one table. */
function Fits({
  markets,
  output,
}: {
  readonly markets: readonly Market[];
  readonly output: MatchingSummary;
}): ReactElement {
  const rows = markets.flatMap((market) => list(market.coverage_fit).map((fit) => ({ market, ...fit })));
  return (
    <TableSection
      title="Wanted and attainable"
      rows={rows}
      idOf={({ market, coverage }) => `${market.solution_key} ${coverage}`}
      name={{ title: "Market", text: ({ market }) => nameOf(market) }}
      columns={[
        { title: "Coverage", text: ({ coverage }) => code(coverage), isOnCard: true },
        { title: "Must have", text: ({ must_have }) => (must_have ? "Yes" : "No") },
        {
          title: "Wanted",
          text: ({ wanted }) => (wanted === null ? "" : amount(wanted, output.currency)),
          isNumber: true,
        },
        {
          title: "Attainable",
          text: ({ attainable, wanted }) =>
            attainable === null && wanted === null ? "" : amount(attainable, output.currency),
          isNumber: true,
        },
        {
          title: "Met",
          text: ({ ok }) => (ok === null ? "Open" : ok ? "Yes" : "No"),
          cell: ({ ok }) => (
            <Status
              of={ok === null ? "waiting" : ok ? "passed" : "failed"}
              label={ok === null ? "Open" : ok ? "Met" : "Not met"}
            />
          ),
          isOnCard: true,
        },
      ]}
    />
  );
}

function NearMisses({ output }: { readonly output: MatchingSummary }): ReactElement {
  return (
    <TableSection
      title="Near misses"
      path="/near_misses"
      rows={list(output.near_misses)}
      idOf={({ offering_key, need_key }) => `${offering_key} ${need_key}`}
      name={{ title: "Market", text: ({ carrier_name, product }) => `${say(carrier_name)}, ${say(product)}` }}
      columns={[
        { title: "Fits if", text: ({ change }) => say(change), isOnCard: true },
        { title: "Why not now", text: ({ reason }) => say(reason), isOnCard: true },
        { title: "Would score", text: ({ rank_score }) => figure(rank_score), isNumber: true },
      ]}
    />
  );
}

function MissingFacts({ output }: { readonly output: MatchingSummary }): ReactElement {
  return (
    <TableSection
      title="Facts that would decide"
      path="/missing_facts"
      note="Offerings stay open until these are in; the one that decides most comes first."
      rows={[...list(output.missing_facts)].toSorted((one, other) => other.affects - one.affects)}
      idOf={({ fact }) => fact}
      name={{ title: "Fact", text: ({ fact }) => factInWords(fact) }}
      columns={[
        { title: "Offerings that wait for it", text: ({ affects }) => affects, isNumber: true, isOnCard: true },
      ]}
    />
  );
}

function Rejected({ output }: { readonly output: MatchingSummary }): ReactElement {
  return (
    <TableSection
      title="Rejected"
      path="/rejected"
      rows={list(output.rejected)}
      idOf={({ offering_key, need_key }) => `${offering_key} ${need_key}`}
      name={{ title: "Offering", text: ({ offering_key }) => say(offering_key) }}
      columns={[
        { title: "Why", text: ({ reasons }) => list(reasons).map(say).join("; "), isOnCard: true },
        {
          title: "Expected and found",
          text: ({ trace }) =>
            list(trace)
              .map(
                ({ path, expected, actual }) =>
                  `${factInWords(path)}: expected ${plain(expected)}, found ${plain(actual)}`,
              )
              .join("; "),
        },
      ]}
    />
  );
}
