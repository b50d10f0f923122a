import { Box, Code, Group, Stack, Text, Timeline as Steps, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { duration, inWords, moment, visible } from "../../parts/format.ts";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { Shown } from "../../parts/states.tsx";
import { type RunTimeline as Answer, useTimeline } from "./use-run.ts";

const looks: Readonly<Record<string, readonly [icon: IconName, title: string]>> = {
  submitted: ["runs", "Submitted"],
  waited: ["clock", "Waited"],
  attempt: ["play", "Attempt"],
  cancel_requested: ["stop", "Cancel requested"],
  settled: ["check", "Ended"],
  event: ["audit", "Event recorded"],
  delivery: ["endpoint", "Delivery"],
  delivery_attempt: ["endpoint", "Delivery attempt"],
  corrected: ["warning", "Result corrected"],
};

/** What happened to the run, from its submission to every attempt of a delivery. */
export function Timeline({ id, isFinished }: { readonly id: string; readonly isFinished: boolean }): ReactElement {
  const read = useTimeline(id, isFinished);
  return (
    <Shown read={read}>
      {(timeline) => (
        <Stack gap="lg">
          <Steps bulletSize={26} lineWidth={2} active={timeline.entries.length}>
            {timeline.entries.map((entry, at) => (
              <Steps.Item
                key={`${entry.kind} ${at}`}
                bullet={<Icon name={looks[entry.kind]?.[0] ?? "more"} size={14} />}
                title={titleOf(entry)}
              >
                <Text size="sm" className="tabular">
                  {moment(entry.at)}
                  {entry.until === null ? "" : ` · ${duration(Date.parse(entry.until) - Date.parse(entry.at))}`}
                </Text>
                <Facts entry={entry} />
              </Steps.Item>
            ))}
          </Steps>
          {timeline.stages.length > 0 ? <Stages stages={timeline.stages} /> : null}
        </Stack>
      )}
    </Shown>
  );
}

function titleOf({ kind, facts }: Answer["entries"][number]): string {
  const title = looks[kind]?.[1] ?? inWords(kind);
  if (kind === "attempt") return `Attempt ${facts["attempt"] ?? ""}: ${inWords(facts["outcome"] ?? "").toLowerCase()}`;
  if (kind === "settled") return `Ended: ${inWords(facts["status"] ?? "").toLowerCase()}`;
  if (kind === "delivery_attempt")
    return `Delivery attempt ${facts["attempt_number"] ?? ""}: ${inWords(facts["outcome"] ?? "").toLowerCase()}`;
  if (kind === "delivery") return `Delivery: ${inWords(facts["state"] ?? "").toLowerCase()}`;
  return title;
}

const inTitle: readonly string[] = ["attempt", "outcome", "state", "attempt_number"];

function Facts({ entry: { kind, facts } }: { readonly entry: Answer["entries"][number] }): ReactElement | null {
  const shown = Object.entries(facts).filter(
    ([name]) => !inTitle.includes(name) && !(kind === "settled" && name === "status"),
  );
  if (shown.length === 0) return null;
  return (
    <Group gap="xs" mt={2}>
      {shown.map(([name, value]) => (
        <Text key={name} size="xs" c="dimmed">
          {inWords(name)}: <Code>{visible(/^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value)}</Code>
        </Text>
      ))}
    </Group>
  );
}

/** Where the time of the attempt went. */
function Stages({ stages }: { readonly stages: Answer["stages"] }): ReactElement {
  const whole = Math.max(1, ...stages.map(({ ms }) => ms));
  return (
    <Box>
      <Title order={2} mb="xs">
        Stages
      </Title>
      <Stack gap={6}>
        {stages.map(({ stage, ms }) => (
          <Group key={stage} gap="sm" wrap="nowrap">
            <Text size="sm" w={180}>
              {inWords(stage)}
            </Text>
            <Box
              h={10}
              w={`${Math.max(0.5, (ms / whole) * 60)}%`}
              bg="var(--mantine-color-teal-6)"
              style={{ borderRadius: 4 }}
              aria-hidden="true"
            />
            <Text size="sm" className="tabular">
              {duration(ms)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Box>
  );
}
