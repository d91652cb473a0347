import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { cookieSeconds } from "#contract/constants.ts";
import type { CookieJar } from "#server/platform/http/handler.ts";
import type { Secrets } from "#server/platform/secrets.ts";

/**
 * A cookie tells a device on which a patient signed in before, so that a stranger's guesses can't keep the patient out there. It holds the
 * device's random id and, for each of the last accounts, a keyed digest of both; it names nobody, opens nothing, and can't be made by guessing.
 */
const cookie = "device";
const accountsKept = 4;
const format = /^[\da-f-]{36}(?:\.[\w-]{43}){1,4}$/;

interface Parts {
  readonly cookies: CookieJar;
  readonly secrets: Secrets;
}

/** The device's id where this account signed in on it before; null otherwise, with no look at whether there is such an account. */
export function knownDevice({ cookies, secrets }: Parts, email: string): string | null {
  const [device = "", ...marks] = read(cookies);
  const own = Buffer.from(markOf(secrets, device, email));
  return marks.some((mark) => timingSafeEqual(Buffer.from(mark), own)) ? device : null;
}

/** Remembers that whoever sits at this device proved to own the account. */
export function rememberDevice({ cookies, secrets }: Parts, email: string): void {
  const [device = randomUUID(), ...marks] = read(cookies);
  const own = markOf(secrets, device, email);
  const kept = [own, ...marks.filter((mark) => mark !== own)].slice(0, accountsKept);
  cookies.set(cookie, [device, ...kept].join("."), cookieSeconds.device);
}

const read = (cookies: CookieJar): string[] => {
  const value = cookies.get(cookie) ?? "";
  return format.test(value) ? value.split(".") : [];
};

const markOf = (secrets: Secrets, device: string, email: string): string =>
  createHmac("sha256", secrets.derive("known device")).update(`${device}:${email.toLowerCase()}`).digest("base64url");
