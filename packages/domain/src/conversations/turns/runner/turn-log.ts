import type { Citation, LoggedFrame } from "@service/contract";
import type { AnswerEvents, AnswerUsage } from "../answer-outcome.ts";
import type { FramesOfTurn } from "../append-frames.ts";
import { storableText, type TurnHold, type TurnSources } from "../turn.ts";

/** Deltas are merged into one frame per so many milliseconds, or characters (TURN-32). */
const mergeMs = 30;
const mergeChars = 512;
/** A checkpoint is due after so much text, or so much time with text. */
const checkpointChars = 2_048;
const checkpointMs = 1_000;
/** From here on text waits for the end of the turn: a stream has at most 20,000 frames. */
const framesSoftMax = 19_900;

/** What an attempt of a turn has said, and the part of it that is not in the log of frames yet. */
export class TurnLog {
  readonly hold: TurnHold;
  readonly #onNews: (log: TurnLog) => void;
  #text: string;
  /** In code points. */
  #length: number;
  readonly #citations: Citation[];
  #usage: AnswerUsage | null = null;
  #firstTextAtMs: number | undefined;
  #hasNews = false;
  /** Not stored yet. */
  #sources: TurnSources | null = null;
  #bodies: string[] = [];
  /** Of the first of `#bodies`. */
  #nextSeq: number;
  #open = "";
  #openOffset = 0;
  /** Half of a character that the next piece completes. */
  #half = "";
  #cutAtMs = -Infinity;
  #keptLength: number;
  #keptAtMs = performance.now();

  /**
   * @param given.text what the attempt before said and this one continues.
   * @param given.lastSeq of the newest frame of this attempt.
   * @param onNews called when there is something to append.
   */
  constructor(
    given: {
      readonly hold: TurnHold;
      readonly text: string;
      readonly citations: readonly Citation[];
      readonly lastSeq: number;
    },
    onNews: (log: TurnLog) => void,
  ) {
    this.hold = given.hold;
    this.#text = given.text;
    this.#length = [...given.text].length;
    this.#keptLength = given.text.length;
    this.#citations = [...given.citations];
    this.#nextSeq = given.lastSeq + 1;
    this.#onNews = (log) => {
      this.#hasNews = true;
      onNews(log);
    };
  }

  get text(): string {
    return this.#text;
  }

  /** JSON text. */
  get citations(): string {
    return JSON.stringify(this.#citations);
  }

  /** When the first words of this attempt were there; undefined: none yet. */
  get firstTextAtMs(): number | undefined {
    return this.#firstTextAtMs;
  }

  get usage(): AnswerUsage | null {
    return this.#usage;
  }

  /** Whether this attempt has said or reported anything. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** What was read: stored with the frames that come from now on, so that nobody is shown them without it. */
  read(sources: TurnSources): void {
    this.#sources = sources;
  }

  /** The events of an answer as frames. */
  get events(): AnswerEvents {
    return {
      text: (piece) => this.#say(piece),
      citation: (citation) => {
        this.#citations.push(citation);
        this.#add({ type: "citation", ...citation });
      },
      notice: (notice) => this.#add({ type: "notice", ...notice }),
      tool: ({ state, ...tool }) => {
        if (state === "started" && "input" in tool) this.#add({ type: "tool.started", ...tool });
        else if ("status" in tool) this.#add({ type: "tool.finished", ...tool });
      },
      usage: (usage) => {
        this.#usage = usage;
        this.#add({ type: "usage", ...usage });
      },
      // Only before anything was shown, and then there is nothing to take back.
      discard: () => undefined,
    };
  }

  #say(piece: string): void {
    const joined = this.#half + piece;
    const isCut = /[\uD800-\uDBFF]$/.test(joined);
    this.#half = isCut ? joined.slice(-1) : "";
    const whole = storableText(isCut ? joined.slice(0, -1) : joined);
    if (whole === "") return;
    this.#firstTextAtMs ??= performance.now();
    if (this.#open === "") this.#openOffset = this.#length;
    this.#open += whole;
    this.#text += whole;
    this.#length += [...whole].length;
    if (this.#open.length >= mergeChars && this.#nextSeq + this.#bodies.length < framesSoftMax) this.#cut();
    this.#onNews(this);
  }

  #add(frame: LoggedFrame): void {
    this.#cut();
    this.#push(frame);
    this.#onNews(this);
  }

  #cut(): void {
    if (this.#open === "") return;
    this.#push({ type: "text.delta", text: this.#open, offset: this.#openOffset });
    this.#open = "";
    this.#cutAtMs = performance.now();
  }

  /** `type` first: a lost worker's text is found by it. */
  #push({ type, ...rest }: LoggedFrame): void {
    this.#bodies.push(JSON.stringify({ type, ...rest }));
  }

  /** How long the text that is open waits for more, milliseconds; undefined where nothing waits. */
  dueInMs(nowMs: number): number | undefined {
    if (this.#bodies.length > 0) return 0;
    if (this.#open === "" || this.#nextSeq >= framesSoftMax) return undefined;
    return Math.max(0, this.#cutAtMs + mergeMs - nowMs);
  }

  /**
   * Takes what is to be appended now. Call `appended` when it is in the log, or `giveBack`, before taking more.
   * @param isForced also text that would wait for more, with a checkpoint.
   */
  take(isForced: boolean): FramesOfTurn | undefined {
    const nowMs = performance.now();
    const isOpenDue = this.#open !== "" && this.#nextSeq < framesSoftMax && nowMs - this.#cutAtMs >= mergeMs;
    if (isForced || isOpenDue) this.#cut();
    const newChars = this.#text.length - this.#keptLength;
    const isKept =
      newChars > 0 &&
      this.#open === "" &&
      (isForced || newChars >= checkpointChars || nowMs - this.#keptAtMs >= checkpointMs);
    const sources = isForced || this.#bodies.length > 0 ? this.#sources : null;
    if (this.#bodies.length === 0 && !isKept && sources === null) return undefined;
    const taken = {
      hold: this.hold,
      bodies: this.#bodies,
      firstSeq: this.#nextSeq,
      checkpoint: isKept ? { text: this.#text, citations: this.citations } : null,
      sources,
    };
    this.#nextSeq += this.#bodies.length;
    this.#bodies = [];
    return taken;
  }

  appended({ checkpoint, sources }: FramesOfTurn): void {
    if (sources === this.#sources) this.#sources = null;
    if (checkpoint === null) return;
    this.#keptLength = checkpoint.text.length;
    this.#keptAtMs = performance.now();
  }

  /** The frames could not be appended: they go with the next ones. */
  giveBack({ bodies, firstSeq }: FramesOfTurn): void {
    this.#bodies = [...bodies, ...this.#bodies];
    this.#nextSeq = firstSeq;
  }

  /** Takes everything that is left, for the settlement. */
  takeRest(): Pick<FramesOfTurn, "bodies" | "firstSeq" | "sources"> {
    this.#cut();
    const bodies = this.#bodies;
    this.#bodies = [];
    return { bodies, firstSeq: this.#nextSeq, sources: this.#sources };
  }
}
