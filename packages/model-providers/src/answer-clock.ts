import { ProviderFailure } from "@service/models";

/** How long a model may be silent (MODEL-56). */
export interface Silence {
  /** Until the first content, over all attempts together. */
  readonly firstContentMs: number;
  /** Between content. */
  readonly gapMs: number;
}

export interface AnswerClock {
  /** Aborts when the model was silent for too long; its reason is the ProviderFailure. */
  readonly signal: AbortSignal;
  /** The model showed that it works: from now on the gap counts. */
  readonly heard: () => void;
  /** Stands still while a slow reader takes what came. */
  pause(): void;
  resume(): void;
  stop(): void;
}

export function startAnswerClock({ firstContentMs, gapMs }: Silence): AnswerClock {
  const controller = new AbortController();
  const expire = (): void => controller.abort(new ProviderFailure("timeout"));
  let timer: NodeJS.Timeout | undefined = setTimeout(expire, firstContentMs);
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(expire, gapMs);
  };
  return {
    signal: controller.signal,
    heard: restart,
    pause: () => clearTimeout(timer),
    resume: restart,
    stop: () => clearTimeout(timer),
  };
}
