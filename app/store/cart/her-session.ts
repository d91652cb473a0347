import type { SessionStore } from "#app/api/session.ts";
import { samePatient } from "#app/api/token.ts";
import type { CookieJar } from "#app/api/cookies.ts";
import { herCookies } from "#contract/frame-limits.ts";
import type { News } from "./bridge.ts";
import { type LoginFlag, loginFlagIn } from "./screens.ts";
import type { Widget } from "./widget-types.ts";

/** What the life of her session in the widget needs of the world. */
export interface SessionParts {
  readonly session: SessionStore;
  readonly widget: () => Widget;
  readonly cookies: CookieJar;
  readonly history: Pick<History, "state" | "replaceState">;
  readonly reload: () => void;
  readonly tell: (news: News) => void;
  /** Leaves for where a login was to lead. */
  readonly leave: (wanted: string, onetimetoken?: string) => Promise<void>;
  /** Redeems a one-time token; one that is no good changes nothing. */
  readonly redeem: (onetimetoken: string) => Promise<unknown>;
  /** Ends the session on the server, as far as it answers. */
  readonly endOnServer: () => Promise<void>;
  /** Forgets what she typed and what was asked for her. */
  readonly forget: () => void;
}

const never = new Promise<never>(() => {});

/** How a session begins, goes on after a reload, changes and ends in the widget (spec §4, cart variant). */
export function herSession(parts: SessionParts) {
  const { session, history } = parts;
  let ending = false;

  async function follow({ next, onetimetoken }: LoginFlag): Promise<void> {
    if (onetimetoken !== null && session.get().token === null) await parts.redeem(onetimetoken).catch(() => undefined);
    parts.widget().show(next, true);
  }

  return {
    /** She logged in or signed up: the cart-login flag and a reload, or straight on to where she wanted to go. */
    async begun(next: LoginFlag): Promise<never> {
      const { redirectTo } = parts.widget().get();
      if (redirectTo !== null) await parts.leave(redirectTo, next.onetimetoken ?? undefined);
      else {
        const cartLogin = session.inMemory() ? next : { ...next, onetimetoken: null };
        history.replaceState({ ...(history.state as object | null), cartLogin }, "");
        parts.reload();
      }
      // The page is on its way: what waits for this stays busy.
      return never;
    },

    /** After the reload: the session the flag carries, then the screen it names. Null when no login was before. */
    goOn(): Promise<void> | null {
      const flag = loginFlagIn(history.state);
      if (!flag) return null;
      const { cartLogin: _done, ...rest } = history.state as Record<string, unknown>;
      history.replaceState(rest, "");
      return follow(flag);
    },

    async signOut(): Promise<void> {
      ending = true;
      await parts.endOnServer();
      session.clear();
      for (const name of herCookies) parts.cookies.drop(name);
      parts.forget();
      parts.tell({ type: "logout" });
      // The cart, opened in the meantime, stays; all other screens are hers.
      const widget = parts.widget();
      widget.show(widget.get().screen === "cart" ? "cart" : "login", true);
      ending = false;
    },

    /** Follows what other tabs of the app do to the session: its end asks to log in, another patient begins anew. */
    watch(): void {
      let before = session.get().token;
      session.subscribe(() => {
        const { token } = session.get();
        const ended = before !== null && token === null && !ending;
        const another = before !== null && token !== null && !samePatient(before, token);
        before = token;
        if (another) {
          parts.forget();
          parts.reload();
        } else if (ended) {
          // Logging in loads the page anew, so nothing typed could be given back; on the device it may not stay.
          parts.forget();
          if (parts.widget().get().screen !== "cart") parts.widget().expire();
        }
      });
    },
  };
}
