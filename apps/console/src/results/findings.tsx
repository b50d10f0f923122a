import { Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactElement, type ReactNode, useState } from "react";
import { usePrinting } from "../parts/virtual.ts";
import { inWords, number } from "../parts/format.ts";
import { Icon, type IconName } from "../parts/icons.tsx";
import { Words } from "../parts/words.tsx";
import { Basis } from "./evidence.tsx";
import { LabelThis } from "./label-this.tsx";
import { CsvButton } from "./section.tsx";
import type { Finding, Severity } from "./types.ts";
import { code, list, say, share } from "./values.ts";

const severities: readonly Severity[] = ["critical", "high", "medium", "low", "info"];
const looks: Readonly<Record<Severity, readonly [color: string, icon: IconName]>> = {
  critical: ["red", "cross"],
  high: ["red", "warning"],
  medium: ["yellow", "warning"],
  low: ["gray", "more"],
  info: ["gray", "more"],
};
/** So that they end about where the lead beside them does. */
const shownFirst = 3;

export function SeverityBadge({ of, count }: { readonly of: string; readonly count?: number }): ReactElement {
  const [color, icon] = looks[severities.find((each) => each === of) ?? "info"];
  return (
    <Badge color={color} variant="light" leftSection={<Icon name={icon} size={12} />} tt="none" fw={600} radius="sm">
      {count === undefined ? "" : `${number(count)} `}
      {count === undefined ? code(of) : code(of).toLowerCase()}
    </Badge>
  );
}

/** The findings of a result, the gravest first. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }): ReactElement {
  const [isWhole, showAll] = useState(false);
  const isPrinting = usePrinting();
  const sorted = findings.toSorted((one, other) => gravity(one) - gravity(other));
  const shown = isWhole || isPrinting ? sorted : sorted.slice(0, shownFirst);
  return (
    <Stack gap="sm" component="section" aria-label="Findings" {...(isWhole && { "data-whole": true })}>
      <Group justify="space-between" gap="xs">
        <Group gap={8} align="baseline">
          <Title order={2}>Findings</Title>
          <Text size="sm" c="dimmed" className="tabular">
            {number(sorted.length)}
          </Text>
        </Group>
        {sorted.length === 0 ? null : <CsvButton name="Findings" columns={columns} rows={sorted} />}
      </Group>
      {sorted.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing to report.
        </Text>
      ) : (
        <Group gap={6}>
          {severities.map((severity) => {
            const count = sorted.filter((finding) => finding.severity === severity).length;
            return count === 0 ? null : <SeverityBadge key={severity} of={severity} count={count} />;
          })}
        </Group>
      )}
      <div className="findings">
        {shown.map((finding, at) => (
          <OneFinding
            key={`${finding.finding_key} ${at}`}
            finding={finding}
            path={`/findings/${findings.indexOf(finding)}`}
            most={isWhole ? 320 : 110}
          />
        ))}
      </div>
      {sorted.length > shown.length || isWhole ? (
        <Button className="no-print" variant="default" size="compact-sm" onClick={() => showAll(!isWhole)}>
          {isWhole ? "Show the gravest" : `Show all ${number(sorted.length)}`}
        </Button>
      ) : null}
    </Stack>
  );
}

/** Lower is graver; a severity that is withheld comes last. */
function gravity({ severity }: Finding): number {
  const at = severities.indexOf(severity);
  return at === -1 ? severities.length : at;
}

const columns = [
  { title: "Severity", text: ({ severity }: Finding) => code(severity) },
  { title: "Status", text: ({ status }: Finding) => code(status) },
  { title: "Finding", text: ({ title }: Finding) => say(title) },
  { title: "Detail", text: ({ detail }: Finding) => say(detail) },
  { title: "Recommendation", text: ({ recommendation }: Finding) => recommendation },
  { title: "Confidence", text: ({ confidence }: Finding) => confidence },
];

/** One finding: what, why, and what to do. */
export function OneFinding({
  finding,
  path,
  most = 320,
  children,
}: {
  readonly finding: Omit<Finding, "questions">;
  /** Its place in the output. */
  readonly path?: string;
  /** Characters of the detail that are shown first. */
  readonly most?: number;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <Stack gap={4} className="severity keep" data-severity={finding.severity}>
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed">
          {code(finding.severity)} · {code(finding.status).toLowerCase()}
          {finding.confidence < 1 ? ` · ${share(finding.confidence)} sure` : ""}
        </Text>
        <Group gap={4}>
          {path === undefined ? null : <LabelThis of={finding.title} path={path} />}
          <Basis of={finding.title} ids={finding.evidence_ids} />
        </Group>
      </Group>
      <Text size="sm" fw={600}>
        <Words text={say(finding.title)} most={200} />
      </Text>
      <Text size="sm" c="dimmed">
        <Words text={say(finding.detail)} most={most} />
      </Text>
      {typeof finding.recommendation === "string" ? (
        <Text size="sm">
          <Words text={finding.recommendation} />
        </Text>
      ) : null}
      {children}
    </Stack>
  );
}

/** Questions that findings ask the client. */
export function questionsOf(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ questions }) => list(questions).map(({ text }) => say(text)));
}

/** What a finding is about, in words. */
export function targetOf({ target }: Pick<Finding, "target">): string {
  return [target?.line, target?.coverage].flatMap((part) => (part === undefined ? [] : [inWords(part)])).join(", ");
}
