import { Badge, Group, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { Bar, Gauge } from "../../parts/gauge.tsx";
import { Words } from "../../parts/words.tsx";
import { Breakdown } from "../breakdown.tsx";
import { Basis } from "../evidence.tsx";
import { LabelThis } from "../label-this.tsx";
import { Disclosure, FactList, Points, ResultCard } from "../section.tsx";
import type { Solution } from "../types.ts";
import { amount, brief, code, figure, isPresent, list, say } from "../values.ts";
import type { Comparison, Item } from "./comparison.ts";

type Score = Solution<"comparison">;

/** Every offer on a card, the best first. */
export function ItemCards({
  output,
  scores,
}: {
  readonly output: Comparison;
  readonly scores: readonly Score[];
}): ReactElement {
  const scoreOf = new Map(scores.map((score) => [score.solution_key, score]));
  const rankOf = ({ key }: Item): number => scoreOf.get(key)?.rank ?? Number.MAX_SAFE_INTEGER;
  const items = [...list(output.items)].toSorted((one, other) => rankOf(one) - rankOf(other));
  const shown = scores.map(({ score }) => score);
  const isTieInWhole = new Set(shown.map(Math.round)).size < new Set(shown).size;
  const most = Math.max(0, ...items.map(({ totals }) => totals?.total_cost_of_risk ?? 0));
  return (
    <div className="result-cards" role="list" aria-label="Offers">
      {items.map((item) => (
        <div role="listitem" key={item.key}>
          <ItemCard
            item={item}
            at={list(output.items).indexOf(item)}
            score={scoreOf.get(item.key)}
            digits={isTieInWhole ? 1 : 0}
            output={output}
            most={most}
          />
        </div>
      ))}
    </div>
  );
}

function ItemCard({
  item,
  at,
  score,
  digits,
  output: { summary, currency },
  most,
}: {
  readonly item: Item;
  /** Its place in the output, from 0: sentences number the offers by it. */
  readonly at: number;
  readonly score: Score | undefined;
  /** Of the score: scores that differ must not look equal. */
  readonly digits: number;
  readonly output: Comparison;
  readonly most: number;
}): ReactElement {
  const { totals } = item;
  const isBest = summary.best_key === item.key;
  return (
    <ResultCard isFirst={isBest}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text size="xs" c="dimmed">
            {code(item.kind)} {at + 1}
          </Text>
          <Title order={3} fz="md" lh={1.35}>
            <Words text={say(item.label)} most={90} />
          </Title>
          {list([item.label]).some((label) => label.includes(item.carrier_name)) ? null : (
            <Text size="sm" c="dimmed">
              <Words text={say(item.carrier_name)} most={90} />
            </Text>
          )}
          <Group gap={6} mt={6}>
            {isBest ? <Tag color="teal" word="Best score" /> : null}
            {summary.cheapest_key === item.key ? <Tag color="indigo" word="Lowest price" /> : null}
            {isPresent(item.eligible) && !item.eligible ? <Tag color="red" word="Not eligible" /> : null}
          </Group>
        </div>
        <Gauge value={score?.score} label={`Score of ${brief(item.label)}`} size={72} digits={digits} />
      </Group>
      <Bar
        label="Total cost of risk a year"
        share={isPresent(totals?.total_cost_of_risk) && most > 0 ? totals.total_cost_of_risk / most : null}
        value={amount(totals?.total_cost_of_risk, currency)}
        isPlain
      />
      <FactList
        facts={[
          { name: "Premium a year", value: amount(totals?.annualized, currency) },
          { name: "Premium of the term", value: amount(totals?.premium, currency) },
          { name: "Expected retained losses", value: amount(totals?.expected_retained, currency) },
          ...list(item.rates).map(({ basis, rate, per }) => ({
            name: `Rate on ${basis === "tiv" ? "insured value" : code(basis).toLowerCase()}`,
            value: `${figure(rate, 3)} per ${figure(per, 0)}`,
          })),
        ]}
      />
      <Group gap="xs">
        {score ? (
          <Disclosure label="What the score consists of">
            <Breakdown parts={score.breakdown} />
            <Points title="Strengths" points={list(score.strengths)} mark="for" />
            <Points title="Concerns" points={list(score.concerns)} mark="against" />
          </Disclosure>
        ) : null}
        <Group gap={4} wrap="nowrap">
          <LabelThis of={item.label} path={`/items/${at}`} />
          <Basis of={item.label} ids={item.evidence_ids} />
        </Group>
      </Group>
    </ResultCard>
  );
}

function Tag({ color, word }: { readonly color: string; readonly word: string }): ReactElement {
  return (
    <Badge color={color} variant="light" tt="none" radius="sm" fw={600}>
      {word}
    </Badge>
  );
}
