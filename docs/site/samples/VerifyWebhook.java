import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class VerifyWebhook {
    /** Deliveries older or newer than this are refused: a captured one could be replayed. */
    private static final long TOLERANCE_SECONDS = 5 * 60;

    private VerifyWebhook() {}

    /**
     * Verifies one delivery; afterwards its body can be parsed as JSON and trusted.
     *
     * @param secret the endpoint's secret, "whsec_…"
     * @param headers of the request, names in lower case
     * @param body the exact bytes received: not parsed, not serialized again
     * @param nowSeconds seconds since 1970: Instant.now().getEpochSecond()
     * @throws SecurityException when the delivery is not to be trusted
     */
    public static void verify(String secret, Map<String, String> headers, byte[] body, long nowSeconds) {
        String id = headers.get("webhook-id");
        String timestamp = headers.get("webhook-timestamp");
        String signatures = headers.get("webhook-signature");
        if (id == null || timestamp == null || signatures == null) {
            throw new SecurityException("a webhook header is missing");
        }
        if (!timestamp.matches("[0-9]{1,12}") || Math.abs(nowSeconds - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) {
            throw new SecurityException("the timestamp is too far from now");
        }

        byte[] expected = ("v1," + sign(secret, id + "." + timestamp + ".", body)).getBytes(StandardCharsets.UTF_8);
        // One entry for each live secret of the endpoint, so that a secret can be rotated without losing a delivery.
        for (String entry : signatures.split(" ")) {
            if (MessageDigest.isEqual(expected, entry.getBytes(StandardCharsets.UTF_8))) return;
        }
        throw new SecurityException("no signature matches");
    }

    private static String sign(String secret, String start, byte[] body) {
        try {
            byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(start.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }
}
