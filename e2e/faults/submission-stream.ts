import { setTimeout as wait } from "node:timers/promises";

import type { Customer, Work } from "./customer.ts";
import type { Scene } from "./scene.ts";
import type { Seeded } from "./seeded.ts";

/** Mean of the pauses between two arrivals; longer beyond the wanted number, so that a slow machine gets no slower. */
const pauseMs = { wanted: 40, beyond: 250 } as const;
/** However slow the machine is, a stream ends. */
const submissionsMax = 1_000;

export type SubmissionStream = {
  /** No submission after the `least` are made; settles when all have been accepted. */
  end(): Promise<void>;
};

/**
 * Submissions at seeded moments, whether or not earlier ones were answered: three in ten ask the model, and one in four
 * waits for its result. At least `least` of them; more until `end` is called.
 */
export function startStream(given: {
  scene: Scene;
  customer: Customer;
  random: Seeded;
  least: number;
}): SubmissionStream {
  const { scene, customer, random, least } = given;
  let isEnding = false;
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);

  async function arrive(): Promise<void> {
    const submissions: Promise<unknown>[] = [];
    const isWanted = (): boolean => submissions.length < least || (!isEnding && submissions.length < submissionsMax);
    while (isWanted() && !customer.hasGivenUp) {
      const work = workOf(scene, random, submissions.length);
      const submission = customer.submit(work);
      submission.catch(failure.reject);
      submissions.push(submission);
      await wait(random.between(0, 2 * (submissions.length < least ? pauseMs.wanted : pauseMs.beyond)));
    }
    await Promise.all(submissions);
  }

  const arriving = arrive();
  arriving.catch(failure.reject);
  return {
    async end() {
      isEnding = true;
      await Promise.race([arriving, failure.promise]);
    },
  };
}

function workOf(scene: Scene, random: Seeded, place: number): Work {
  const isHeld = random.chance(0.3);
  const waits = random.chance(0.25);
  return {
    engineSlug: isHeld ? scene.heldEngine : scene.fastEngine,
    input: scene.input(`account-${place}`, random.between(1_000, 90_000)),
    ...(waits ? { waitSeconds: 5 } : {}),
  };
}
