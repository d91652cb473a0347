import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { cookieSeconds } from "#contract/constants.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { CookieJar } from "#server/platform/http/handler.ts";

/**
 * A cookie that marks a device on which a patient signed in before, so that a stranger's guesses can't lock the patient out there. It holds the
 * device's random id and, for each of the last accounts, a keyed digest of both; it identifies nobody, gives no access, and can't be guessed.
 */
const cookieName = "device";
const maxAccounts = 4;
const cookieFormat = /^[\da-f-]{36}(?:\.[\w-]{43}){1,4}$/;

interface Deps {
  readonly cookies: CookieJar;
  readonly secrets: Secrets;
}

/** The device's id if this account signed in on it before, else null; does not check whether the account exists. */
export function knownDevice({ cookies, secrets }: Deps, email: string): string | null {
  const [device = "", ...marks] = readDeviceCookie(cookies);
  const ownMark = Buffer.from(accountMark(secrets, device, email));
  return marks.some((mark) => timingSafeEqual(Buffer.from(mark), ownMark)) ? device : null;
}

/** Remembers that this device's user authenticated as the account. */
export function rememberDevice({ cookies, secrets }: Deps, email: string): void {
  const [device = randomUUID(), ...marks] = readDeviceCookie(cookies);
  const ownMark = accountMark(secrets, device, email);
  const marksToSet = [ownMark, ...marks.filter((mark) => mark !== ownMark)].slice(0, maxAccounts);
  cookies.set(cookieName, [device, ...marksToSet].join("."), cookieSeconds.device);
}

const readDeviceCookie = (cookies: CookieJar): string[] => {
  const value = cookies.get(cookieName) ?? "";
  return cookieFormat.test(value) ? value.split(".") : [];
};

const accountMark = (secrets: Secrets, device: string, email: string): string =>
  createHmac("sha256", secrets.derive("known device")).update(`${device}:${email.toLowerCase()}`).digest("base64url");
