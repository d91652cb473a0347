import type { SessionStore } from "#app/api/session/session.ts";
import { samePatient } from "#app/api/session/token.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { patientCookies } from "#contract/cart/frame-limits.ts";
import type { FrameMessage } from "./bridge.ts";
import { type CartLoginFlag, parseCartLoginFlag } from "./screen-rules.ts";
import type { Widget } from "./widget-types.ts";

/** What the widget's session handling depends on. */
export interface CartSessionServices {
  readonly session: SessionStore;
  readonly widget: () => Widget;
  readonly cookies: CookieJar;
  readonly history: Pick<History, "state" | "replaceState">;
  readonly reload: () => void;
  readonly postToPage: (message: FrameMessage) => void;
  /** Leaves for the target of a login. */
  readonly leave: (destination: string, onetimetoken?: string) => Promise<void>;
  /** Redeems a one-time token; an invalid one changes nothing. */
  readonly redeem: (onetimetoken: string) => Promise<unknown>;
  /** Ends the session on the server, if it responds. */
  readonly signOutOnServer: () => Promise<void>;
  /** Clears what the patient typed and the data fetched for them. */
  readonly clearLocalData: () => void;
}

const never = new Promise<never>(() => {});

/** How a session begins, continues after a reload, changes and ends in the widget (spec §4, cart variant). */
export function createCartSession(services: CartSessionServices) {
  const { session, history } = services;
  let ending = false;

  async function resumeFlag({ next, onetimetoken }: CartLoginFlag): Promise<void> {
    if (onetimetoken !== null && session.get().token === null)
      await services.redeem(onetimetoken).catch(() => undefined);
    services.widget().show(next, true);
  }

  return {
    /** The patient logged in or signed up: the cart-login flag and a reload, or straight on to the requested target. */
    async onSignedIn(next: CartLoginFlag): Promise<never> {
      const { redirectTo } = services.widget().get();
      if (redirectTo !== null) await services.leave(redirectTo, next.onetimetoken ?? undefined);
      else {
        const cartLogin = session.inMemory() ? next : { ...next, onetimetoken: null };
        history.replaceState({ ...(history.state as object | null), cartLogin }, "");
        services.reload();
      }
      // The page is unloading: callers stay busy.
      return never;
    },

    /** After the reload: the session of the flag, then its screen. Null when there was no login before. */
    goOn(): Promise<void> | null {
      const flag = parseCartLoginFlag(history.state);
      if (!flag) return null;
      const { cartLogin: _flag, ...rest } = history.state as Record<string, unknown>;
      history.replaceState(rest, "");
      return resumeFlag(flag);
    },

    async signOut(): Promise<void> {
      ending = true;
      await services.signOutOnServer();
      session.clear();
      for (const name of patientCookies) services.cookies.drop(name);
      services.clearLocalData();
      services.postToPage({ type: "logout" });
      // A cart opened in the meantime stays; all other screens need the session.
      const widget = services.widget();
      widget.show(widget.get().screen === "cart" ? "cart" : "login", true);
      ending = false;
    },

    /** Follows what other tabs of the app do to the session: its end asks to log in, another patient restarts the widget. */
    watch(): void {
      let before = session.get().token;
      session.subscribe(() => {
        const { token } = session.get();
        const ended = before !== null && token === null && !ending;
        const isOtherPatient = before !== null && token !== null && !samePatient(before, token);
        before = token;
        if (isOtherPatient) {
          services.clearLocalData();
          services.reload();
        } else if (ended) {
          // Logging in reloads the page, so drafts could not be restored; they may not stay on the device either.
          services.clearLocalData();
          if (services.widget().get().screen !== "cart") services.widget().onSessionExpired();
        }
      });
    },
  };
}
