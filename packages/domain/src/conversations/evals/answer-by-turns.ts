import type { Citation } from "@service/contract";
import type { CalledTool } from "@service/evaluations";
import { asJsonObject } from "@service/json";
import { type AnswerDeps, answerTurn, type AnswerUsage, turnAborts } from "../turns/index.ts";
import type { AnswerQuestion } from "./answer-scenario.ts";

interface Collected {
  text: string;
  citations: Citation[];
  usage: AnswerUsage | null;
}

/**
 * Answers questions of scenarios as turns are answered, under the same limits of time and without a conversation (EVAL-70).
 */
export function answerByTurns(deps: AnswerDeps): AnswerQuestion {
  return async (question) => {
    const { config, signal } = question;
    const collected: Collected = { text: "", citations: [], usage: null };
    const toolCalls: CalledTool[] = [];
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(turnAborts.overdue), config.limits.max_turn_seconds * 1_000);
    try {
      const answer = await answerTurn(deps, {
        config,
        variables: {},
        subject: null,
        conversationId: undefined,
        history: question.history.slice(-2 * config.limits.max_history_turns),
        historyEvidence: question.historyEvidence,
        input: question.input,
        viewer: question.viewer,
        fixtures: question.fixtures,
        attachmentIds: [],
        // What a first answer says besides is said once, to a person.
        isFirstAnswer: false,
        continueFrom: "",
        signal: AbortSignal.any([signal, clock.signal]),
        seed: question.seed,
        onEvent: {
          text: (piece) => void (collected.text += piece),
          citation: (citation) => void collected.citations.push(citation),
          notice: () => undefined,
          tool: (call) => {
            if (call.state === "started") toolCalls.push({ name: call.name, input: asJsonObject(call.input) });
          },
          usage: (usage) => void (collected.usage = usage),
          discard: () => {
            collected.text = "";
            collected.citations = [];
          },
        },
      });
      return {
        status: answer.status,
        text: collected.text,
        json: answer.json,
        method: answer.method,
        citations: collected.citations,
        toolCalls,
        usage: collected.usage,
        error: answer.error === null ? null : { code: answer.error.code, reason: answer.error.reason },
        evidence: answer.evidence,
      };
    } finally {
      clearTimeout(timer);
    }
  };
}
