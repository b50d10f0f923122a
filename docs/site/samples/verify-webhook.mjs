import { createHmac, timingSafeEqual } from "node:crypto";

/** Deliveries older or newer than this are refused: a captured one could be replayed. */
const toleranceSeconds = 5 * 60;

/**
 * Verifies one delivery and returns its event; throws when it is not to be trusted.
 *
 * @param {string} secret the endpoint's secret, `whsec_…`
 * @param {Record<string, string | undefined>} headers of the request, names in lower case (as Node gives them)
 * @param {Buffer} body the exact bytes received: not parsed, not serialized again
 * @param {number} nowSeconds seconds since 1970
 */
export function verifyWebhook(secret, headers, body, nowSeconds = Date.now() / 1000) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id || !timestamp || !signatures) throw new Error("a webhook header is missing");
  const age = Math.abs(nowSeconds - Number(timestamp));
  if (!(age <= toleranceSeconds)) throw new Error("the timestamp is too far from now");

  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // One entry for each live secret of the endpoint, so that a secret can be rotated without losing a delivery.
  const isSigned = signatures.split(" ").some((entry) => {
    const given = Buffer.from(entry.replace(/^v1,/, ""), "base64");
    return entry.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error("no signature matches");
  return JSON.parse(body.toString("utf8"));
}
