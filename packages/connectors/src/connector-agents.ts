import { createAddressGuard, createGuardedAgents, resolveHost } from "@service/outgoing";
import type { ConnectorAgents } from "./fetch.ts";

/**
 * Opens what fetches connect with: public addresses alone, and those of `allowedCidrs` (`WEBHOOK_ALLOWED_CIDRS`, test-only),
 * by http: and on any port (IMP-220).
 */
export function openConnectorAgents(allowedCidrs: readonly string[]): ConnectorAgents & { close(): void } {
  const guard = createAddressGuard({ allowedCidrs });
  const agents = createGuardedAgents(guard, resolveHost);
  return {
    guard,
    ...agents,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
