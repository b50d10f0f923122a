import { limits } from "@service/contract";
import { html, type Html } from "./html.ts";

const KiB = 1024;
const MiB = 1024 * KiB;

/** Units that end the names of limits, longest first, with how their values are written. */
const units: readonly (readonly [suffix: string, write: (value: number) => string])[] = [
  ["RequestsPerMinuteMax", (value) => `${grouped(value)} requests a minute, at most`],
  ["RequestsPerMinute", (value) => `${grouped(value)} requests a minute`],
  ["SecondsMax", (value) => `${grouped(value)} s, at most`],
  ["Seconds", (value) => `${grouped(value)} s`],
  ["CharsMin", (value) => `${grouped(value)} characters, at least`],
  ["CharsMax", (value) => `${grouped(value)} characters, at most`],
  ["Bytes", bytes],
  ["Max", (value) => `${grouped(value)}, at most`],
  ["Min", (value) => `${grouped(value)}, at least`],
];

/** Every bound of `contract/limits.ts`: in words, with its unit, and by its name in the code. */
export function limitsTable(): Html {
  const rows = Object.entries(limits).map(([name, value]) => {
    const unit = units.find(([suffix]) => name.endsWith(suffix));
    const subject = unit === undefined ? name : name.slice(0, -unit[0].length);
    return html`<tr>
      <td>${inWords(subject)}</td>
      <td>${unit === undefined ? grouped(value) : unit[1](value)}</td>
      <td><code>${name}</code></td>
    </tr>`;
  });
  return html`<div class="wide" tabindex="0" role="group" aria-label="Limits">
    <table>
      <thead>
        <tr>
          <th scope="col">Of</th>
          <th scope="col">Limit</th>
          <th scope="col">Name in the code</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function inWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Bytes as people say them: `256 KiB`. */
export function bytes(value: number): string {
  if (value % MiB === 0) return `${value / MiB} MiB`;
  return value % KiB === 0 ? `${value / KiB} KiB` : `${grouped(value)} bytes`;
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
