/**
 * HTTP: route declaration, parsing, limits, error envelope, mounting, and the OpenAPI document drawn from the routes.
 *
 * Guarantees: every answer carries `x-request-id`; a request is refused before its body is read where that is possible;
 * nothing is buffered beyond a declared limit; routes are found whatever the order in which they are listed; a request
 * ends with its time budget. Knows no business: `Access` is the application's own, and its `admit` authenticates, spends
 * budgets, authorizes, and returns what handlers receive.
 */
export { identify, type Pipeline, type Arrival } from "./answer-request.ts";
export { addressGroup, clientAddress, type TrustedProxies } from "./client-address.ts";
export { errorCodesOf } from "./error-codes.ts";
export { mountRoutes } from "./mount.ts";
export { type ApiDescription, openApiDocument } from "./openapi.ts";
export { placeholder } from "./openapi-example.ts";
export { parseWith } from "./parse-request.ts";
export {
  type CallContext,
  declareRoute,
  empty,
  type ParamsFor,
  plainText,
  type Responses,
  type Route,
  type RouteDeclaration,
} from "./route.ts";
export { serveRequests } from "./serve-requests.ts";
