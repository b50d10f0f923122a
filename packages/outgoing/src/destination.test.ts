import { expect, test } from "@jest/globals";
import { createAddressGuard } from "./address-guard.ts";
import { destinationOf, hostOf, isRefusedAsWritten } from "./destination.ts";

test("host and destination are those that a connection will have", () => {
  expect(hostOf(new URL("https://[2606:4700::1111]/a"))).toBe("2606:4700::1111");
  expect(hostOf(new URL("https://hooks.example.com:8443/"))).toBe("hooks.example.com");
  expect(destinationOf(new URL("https://h/"))).toEqual({ isPlain: false, port: 443 });
  expect(destinationOf(new URL("http://h/"))).toEqual({ isPlain: true, port: 80 });
  expect(destinationOf(new URL("http://h:8080/"))).toEqual({ isPlain: true, port: 8080 });
});

test("a literal address is refused in every spelling, a denied name whatever it resolves to (HOOK-61, HOOK-64)", () => {
  const guard = createAddressGuard({ allowedCidrs: [], deniedHosts: ["engine.example.com"] });
  const refused = ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:10.0.0.1]", "10.1", "Engine.Example.com."];
  for (const host of [...refused, "api.engine.example.com"]) {
    expect([host, isRefusedAsWritten(guard, new URL(`https://${host}/`))]).toEqual([host, true]);
  }
  // A name is looked up when it is connected to.
  for (const host of ["1.1.1.1", "[2606:4700:4700::1111]", "localhost", "example.com"]) {
    expect([host, isRefusedAsWritten(guard, new URL(`https://${host}/`))]).toEqual([host, false]);
  }
});
