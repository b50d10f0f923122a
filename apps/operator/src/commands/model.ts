import type { Command } from "commander";
import type { Deps } from "@service/domain";
import type { embeddedTest, ModelDesk, ModelTest } from "@service/domain/models";
import { notEmpty, print, uuid, verb } from "../command.ts";
import { readOperatorConfig } from "../config.ts";
import { readText } from "../read-file.ts";
import type { Session } from "../session.ts";

const help = `
FILE is one registration:
  {"alias": "house", "provider": "openai_compatible", "base_url": "https://models.example.com/v1", "model": "m-large",
   "api_key": "…", "context_tokens": 128000, "max_output_tokens": 4096, "caps": {"json": true, "tools": true},
   "surfaces": ["conversation", "converse"], "per_minute": 600,
   "price": {"currency": "USD", "input_per_million": 3, "output_per_million": 15}}

  provider   openai_compatible (chat completions) or anthropic (the Messages API); base_url ends with /v1 for both
  api_key    sealed and never shown again; left out, the one that is stored stays as long as the host does
  surfaces   some of conversation, converse, judge, enrichment
  caps       what the model can do: continuation, tools, json, judge, embeddings, vision
No organization uses a model before it is opened: svc organization set ID --models house`;

/** `svc model`: language models, to whom they answer, and what was asked of them. */
export function addModel(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  verb(noun, "register <file>", "Register a model, or replace its registration")
    .addHelpText("after", help)
    .action(async (file: string, options: { readonly json?: boolean }) => {
      const text = await readText(file);
      const { registerModel, shownModel } = await import("@service/domain/models");
      const line = await withDeps("models.register", { secrets: true }, (deps, operator) =>
        registerModel(deps, operator, text),
      );
      const answer = shownModel(line);
      print(options, { answer, table: inWords(answer) });
    });

  verb(noun, "list", "List the models; keys are not shown").action(async (options: { readonly json?: boolean }) => {
    const { listModels, shownModel } = await import("@service/domain/models");
    const models = await openDesk();
    const lines = await withDeps("models.list", {}, ({ db }) => listModels({ db, models }));
    const shown = lines.map(shownModel);
    print(options, { answer: { models: shown }, table: { models: shown.map(inWords) } });
  });

  verb(noun, "test <alias>", "Send one harmless request and show how long it took").action(
    async (alias: string, options: { readonly json?: boolean }) => {
      const { embeddedAlias, embeddedTest, shownCaps, testModel } = await import("@service/domain/models");
      if (alias === embeddedAlias) {
        const answer = { ...shownTest(embeddedTest), caps: shownCaps(embeddedTest.line.caps) };
        const notice = "embedded answers within this service: nothing was sent, and it needs no test.";
        return print(options, { answer, table: inWords(answer), notice });
      }
      const models = await openDesk();
      const stopped = new AbortController();
      const stop = (): void => stopped.abort(new Error("stopped"));
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
      try {
        const tested = await withDeps("models.test", { secrets: true }, (deps) =>
          testModel({ ...pick(deps), models }, alias, stopped.signal),
        );
        const answer = { ...shownTest(tested), caps: shownCaps(tested.line.caps) };
        print(options, { answer, table: inWords(answer) });
        if (tested.failure !== null) throw new Error(`${tested.failure.message} (${tested.failure.reason})`);
      } finally {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
      }
    },
  );

  verb(noun, "disable <alias>", "Switch a model off; registering it again brings it back").action(
    async (alias: string, options: { readonly json?: boolean }) => {
      const { disableModel } = await import("@service/domain/models");
      await withDeps("models.disable", {}, (deps, operator) => disableModel(deps, operator, alias));
      print(options, { answer: { alias, status: "disabled" } });
    },
  );

  verb(noun, "usage", "Show what an organization asked of models, by day (UTC)")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--from <day>", "first day, such as 2026-11-01", notEmpty)
    .option("--to <day>", "last day", notEmpty)
    .action(
      async (options: {
        readonly organization: string;
        readonly from?: string;
        readonly to?: string;
        readonly json?: boolean;
      }) => {
        const { organization, from, to } = options;
        const { listModelUsage } = await import("@service/domain/models");
        const usage = await withDeps("models.usage", {}, (deps) => listModelUsage(deps, organization, { from, to }));
        print(options, {
          answer: {
            usage: usage.map((line) => ({
              day: line.day,
              alias: line.alias,
              environment: line.environment,
              instance_id: line.instanceId,
              requests: line.requests,
              failures: line.failures,
              input_tokens: line.inputTokens,
              output_tokens: line.outputTokens,
            })),
          },
        });
      },
    );
}

type EmbeddedTest = typeof embeddedTest;

/** With the model of this command's own variables, which are those of the processes where they are set alike. */
async function openDesk(): Promise<ModelDesk> {
  const [{ openModelDesk }, { environmentModelOf }, { systemClock }] = await Promise.all([
    import("@service/domain/models"),
    import("@service/model-providers"),
    import("@service/runtime"),
  ]);
  return openModelDesk({ clock: systemClock, own: environmentModelOf(readOperatorConfig()) });
}

/** The opened parts alone: the others of `deps` refuse to be read. */
function pick({ db, secrets, clock, log }: Pick<Deps, "db" | "secrets" | "clock" | "log">) {
  return { db, secrets, clock, log };
}

/** For reading: the capabilities that the model has, and surfaces, as words. */
function inWords<Shown extends { readonly caps: Record<string, boolean>; readonly surfaces?: readonly string[] }>(
  shown: Shown,
) {
  const caps = Object.entries(shown.caps).flatMap(([cap, has]) => (has ? [cap] : []));
  return {
    ...shown,
    caps: caps.join(",") || "none",
    ...(shown.surfaces === undefined ? {} : { surfaces: shown.surfaces.join(",") }),
  };
}

function shownTest({ line, failure, firstContentMs, totalMs, inputTokens, outputTokens }: ModelTest | EmbeddedTest) {
  return {
    alias: line.alias,
    provider: line.provider,
    model: line.model,
    ok: failure === null,
    reason: failure?.reason ?? null,
    first_content_ms: firstContentMs,
    total_ms: totalMs,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
}
