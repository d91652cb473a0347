import type { z } from "zod/mini";
import type { Endpoint, Output } from "#contract/http/endpoint.ts";
import { OnboardingRecord } from "#contract/onboarding/record.ts";
import { drafts } from "#app/forms/drafts.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { session } from "#app/api/session/session.ts";
import { sampleOf } from "../screens/sample.ts";

/** A value of a schema, changed in places; `from` is the number of its first text, so that no two samples have one value. */
export const sampled = <S extends z.ZodMiniType>(
  schema: S,
  from: number,
  change: Partial<z.output<S>> = {},
): z.output<S> => Object.assign(sampleOf(schema, from) as object, change) as z.output<S>;

/** What a call is answered with, as `sampled`. */
export const answerOf = <E extends Endpoint>(endpoint: E, from: number, change: Partial<Output<E>> = {}): Output<E> =>
  sampled(endpoint.ok as z.ZodMiniType, from, change as object) as Output<E>;

const record = (change: Partial<OnboardingRecord>): OnboardingRecord =>
  sampled(OnboardingRecord, 900_000, {
    onboardingstatus: "DONE",
    identitystatus: "none",
    acceptednewterms: true,
    stop: null,
    ...change,
  });

export const patientId = record({}).id;

const tokenOf = (sub: string): string =>
  `e30.${btoa(JSON.stringify({ sub, sid: "session 1", exp: 4_000_000_000 }))}.e30`;

/** A patient who is done with the visit, unless the record says otherwise, on a device that has kept nothing, at this address. */
export function signIn(change: Partial<OnboardingRecord> = {}, address = "/home"): OnboardingRecord {
  signOut(address);
  const own = record(change);
  session.signedIn(tokenOf(own.id), own);
  return own;
}

/** Nobody is signed in, on a device that has kept nothing. */
export function signOut(address = "/login"): void {
  session.clear();
  drafts.removeAll();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.values(cookieNames)) forget(name);
  history.replaceState(null, "", address);
}

/** Drops a cookie; the document keeps one whose time is up at this very moment, and the clock stands still. */
function forget(name: string): void {
  visitorCookies.drop(name);
  // oxlint-disable-next-line unicorn/no-document-cookie -- as above
  document.cookie = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
}

/** A picture as a browser knows it by its first bytes; no two are equally large. */
export const picture = (name: string, size: number): File =>
  new File(
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array<number>(size - 8).fill(0)])],
    name,
    {
      type: "image/png",
    },
  );
