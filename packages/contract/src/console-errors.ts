import { errors, type ErrorSpec } from "./errors.ts";
import { failingWith } from "./fail.ts";

/** Codes that only the console answers. They are not part of the public contract and may change with any release. */
const ownCodes = {
  session_required: { status: 401, message: "Sign in first." },
  session_ended: { status: 401, message: "Your session has ended. Sign in again." },
  sign_in_failed: { status: 401, message: "Email and password do not match an account that may sign in." },
  sign_in_throttled: {
    status: 429,
    message: "Too many attempts to sign in. Wait, then try again.",
    retryAfter: true,
  },
  second_factor_required: { status: 403, message: "Enter the code of your second factor first." },
  second_factor_wrong: { status: 403, message: "The code is wrong or was used before." },
  second_factor_missing: { status: 403, message: "Your role needs a second factor. Set one up first." },
  step_up_required: { status: 403, message: "Confirm your password again before this act." },
  cross_site_refused: { status: 403, message: "The request does not come from the console's own page." },
  host_refused: { status: 421, message: "The console is not served under this address." },
  permission_missing: { status: 403, message: "Your role does not allow this." },
  contents_closed: {
    status: 403,
    message: "Open the organization with a reason before you read its contents.",
  },
  seat_missing: { status: 403, message: "You have no seat in this organization's book." },
  link_used: { status: 410, message: "The link was used or has expired. Ask for a new one." },
  password_refused: { status: 400, message: "Choose another password." },
  person_exists: { status: 409, message: "Somebody with this email exists." },
  last_owner: { status: 409, message: "The last owner stays: make somebody else an owner first." },
  last_admin: { status: 409, message: "The last admin of an organization stays: make somebody else an admin first." },
  role_too_high: { status: 403, message: "You cannot give a role above your own." },
} as const satisfies Readonly<Record<string, ErrorSpec>>;

/** Every code that a route of the console can answer: its own, and those of the functions it shares with the API. */
export const consoleErrors = { ...errors, ...ownCodes };

export type ConsoleErrorCode = keyof typeof consoleErrors;

/** Makes the refusal `code` of the console: `throw refuse("link_used")`. */
export const refuse = failingWith(consoleErrors);
