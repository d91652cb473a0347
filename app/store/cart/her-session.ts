import type { SessionStore } from "#app/api/session/session.ts";
import { samePatient } from "#app/api/session/token.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { patientCookies } from "#contract/cart/frame-limits.ts";
import type { FrameMessage } from "./bridge.ts";
import { type CartLoginFlag, parseCartLoginFlag } from "./screens.ts";
import type { Widget } from "./widget-types.ts";

/** What the life of her session in the widget needs of the world. */
export interface CartSessionServices {
  readonly session: SessionStore;
  readonly widget: () => Widget;
  readonly cookies: CookieJar;
  readonly history: Pick<History, "state" | "replaceState">;
  readonly reload: () => void;
  readonly tell: (message: FrameMessage) => void;
  /** Leaves for where a login was to lead. */
  readonly leave: (destination: string, onetimetoken?: string) => Promise<void>;
  /** Redeems a one-time token; one that is no good changes nothing. */
  readonly redeem: (onetimetoken: string) => Promise<unknown>;
  /** Ends the session on the server, as far as it answers. */
  readonly endOnServer: () => Promise<void>;
  /** Forgets what she typed and what was asked for her. */
  readonly forget: () => void;
}

const never = new Promise<never>(() => {});

/** How a session begins, goes on after a reload, changes and ends in the widget (spec §4, cart variant). */
export function createCartSession(services: CartSessionServices) {
  const { session, history } = services;
  let ending = false;

  async function resumeFlag({ next, onetimetoken }: CartLoginFlag): Promise<void> {
    if (onetimetoken !== null && session.get().token === null)
      await services.redeem(onetimetoken).catch(() => undefined);
    services.widget().show(next, true);
  }

  return {
    /** She logged in or signed up: the cart-login flag and a reload, or straight on to where she wanted to go. */
    async begun(next: CartLoginFlag): Promise<never> {
      const { redirectTo } = services.widget().get();
      if (redirectTo !== null) await services.leave(redirectTo, next.onetimetoken ?? undefined);
      else {
        const cartLogin = session.inMemory() ? next : { ...next, onetimetoken: null };
        history.replaceState({ ...(history.state as object | null), cartLogin }, "");
        services.reload();
      }
      // The page is on its way: what waits for this stays busy.
      return never;
    },

    /** After the reload: the session the flag carries, then the screen it names. Null when no login was before. */
    goOn(): Promise<void> | null {
      const flag = parseCartLoginFlag(history.state);
      if (!flag) return null;
      const { cartLogin: _flag, ...rest } = history.state as Record<string, unknown>;
      history.replaceState(rest, "");
      return resumeFlag(flag);
    },

    async signOut(): Promise<void> {
      ending = true;
      await services.endOnServer();
      session.clear();
      for (const name of patientCookies) services.cookies.drop(name);
      services.forget();
      services.tell({ type: "logout" });
      // The cart, opened in the meantime, stays; all other screens are hers.
      const widget = services.widget();
      widget.show(widget.get().screen === "cart" ? "cart" : "login", true);
      ending = false;
    },

    /** Follows what other tabs of the app do to the session: its end asks to log in, another patient begins anew. */
    watch(): void {
      let before = session.get().token;
      session.subscribe(() => {
        const { token } = session.get();
        const ended = before !== null && token === null && !ending;
        const isOtherPatient = before !== null && token !== null && !samePatient(before, token);
        before = token;
        if (isOtherPatient) {
          services.forget();
          services.reload();
        } else if (ended) {
          // Logging in loads the page anew, so nothing typed could be given back; on the device it may not stay.
          services.forget();
          if (services.widget().get().screen !== "cart") services.widget().expire();
        }
      });
    },
  };
}
