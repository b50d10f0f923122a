/**
 * Wake-ups between the processes, and the request budgets, over one backend. A wake-up says "there is work", never
 * which: the rows in PostgreSQL are the truth, so a lost wake-up costs latency, never a run (RUN-65).
 *
 * Guarantees: `wake` never exceeds its deadline, and takes microseconds while the backend is known to be away; a wake-up
 * that arrives while a handler works leads to one more call of the handler; everything recovers by itself. This is the
 * only package that imports bullmq. Callers decide what to do when woken.
 */
export { type ChannelName, channelNames, runsChannel, type TopicName } from "./channels.ts";
export { removeQueueKeys } from "./remove-keys.ts";
export { type ChannelListener, type Queue, type QueueOptions, type WakeHandler, openQueue } from "./queue.ts";
