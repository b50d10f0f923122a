import type { Fields } from "./answers.ts";

/** What the demonstration has by the time that people work with the book. */
export interface Work {
  /** A folder that goes with the demonstration. */
  readonly folder: string;
  readonly connectionId: string;
  /** Slug of a published engine of the type `opportunity`. */
  readonly engineSlug: string;
  /** Slug of a published engine of the type `comparison`. */
  readonly comparisonSlug: string;
  readonly principal: string;
  /** Asks the API as this person. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Fields>;
  /** The operator's command. */
  readonly svc: (...words: string[]) => Promise<Fields>;
  readonly finished: (runId: string) => Promise<Fields>;
  readonly print: (text: string) => void;
  readonly heading: (text: string) => void;
}
