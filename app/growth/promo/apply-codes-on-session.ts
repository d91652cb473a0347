import { call } from "#app/api/call.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { browserCookies, type CookieJar } from "#app/api/session/cookies.ts";
import { session, type SessionStore } from "#app/api/session/session.ts";

/** What `applyCodesOnSession` works with. */
interface CodeServices {
  readonly session: Pick<SessionStore, "get" | "subscribe">;
  readonly cookies: Pick<CookieJar, "get">;
  readonly attempt: () => Promise<void>;
}

const names = [cookieNames.promocode, cookieNames.promocodeExisting, cookieNames.referral];

/** The global guard for codes (spec §4): applies a code the patient came with as soon as their record is loaded, once per page. */
export function applyCodesOnSession({
  session: sessionStore,
  cookies,
  attempt: tryCodesOnce,
}: CodeServices = defaultServices): void {
  let tried = "";
  const check = () => {
    const { token, record } = sessionStore.get();
    const codes = names.map((name) => cookies.get(name));
    if (token === null || !record || codes.every((code) => code === null)) return;
    const attempt = `${record.id} ${record.onboardingstatus} ${codes.join(" ")}`;
    if (attempt === tried) return;
    tried = attempt;
    void tryCodesOnce().catch(() => null);
  };
  sessionStore.subscribe(check);
  check();
}

async function tryCodes(): Promise<void> {
  const [{ applyCodes }, { browserServices }, { showCodeNotice }, { queryClient, queryKey }, { store }, { treatment }] =
    await Promise.all([
      import("./apply-codes.ts"),
      import("./code-refusal.ts"),
      import("./code-news.ts"),
      import("#app/api/query.ts"),
      import("#contract/cart/calls.ts"),
      import("#contract/treatment/calls.ts"),
    ]);
  const { record } = session.get();
  if (!record) return;
  await applyCodes({
    ...browserServices,
    call,
    cookies: browserCookies,
    record,
    onVisitRepriced: (updatedRecord) => {
      session.setRecord(updatedRecord);
      void queryClient.invalidateQueries({ queryKey: queryKey(store.computeTax) });
    },
    onNextChargeRepriced: () => void queryClient.invalidateQueries({ queryKey: queryKey(treatment.overview) }),
    showNotice: showCodeNotice,
  });
}

const defaultServices: CodeServices = { session, cookies: browserCookies, attempt: tryCodes };
