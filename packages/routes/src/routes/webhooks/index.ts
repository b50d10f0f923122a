/**
 * Webhook endpoints and their deliveries (HOOK-1). A key sees the endpoints of its environment; a scoped key needs
 * `webhooks:manage`.
 */
import { cancelRecovery } from "./cancel-recovery.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { getDelivery } from "./get-delivery.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { getRecovery } from "./get-recovery.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { recoverDeliveries } from "./recover-deliveries.ts";
import { resendDelivery } from "./resend-delivery.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { testEndpoint } from "./test-endpoint.ts";
import { updateEndpoint } from "./update-endpoint.ts";

export const webhooksRoutes = [
  createEndpoint,
  listEndpoints,
  getEndpoint,
  updateEndpoint,
  deleteEndpoint,
  rotateSecret,
  testEndpoint,
  listDeliveries,
  getDelivery,
  resendDelivery,
  recoverDeliveries,
  getRecovery,
  cancelRecovery,
];
