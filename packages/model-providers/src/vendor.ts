import type { ModelEvent, ModelRequest } from "@service/models";

/** Where a model is: `baseUrl` ends with `/v1` (MODEL-53); `apiKey` is null for servers that ask for none. */
export interface VendorAddress {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null;
}

interface VendorTry {
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
  /** Called when the model showed that it works, also by thoughts and parts of tool calls that are not yielded. */
  readonly onContent: () => void;
}

/**
 * One attempt in one wire format. Yields `finish` last or throws; usage may come at any time.
 * @throws ProviderFailure, and what the signal makes the connection throw.
 */
export type Vendor = (address: VendorAddress, request: ModelRequest, context: VendorTry) => AsyncIterable<ModelEvent>;
