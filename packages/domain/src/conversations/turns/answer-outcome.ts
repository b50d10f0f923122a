import type { AnswerMethod, Citation, IncompleteReason, LoggedFrame, TurnErrorCode } from "@service/contract";
import type { JsonObject, Json } from "@service/json";

type FrameOf<Type extends LoggedFrame["type"]> = Omit<Extract<LoggedFrame, { readonly type: Type }>, "type">;

type AnswerNotice = FrameOf<"notice">;
export type AnswerUsage = FrameOf<"usage">;
/** A call of a tool begins or ends. */
type AnswerTool =
  | ({ readonly state: "started" } & FrameOf<"tool.started">)
  | ({ readonly state: "finished" } & FrameOf<"tool.finished">);

/** What happens while a question is answered, in the order in which a viewer of the stream sees it. */
export interface AnswerEvents {
  text(piece: string): void;
  citation(citation: Citation): void;
  notice(notice: AnswerNotice): void;
  tool(tool: AnswerTool): void;
  usage(usage: AnswerUsage): void;
  /** Nothing that was sent before counts: the answer begins anew. Only before the first character was shown. */
  discard(): void;
}

/** Why a question has no answer, as the turn stores it. The sentence of each is in `turn-errors.ts`. */
export interface AnswerError {
  readonly code: TurnErrorCode;
  readonly reason: string | null;
  readonly retryable: boolean;
  /** A sentence that is more exact than that of the code. */
  readonly message?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** What left for a provider: the parts by name, with their length and hash, never their text. */
interface AnswerEgress {
  readonly destination: string;
  readonly parts: readonly {
    readonly part: string;
    readonly chars: number;
    readonly sha256: string;
    readonly pictures?: readonly string[];
  }[];
}

/** The model that answered. */
export interface AnswerModel {
  readonly alias: string;
  readonly provider: string;
  readonly name: string;
  readonly fallbackUsed: boolean;
}

/** How a question was answered. The text is what `AnswerEvents.text` was given, joined. */
export interface AnswerOutcome {
  readonly status: "completed" | "incomplete" | "failed" | "cancelled" | "interrupted";
  readonly incompleteReason: IncompleteReason | null;
  readonly error: AnswerError | null;
  readonly method: AnswerMethod | null;
  readonly json: Json;
  readonly egress: AnswerEgress | null;
  readonly model: AnswerModel;
}

/** A message of the path before the question, oldest first. */
export interface HistoryMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Given when the conversation was created, not said in it. */
  readonly isSeed?: boolean;
}

/** Values of the configuration's variables. */
export type AnswerVariables = JsonObject;
