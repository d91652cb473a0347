import { call } from "#app/api/api.ts";
import { cookieNames } from "#app/api/cookie-names.ts";
import { browserCookies, type CookieJar } from "#app/api/cookies.ts";
import { session, type SessionStore } from "#app/api/session.ts";

/** What the codes are followed with. */
interface Parts {
  readonly her: Pick<SessionStore, "get" | "subscribe">;
  readonly cookies: Pick<CookieJar, "get">;
  readonly attempt: () => Promise<void>;
}

const names = [cookieNames.promocode, cookieNames.promocodeExisting, cookieNames.referral];

/** The global guard's part with codes (spec §4): once what is known of her and a code she came with meet, it is tried, once a page. */
export function followCodes({ her, cookies, attempt: tryThem }: Parts = onThisPage): void {
  let tried = "";
  const look = () => {
    const { token, record } = her.get();
    const codes = names.map((name) => cookies.get(name));
    if (token === null || !record || codes.every((code) => code === null)) return;
    const attempt = `${record.id} ${record.onboardingstatus} ${codes.join(" ")}`;
    if (attempt === tried) return;
    tried = attempt;
    void tryThem().catch(() => null);
  };
  her.subscribe(look);
  look();
}

async function tryCodes(): Promise<void> {
  const [{ applyCodes }, { theBrowsers }, { tellOfCode }, { queryClient, queryKey }, { store }, { treatment }] =
    await Promise.all([
      import("./promo-guard.ts"),
      import("./refused-code.ts"),
      import("./code-news.ts"),
      import("#app/api/query.ts"),
      import("#contract/store.ts"),
      import("#contract/treatment.ts"),
    ]);
  const { record } = session.get();
  if (!record) return;
  await applyCodes({
    ...theBrowsers,
    call,
    cookies: browserCookies,
    record,
    applied: (changed) => {
      session.keepRecord(changed);
      void queryClient.invalidateQueries({ queryKey: queryKey(store.computeTax) });
    },
    kept: () => void queryClient.invalidateQueries({ queryKey: queryKey(treatment.full) }),
    tell: tellOfCode,
  });
}

const onThisPage: Parts = { her: session, cookies: browserCookies, attempt: tryCodes };
