/**
 * HTTP: route declaration, parsing, limits, error envelope, streams, uploads, redirects, mounting, and the OpenAPI document
 * drawn from the routes.
 *
 * Guarantees: every answer carries `x-request-id`; a request is refused before its body is read where that is possible;
 * nothing is buffered beyond a declared limit, and no stream beyond what its reader takes; routes are found whatever the
 * order in which they are listed; a request ends with its time budget, a stream with its reader or the server. Knows no business: `Access` is the application's own, and its `admit` authenticates, spends
 * budgets, authorizes, and returns what handlers receive.
 */
export { identify, type Pipeline, type Arrival, refuseRepeated } from "./answer-request.ts";
export { addressGroup, clientAddress, type TrustedProxies } from "./client-address.ts";
export { createApp, type RequestObserver } from "./create-app.ts";
export { errorCodesOf } from "./error-codes.ts";
export { freeQuery } from "./free-query.ts";
export { lastEventId } from "./last-event-id.ts";
export { type IncomingFile, multipart, type Upload } from "./multipart.ts";
export { type ApiDescription, openApiDocument } from "./openapi.ts";
export { placeholder } from "./openapi-example.ts";
export { inlineParts } from "./openapi-sharing.ts";
export { parseWith } from "./parse-request.ts";
export { createRequestMetrics } from "./request-metrics.ts";
export {
  download,
  type Download,
  empty,
  isDownload,
  isRedirect,
  isStream,
  jsonInsteadOf,
  plainText,
  writtenJson,
  redirect,
  type Responses,
  stream,
  streamOrJson,
  type SerializedFrame,
  type StreamFrame,
  type StreamTimes,
  type YieldedFrames,
} from "./response-forms.ts";
export {
  type BodyContent,
  type CallContext,
  declareRoute,
  type ParamsFor,
  type Route,
  type RouteDeclaration,
} from "./route.ts";
export { finishRequests, listen, serveRequests } from "./serve-requests.ts";
export type { Refused } from "./write-reply.ts";
