export { Client } from "./client.ts";
export type {
  Call,
  CallOptions,
  Changes,
  CopyCall,
  FrameCall,
  Input,
  ListCall,
  Output,
  Redirect,
  Row,
  TurnFrame,
} from "./call.ts";
export type { components } from "./generated/api.ts";
export { type Codes, type OperationId, operationIds, type Operations } from "./operations.ts";
export { isRefusal, NoAnswer, Refusal, UnexpectedAnswer } from "./refusal.ts";
export type { ClientSettings } from "./send.ts";
export { signAssertion } from "./sign-assertion.ts";
export { type Answer, applyFrame, type Citation, type Turn } from "./turn-frames.ts";
export { type Delivery, verifyWebhook, type WebhookEvent, WebhookRefused } from "./verify-webhook.ts";
