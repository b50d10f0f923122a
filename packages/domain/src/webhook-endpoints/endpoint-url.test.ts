import { describe, expect, test } from "@jest/globals";
import { ServiceError } from "@service/contract";
import { createAddressGuard } from "@service/outgoing";

import { checkEndpointUrl } from "./endpoint-url.ts";

const names: Record<string, readonly string[]> = {
  "hooks.example.com": ["93.184.215.14", "2606:4700:4700::1111"],
  "inside.example.com": ["10.0.0.7"],
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

  test("is refused for the service's own names, whatever they resolve to (HOOK-64)", async () => {
    const guard = createAddressGuard({ allowedCidrs: [], deniedHosts: ["example.com."] });
    for (const host of ["hooks.example.com", "HOOKS.EXAMPLE.COM", "hooks.example.com."]) {
      const asked = checkEndpointUrl({ guard, resolve: () => Promise.resolve(["93.184.215.14"]) }, `https://${host}/`);
      await expect(asked).rejects.toMatchObject({ code: "invalid_url", details: { reason: "blocked_address" } });
    }
    const other = { guard, resolve: () => Promise.resolve(["93.184.215.14"]) };
    expect(await checkEndpointUrl(other, "https://notexample.com/")).toBe("https://notexample.com/");
  });
});
