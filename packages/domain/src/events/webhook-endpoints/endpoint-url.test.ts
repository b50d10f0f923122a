import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "@service/contract";
import { createAddressGuard } from "@service/outgoing";

import { checkEndpointUrl } from "./endpoint-url.ts";

const names: Record<string, readonly string[]> = {
  "hooks.example.com": ["93.184.215.14", "2606:4700:4700::1111"],
  "inside.example.com": ["10.0.0.7"],
  localhost: ["127.0.0.1"],
  "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
  "v6.example.com": ["::ffff:10.0.0.1"],
};
const resolve = (host: string) => Promise.resolve(names[host] ?? []);

async function check(url: string, allowedCidrs: readonly string[] = []): Promise<string> {
  try {
    return await checkEndpointUrl({ guard: createAddressGuard({ allowedCidrs }), resolve }, url);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "invalid_url") throw error;
    expect(error.message).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    return `refused: ${JSON.stringify(error.details)}`;
  }
}

function refused(reason: string): string {
  return `refused: ${JSON.stringify({ reason })}`;
}

describe("the URL of an endpoint", () => {
  test("is https on port 443 or 8443 at a public name (HOOK-60)", async () => {
    expect(await check("https://hooks.example.com/a?b=c")).toBe("https://hooks.example.com/a?b=c");
    expect(await check("https://hooks.example.com:8443/")).toBe("https://hooks.example.com:8443/");
    expect(await check("HTTPS://HOOKS.example.com")).toBe("https://hooks.example.com/");
  });

  test("is refused with the rule it breaks, never with the address behind a name (HOOK-60)", async () => {
    expect(await check("")).toBe(refused("syntax"));
    expect(await check("hooks.example.com")).toBe(refused("syntax"));
    expect(await check("http://hooks.example.com/")).toBe(refused("scheme"));
    expect(await check("ftp://hooks.example.com/")).toBe(refused("scheme"));
    expect(await check("https://hooks.example.com:444/")).toBe(refused("port"));
    expect(await check("https://user:word@hooks.example.com/")).toBe(refused("user_info"));
    expect(await check("https://hooks.example.com/#part")).toBe(refused("fragment"));
    expect(await check("https://hooks.example.com/#")).toBe(refused("fragment"));
    expect(await check(`https://hooks.example.com/${"a".repeat(2_049)}`)).toBe(refused("length"));
    expect(await check("https://nowhere.example.com/")).toBe(refused("unresolvable"));
    expect(await check("https://inside.example.com/")).toBe(refused("blocked_address"));
    expect(await check("https://mixed.example.com/")).toBe(refused("blocked_address"));
    expect(await check("https://v6.example.com/")).toBe(refused("blocked_address"));
    expect(await check("https://[::1]/")).toBe(refused("blocked_address"));
    expect(await check("https://127.1/")).toBe(refused("blocked_address"));
    expect(await check("https://169.254.169.254/latest/meta-data")).toBe(refused("blocked_address"));
  });

  test.each([
    ["https://@hooks.example.com/", "user_info"],
    ["https://:@hooks.example.com/", "user_info"],
    ["https:hooks.example.com/x", "syntax"],
    ["https:/hooks.example.com/x", "syntax"],
    ["https:///hooks.example.com/x", "syntax"],
    ["https:\\\\hooks.example.com\\x", "syntax"],
    ["https://hooks.example.com\\x", "syntax"],
    ["https://hooks.example.com/a b", "syntax"],
    ["https://hooks.example.com/a\u00a0b", "syntax"],
    [" https://hooks.example.com/", "syntax"],
    ["https://hooks.example.com/\u0000", "syntax"],
    ["https://hooks.example.com/a\tb", "syntax"],
    ["https://hooks.exa\nmple.com/", "syntax"],
    ["\ufeffhttps://hooks.example.com/", "syntax"],
  ])("%j is refused and not repaired (HOOK-60)", async (url, reason) => {
    expect(await check(url)).toBe(refused(reason));
  });

  test("may be http on any port inside the test-only allowance, and only there (HOOK-65)", async () => {
    expect(await check("http://127.0.0.1:9000/", ["127.0.0.0/8"])).toBe("http://127.0.0.1:9000/");
    expect(await check("http://[::1]:9000/", ["::1/128"])).toBe("http://[::1]:9000/");
    expect(await check("http://inside.example.com/", ["127.0.0.0/8"])).toBe(refused("scheme"));
    expect(await check("https://mixed.example.com/", ["127.0.0.0/8"])).toBe("https://mixed.example.com/");
    expect(await check("http://mixed.example.com/", ["127.0.0.0/8"])).toBe(refused("scheme"));
    expect(await check("https://inside.example.com/", ["127.0.0.0/8"])).toBe(refused("blocked_address"));
  });

  test.each([
    "http://localhost:3000/hook",
    "https://localhost/hook",
    "https://localhost:8443/hook",
    "http://app.localhost:3000/",
    "http://127.0.0.1:3000/",
    "https://127.0.0.1:3000/",
    "https://[::1]/",
    "http://192.168.1.20:8080/",
    "http://receiver:8080/hook",
    "http://host.docker.internal:3000/",
    "http://printer.local/",
    "https://inside.example.com/",
    "https://mixed.example.com/",
  ])(
    "%s is refused outside production with the variable that opens it, and in production without (HOOK-65)",
    async (url) => {
      const messageOf = (openedBy: string | undefined): Promise<string> =>
        checkEndpointUrl({ guard: createAddressGuard({ allowedCidrs: [], openedBy }), resolve }, url).then(
          () => "accepted",
          (error: unknown) => (error instanceof ServiceError && error.code === "invalid_url" ? error.message : "other"),
        );
      expect(await messageOf("WEBHOOK_ALLOWED_CIDRS")).toContain("WEBHOOK_ALLOWED_CIDRS=127.0.0.0/8,::1/128");
      expect(await messageOf(undefined)).toBe(
        "The URL is not valid or resolves to a disallowed host. Use public HTTPS.",
      );
    },
  );

  test.each([
    "http://hooks.example.com/",
    "https://hooks.example.com:444/",
    "https://user:word@localhost/",
    "ftp://localhost/",
    "https://nowhere.example.com/",
    "https://engine.internal/",
  ])("%s is refused without that variable, which would not help (HOOK-65)", async (url) => {
    const guard = createAddressGuard({
      allowedCidrs: [],
      deniedHosts: ["engine.internal"],
      openedBy: "WEBHOOK_ALLOWED_CIDRS",
    });
    await expect(checkEndpointUrl({ guard, resolve }, url)).rejects.toMatchObject({
      code: "invalid_url",
      message: "The URL is not valid or resolves to a disallowed host. Use public HTTPS.",
    });
  });

  test("is refused for the service's own names, whatever they resolve to (HOOK-64)", async () => {
    const guard = createAddressGuard({ allowedCidrs: [], deniedHosts: ["example.com."] });
    for (const host of ["hooks.example.com", "HOOKS.EXAMPLE.COM", "hooks.example.com."]) {
      const checking = checkEndpointUrl(
        { guard, resolve: () => Promise.resolve(["93.184.215.14"]) },
        `https://${host}/`,
      );
      await expect(checking).rejects.toMatchObject({ code: "invalid_url", details: { reason: "blocked_address" } });
    }
    const other = { guard, resolve: () => Promise.resolve(["93.184.215.14"]) };
    expect(await checkEndpointUrl(other, "https://notexample.com/")).toBe("https://notexample.com/");
  });
});
