import { Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { Figure } from "../../parts/figure.tsx";
import { Gauge } from "../../parts/gauge.tsx";
import { CsvButton, Points, Section } from "../section.tsx";
import { OneFinding, questionsOf, targetOf } from "../findings.tsx";
import type { View } from "../types.ts";
import { amount, brief, code, figure, list, membersOf, say, share } from "../values.ts";
import type { Analysis } from "./analysis.ts";
import { Profile, Requirements } from "./facts.tsx";
import { Knowledge, OwnSections } from "./sections.tsx";

type Dimension = Analysis["dimensions"]["documentation"];
type Gap = Analysis["gaps"][number];

/** An account by grade and dimension: what is missing, what is required, and what the file says. */
export function entityView(output: Analysis): View {
  return {
    lead: <Lead output={output} />,
    body: (
      <>
        <Gaps gaps={list(output.gaps)} />
        <Requirements output={output} />
        <Profile output={output} />
        <OwnSections output={output} />
        <Questions output={output} />
        <Knowledge output={output} />
      </>
    ),
  };
}

function Lead({ output: { summary, dimensions, counters } }: { readonly output: Analysis }): ReactElement {
  const score = summary.overall_score;
  return (
    <Stack gap="md">
      <Card withBorder padding="lg">
        <Group gap="xl" align="center">
          <Stack gap={4} align="center">
            <Gauge value={score ?? null} label="Overall score" size={116}>
              {summary.grade ?? "–"}
            </Gauge>
            <Text size="sm" c="dimmed" className="tabular">
              {score === undefined ? "no score" : `${figure(score)} of 100`}
            </Text>
          </Stack>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" flex={1} miw={220}>
            {membersOf<Dimension>(dimensions).map(([name, dimension]) => (
              <Group key={name} gap="sm" wrap="nowrap">
                <Gauge value={dimension.score} label={brief(dimension.label)} size={52} />
                <div>
                  <Text size="sm" fw={600} lh={1.25}>
                    {brief(dimension.label)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {coverageOf(dimension)}
                  </Text>
                </div>
              </Group>
            ))}
          </SimpleGrid>
        </Group>
      </Card>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        {membersOf<Analysis["counters"]["open_claims"] | Analysis["counters"]["paid_losses"]>(counters).map(
          ([name, counter]) => (
            <Figure
              key={name}
              label={brief(counter.label)}
              value={counter.unit === "money" ? amount(counter.value) : figure(counter.value)}
            />
          ),
        )}
      </SimpleGrid>
    </Stack>
  );
}

function coverageOf({ status, coverage }: Dimension): string {
  if (status === "out_of_focus") return "not looked at";
  return status === "insufficient_data" ? `too few facts (${share(coverage)})` : `${share(coverage)} of the facts`;
}

function Gaps({ gaps }: { readonly gaps: readonly Gap[] }): ReactElement {
  return (
    <Section
      title="Gaps"
      path="/gaps"
      count={gaps.length}
      actions={gaps.length === 0 ? undefined : <CsvButton name="Gaps" columns={gapColumns} rows={gaps} />}
    >
      {gaps.length === 0 ? (
        <Text size="sm" c="dimmed">
          No gap in the coverage was found.
        </Text>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {gaps.map((gap, at) => (
          <OneFinding key={`${gap.finding_key} ${at}`} finding={gap}>
            {gap.exposure_amount === undefined ? null : (
              <Text size="sm" className="tabular">
                Exposed: <b>{amount(gap.exposure_amount)}</b>
              </Text>
            )}
            <Points title="Talking points" points={list(gap.talking_points)} mark="plain" />
          </OneFinding>
        ))}
      </SimpleGrid>
    </Section>
  );
}

const gapColumns = [
  { title: "Severity", text: ({ severity }: Gap) => code(severity) },
  { title: "Gap", text: ({ title }: Gap) => say(title) },
  { title: "About", text: (gap: Gap) => targetOf(gap) },
  { title: "Detail", text: ({ detail }: Gap) => say(detail) },
  { title: "Recommendation", text: ({ recommendation }: Gap) => recommendation },
  { title: "Exposed", text: ({ exposure_amount }: Gap) => exposure_amount },
];

function Questions({ output }: { readonly output: Analysis }): ReactElement | null {
  const questions = questionsOf(list(output.findings));
  return questions.length === 0 ? null : (
    <Section title="To ask the client" count={questions.length}>
      <Points title="" points={questions} mark="plain" />
    </Section>
  );
}
