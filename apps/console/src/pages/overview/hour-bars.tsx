import { Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { BodyOf } from "../../api.ts";
import { moment, number } from "../../parts/format.ts";

type Answer = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/run-list/overview">;

const bands = [
  { name: "completed", color: "var(--mantine-color-teal-6)", statuses: ["completed"] },
  { name: "degraded", color: "var(--mantine-color-yellow-5)", statuses: ["degraded"] },
  { name: "failed or cancelled", color: "var(--mantine-color-red-6)", statuses: ["failed", "cancelled"] },
  { name: "not finished", color: "var(--mantine-color-blue-5)", statuses: ["queued", "processing"] },
] as const;

const hourMs = 3_600_000;
const height = 140;

/** Runs of each hour by how they ended. A table of the same is read by a screen reader. */
export function HourBars({ overview }: { readonly overview: Answer }): ReactElement {
  const first = Math.floor(new Date(overview.from).getTime() / hourMs) * hourMs;
  const count = Math.ceil((new Date(overview.until).getTime() - first) / hourMs);
  const hours = Array.from({ length: count }, (_, at) => {
    const start = first + at * hourMs;
    const here = overview.hours.filter(({ hour }) => new Date(hour).getTime() === start);
    const parts = bands.map(({ statuses }) =>
      here.filter(({ status }) => statuses.some((each) => each === status)).reduce((sum, { runs }) => sum + runs, 0),
    );
    return { start: new Date(start).toISOString(), parts, total: parts.reduce((sum, runs) => sum + runs, 0) };
  });
  const most = Math.max(1, ...hours.map(({ total }) => total));
  const width = 1_000 / count;
  return (
    <>
      <svg viewBox={`0 0 1000 ${height}`} width="100%" height={height} preserveAspectRatio="none" aria-hidden="true">
        {hours.map(({ start, parts, total }, at) => {
          let top = height;
          return (
            <g key={start}>
              <title>{`${moment(start)}: ${number(total)}`}</title>
              {parts.map((runs, band) => {
                const tall = runs === 0 ? 0 : Math.max(2, (runs / most) * (height - 6));
                top -= tall;
                return (
                  <rect
                    key={bands[band]?.name}
                    x={at * width + width * 0.1}
                    y={top}
                    width={width * 0.8}
                    height={tall}
                    fill={bands[band]?.color}
                  />
                );
              })}
            </g>
          );
        })}
        <line x1="0" x2="1000" y1={height} y2={height} stroke="var(--mantine-color-default-border)" />
      </svg>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {moment(overview.from)}
        </Text>
        <Group gap="md">
          {bands.map(({ name, color }) => (
            <Group key={name} gap={6}>
              <span style={{ width: 10, height: 10, borderRadius: 2, background: color }} aria-hidden="true" />
              <Text size="xs">{name}</Text>
            </Group>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          most in an hour: {number(most)}
        </Text>
      </Group>
      <table style={{ position: "absolute", left: -9999 }}>
        <caption>Runs by hour</caption>
        <tbody>
          {hours
            .filter(({ total }) => total > 0)
            .map(({ start, parts }) => (
              <tr key={start}>
                <th scope="row">{moment(start)}</th>
                {parts.map((runs, band) => (
                  <td key={bands[band]?.name}>
                    {runs} {bands[band]?.name}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}
