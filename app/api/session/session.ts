import { useSyncExternalStore } from "react";
import { cookieSeconds } from "#contract/constants.ts";
import { patientCookies } from "#contract/cart/frame-limits.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { browserCookies, type CookieJar } from "./cookies.ts";
import { cookieNames } from "./cookie-names.ts";
import { samePatient } from "./token.ts";

export interface SessionState {
  readonly token: string | null;
  /** The patient's onboarding record: undefined until requested, null when they have none. */
  readonly record: OnboardingRecord | null | undefined;
  /** The patient signed out and the page is about to leave: guards no longer decide anything. */
  readonly signingOut: boolean;
}

/** Who is signed in on this device. The token lives in a cookie, so that every tab shares it. */
export interface SessionStore {
  readonly get: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** A session began, or its token was renewed; a given record is stored with it. */
  readonly signedIn: (token: string, record?: OnboardingRecord | null) => void;
  readonly renewed: (token: string) => void;
  /** The browser refused the cookie, as in another site's frame: the session ends with this page. */
  readonly inMemory: () => boolean;
  readonly setRecord: (record: OnboardingRecord | null) => void;
  /** Rereads the cookie: another tab may have signed in, out, or renewed. */
  readonly sync: () => void;
  /** Clears user, token, onboarding step and the patient's cookies. */
  readonly clear: (signingOut?: boolean) => void;
}

export function createSession(cookies: CookieJar): SessionStore {
  const listeners = new Set<() => void>();
  let state: SessionState = { token: cookies.get(cookieNames.accessToken), record: undefined, signingOut: false };
  /** Cookies may be refused; the token is then kept only in memory. */
  let isInCookie = state.token !== null;

  const set = (change: Partial<SessionState>) => {
    const next = { ...state, ...change };
    if (next.token === state.token && next.record === state.record && next.signingOut === state.signingOut) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const write = (token: string) => {
    cookies.set(cookieNames.accessToken, token, cookieSeconds.auth);
    isInCookie = cookies.get(cookieNames.accessToken) === token;
  };
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signedIn: (token, record) => {
      write(token);
      set({ token, record, signingOut: false });
    },
    renewed: (token) => {
      write(token);
      set({ token });
    },
    inMemory: () => state.token !== null && !isInCookie,
    setRecord: (record) => set({ record }),
    sync: () => {
      const token = cookies.get(cookieNames.accessToken);
      if (token === state.token || (token === null && !isInCookie)) return;
      isInCookie = token !== null;
      const same = token !== null && state.token !== null && samePatient(token, state.token);
      set({ token, record: same ? state.record : undefined });
    },
    clear: (signingOut = false) => {
      for (const name of [cookieNames.accessToken, ...patientCookies]) cookies.drop(name);
      isInCookie = false;
      set({ token: null, record: undefined, signingOut });
    },
  };
}

/** The session of this browser. */
export const session = createSession(
  typeof document === "undefined" ? { get: () => null, set() {}, drop() {} } : browserCookies,
);

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.get, session.get);
