/**
 * `npm run bench:console`: submissions a second while people watch the console, beside nobody watching, in turn on one
 * stack. Watched means: the pages Home and Overview at their pace, five lists of runs that refresh and count what arrived,
 * and 50 pages open on unfinished runs, each with its stream. Workers are held, so that the runs stay unfinished.
 * Settings: BENCH_ROUNDS (5), BENCH_SECONDS (8, per measurement).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

import { submissionBody, untilIdle, withoutWorker } from "./contender.ts";
import { load, loadAverage, round, setting, tableOf } from "./harness/measure.ts";
import { comparison, measureInTurn } from "./harness/rounds.ts";
import { withServers } from "./harness/with-servers.ts";
import { startOurStack } from "./our-stack.ts";

const rounds = setting("BENCH_ROUNDS", 5);
const seconds = setting("BENCH_SECONDS", 8);
const runPages = 50;
const listPages = 5;

type Get = (path: string, signal: AbortSignal) => Promise<Response>;

/** Signs in as the first owner and opens the organization. */
async function signIn(consoleUrl: string, organizationId: string, link: string): Promise<Get> {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> => {
    const response = await fetch(`${consoleUrl}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(body && {
          "content-type": "application/json",
          "x-console": "1",
          origin: consoleUrl,
          "sec-fetch-site": "same-origin",
        }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  await send("POST", "/console/v1/link", { token: new URL(link).hash.slice(1) });
  await send("PUT", "/console/v1/me/password", { password: "seven-lanterns-over-harbor" });
  const reason = { reason: "The benchmark looks at runs." };
  await send("POST", `/console/v1/organizations/${organizationId}/open`, reason);
  return (path, signal) => send("GET", path, undefined, signal);
}

/** Opens the pages until the signal aborts. @returns when all are closed. */
async function watch(get: Get, organizationId: string, signal: AbortSignal): Promise<void> {
  const base = `/console/v1/o/${organizationId}/e/live/run-list`;
  const list = z.object({ rows: z.array(z.object({ id: z.string(), created_at: z.string() })) });
  const { rows } = list.parse(await (await get(`${base}?limit=${runPages}&status=queued`, signal)).json());
  if (rows.length < runPages) throw new Error(`only ${rows.length} runs to watch`);
  const every = async (ms: number, ...paths: string[]): Promise<void> => {
    while (!signal.aborted) {
      for (const path of paths) await (await get(path, signal)).text();
      await sleep(ms, undefined, { signal });
    }
  };
  const follow = async (id: string): Promise<void> => {
    while (!signal.aborted) await (await get(`${base}/${id}/watch`, signal)).text();
  };
  const [newest] = rows;
  const arrived = `${base}/count?from=${encodeURIComponent(newest?.created_at ?? "")}`;
  const pages = [
    every(15_000, "/console/v1/installation"),
    every(15_000, `${base}/overview`),
    ...Array.from({ length: listPages }, () => every(3_000, `${base}?limit=50`, arrived)),
    ...rows.map(({ id }) => follow(id)),
  ];
  await Promise.all(pages.map((page) => page.catch(ignoreAbort(signal))));
}

function ignoreAbort(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

await withServers(async (servers, signal) => {
  const ours = await startOurStack({ ...servers, consolePort: 0 });
  try {
    const invited = z.object({ link: z.string() });
    const words = ["--email", "owner@example.com", "--name", "Owner", "--role", "owner"];
    const { link } = await ours.svc(invited, "person", "invite", ...words);
    const get = await signIn(ours.consoleUrl ?? "", ours.organizationId, link);
    const request = { url: ours.submissionUrl, headers: { ...ours.headers }, body: submissionBody, withKeys: true };
    const submissions = async (): Promise<number> => (await load({ ...request, connections: 32, seconds })).perSecond;
    const held = async (measure: () => Promise<number>): Promise<number> => {
      const rate = await withoutWorker(ours, async () => {
        await load({ ...request, connections: 8, amount: runPages });
        return measure();
      });
      await untilIdle(ours);
      return rate;
    };
    const measured = await measureInTurn(
      { rounds, signal },
      {
        watched: () =>
          held(async () => {
            const closing = new AbortController();
            const watching = watch(get, ours.organizationId, closing.signal);
            const rate = await Promise.race([submissions(), watching.then(() => Number.NaN)]);
            closing.abort();
            await watching;
            return rate;
          }),
        "not watched": () => held(submissions),
      },
    );
    const row = comparison("submissions/s, 32 connections", measured, ["watched", "not watched"], {
      digits: 0,
      of: (rate) => rate,
    });
    console.log(tableOf(["Median of rounds", "watched", "not watched", "ratio"], [row]));
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    await ours.stop();
  }
});
