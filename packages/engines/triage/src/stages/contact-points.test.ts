import { describe, expect, test } from "@jest/globals";
import { readDomain, readFein, readPhone } from "./contact-points.ts";

describe("means of contact and tax numbers (TRI-79, TRI-94)", () => {
  test.each([
    ["(937) 555-0101", "+19375550101"],
    ["937.555.0101", "+19375550101"],
    ["+1 (937) 555-0101", "+19375550101"],
    ["19375550101", "+19375550101"],
    ["937-555-0101 ext. 12", "+19375550101"],
    ["+44 20 7946 0958", "+442079460958"],
    ["0000000000", undefined],
    ["555-555-5555", undefined],
    ["123-456-7890", undefined],
    ["555-0101", undefined],
    ["none", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("the phone %s is %s", (written, phone) => expect(readPhone(written)).toBe(phone));

  test.each([
    ["https://www.Example.com/a?b", "example.com"],
    ["office@mail.example.co.uk", "example.co.uk"],
    ["example.com.", "example.com"],
    ["acme.blogspot.com", "acme.blogspot.com"],
    ["info@gmail.com", undefined],
    ["www.facebook.com/acme", undefined],
    ["localhost", undefined],
    ["192.0.2.1", undefined],
    ["none", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("the domain %s is %s", (written, domain) => expect(readDomain(written)).toBe(domain));

  test.each([
    ["31-4159265", "314159265"],
    ["314159265", "314159265"],
    ["99-9999999", undefined],
    ["12-3456789", undefined],
    ["98-7654321", undefined],
    ["31-415926", undefined],
    [undefined, undefined],
  ])("the tax number %s is %s", (written, fein) => expect(readFein(written)).toBe(fein));
});
