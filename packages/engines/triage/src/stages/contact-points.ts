import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { getDomain } from "tldts";

const phoneCharsMax = 40;
const domainCharsMax = 253;

/** Domains that many businesses share: mail providers, and sites that hold pages of others (our selection). */
const sharedDomains: ReadonlySet<string> = new Set([
  "aol.com",
  "att.net",
  "bellsouth.net",
  "comcast.net",
  "cox.net",
  "earthlink.net",
  "facebook.com",
  "fastmail.com",
  "gmail.com",
  "gmx.com",
  "google.com",
  "googlemail.com",
  "hotmail.com",
  "icloud.com",
  "instagram.com",
  "linkedin.com",
  "live.com",
  "mac.com",
  "mail.com",
  "me.com",
  "msn.com",
  "outlook.com",
  "pm.me",
  "proton.me",
  "protonmail.com",
  "sbcglobal.net",
  "twitter.com",
  "verizon.net",
  "weebly.com",
  "wordpress.com",
  "x.com",
  "yahoo.com",
  "yelp.com",
  "ymail.com",
  "zoho.com",
]);

/** A telephone number in E.164, read as a number of the United States where no country is written. */
export function readPhone(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const phone = parsePhoneNumberFromString(written.slice(0, phoneCharsMax), "US");
  return phone?.isPossible() === true && !isFiller(phone.nationalNumber) ? phone.number : undefined;
}

/** The domain of a web or mail address that is the insured's own. */
export function readDomain(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const domain = getDomain(written.slice(0, domainCharsMax).trim().toLowerCase(), { allowPrivateDomains: true });
  return domain === null || sharedDomains.has(domain) ? undefined : domain;
}

/** Nine digits of a tax number. */
export function readFein(written: string | undefined): string | undefined {
  const digits = (written ?? "").replace(/[^0-9]/g, "");
  return digits.length !== 9 || isFiller(digits) ? undefined : digits;
}

/** One digit repeated, or the digits in a row: a form field filled to get past it (TRI-94). */
function isFiller(digits: string): boolean {
  return /^(.)\1*$/.test(digits) || "01234567890".includes(digits) || "09876543210".includes(digits);
}
