/** The part of autocannon that the load generator uses; the package has no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  type Request = { path?: string; headers: Readonly<Record<string, string>>; body?: string };
  type Options = {
    url: string;
    method: "POST";
    headers: Record<string, string>;
    body: string;
    /** Changes a request before it is sent; left out, all requests are the same. */
    requests?: readonly { setupRequest: (request: Request) => Request }[];
    connections: number;
    /** Seconds; with `amount`, ignored. */
    duration?: number;
    /** Requests in total. */
    amount?: number;
    /** Seconds until a request counts as timed out. */
    timeout: number;
  };
  type Result = { errors: number; timeouts: number; non2xx: number; duration: number };
  type Instance = EventEmitter;

  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Instance;
}
