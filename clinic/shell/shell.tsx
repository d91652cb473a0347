import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { errorMessage } from "#app/api/api-error.ts";
import { loadChunk } from "#app/router/load-chunk.ts";
import { settings } from "#app/settings.ts";
import { BrandLogo } from "#app/ui/brand/brand-logo.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { session, useMember, useSession } from "#clinic/session/current.ts";
import { LockCountdown } from "#clinic/session/lock-countdown.tsx";
import { namesOfRoles } from "#clinic/ui/words/role-names.ts";
import { pressKey } from "#clinic/ui/use-keys.ts";
import { Boundary } from "./boundary.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { isTaken, leavesField, nextKey } from "./keys.ts";
import { singleKeys } from "./single-keys.ts";
import { ForbiddenPage, UnknownPage } from "./no-page.tsx";
import { firstPage, pageAt, type PageEntry, pagesFor } from "./pages.ts";
import css from "./shell.module.css";

const AccountPage = lazy(() =>
  loadChunk(() => import("#clinic/account/account-page.tsx")).then((m) => ({ default: m.AccountPage })),
);
const TeamPage = lazy(() =>
  loadChunk(() => import("#clinic/team/team-page.tsx")).then((m) => ({ default: m.TeamPage })),
);
const AuditPage = lazy(() =>
  loadChunk(() => import("#clinic/audit/audit-page.tsx")).then((m) => ({ default: m.AuditPage })),
);
const SystemsPage = lazy(() =>
  loadChunk(() => import("#clinic/systems/systems-page.tsx")).then((m) => ({ default: m.SystemsPage })),
);

const InboxPage = lazy(() =>
  loadChunk(() => import("#clinic/inbox/inbox-page.tsx")).then((m) => ({ default: m.InboxPage })),
);
const InboxBadge = lazy(() =>
  loadChunk(() => import("#clinic/inbox/inbox-badge.tsx")).then((m) => ({ default: m.InboxBadge })),
);
const CasePage = lazy(() =>
  loadChunk(() => import("#clinic/case/case-page.tsx")).then((m) => ({ default: m.CasePage })),
);
const ConversationPage = lazy(() =>
  loadChunk(() => import("#clinic/conversation/conversation-page.tsx")).then((m) => ({ default: m.ConversationPage })),
);
const ContactPage = lazy(() =>
  loadChunk(() => import("#clinic/contact/contact-page.tsx")).then((m) => ({ default: m.ContactPage })),
);
const EmergencyPage = lazy(() =>
  loadChunk(() => import("#clinic/emergency/emergency-page.tsx")).then((m) => ({ default: m.EmergencyPage })),
);
const ItemPage = lazy(() =>
  loadChunk(() => import("#clinic/item/item-page.tsx")).then((m) => ({ default: m.ItemPage })),
);
const DispensingPage = lazy(() =>
  loadChunk(() => import("#clinic/dispensing/dispensing-page.tsx")).then((m) => ({ default: m.DispensingPage })),
);
const MoneyPage = lazy(() =>
  loadChunk(() => import("#clinic/money/money-page.tsx")).then((m) => ({ default: m.MoneyPage })),
);
const DayPage = lazy(() => loadChunk(() => import("#clinic/day/day-page.tsx")).then((m) => ({ default: m.DayPage })));
const PatientsPage = lazy(() =>
  loadChunk(() => import("#clinic/patients/patients-page.tsx")).then((m) => ({ default: m.PatientsPage })),
);

const screens: Readonly<Record<string, React.ComponentType>> = {
  "/clinic/inbox": InboxPage,
  "/clinic/case": CasePage,
  "/clinic/patients": PatientsPage,
  "/clinic/conversation": ConversationPage,
  "/clinic/item": ItemPage,
  "/clinic/contact": ContactPage,
  "/clinic/emergency": EmergencyPage,
  "/clinic/dispensing": DispensingPage,
  "/clinic/money": MoneyPage,
  "/clinic/day": DayPage,
  "/clinic/team": TeamPage,
  "/clinic/systems": SystemsPage,
  "/clinic/audit": AuditPage,
  "/clinic/account": AccountPage,
};

/** Everything around a page: where one can go, who one is, the keys. */
export function Shell() {
  const [path] = useLocation();
  const { scopes, name, roles } = useMember();
  const { session: current } = useSession();
  const [keysShown, setKeysShown] = useState(false);
  const [problem, setProblem] = useState("");
  const main = useRef<HTMLElement>(null);
  const page = pageAt(path, scopes);
  const visible = pagesFor(scopes);
  const label = page === null ? "Page not found" : page === "forbidden" ? "No access" : page.label;

  useEffect(() => {
    if (path === "/clinic" || path === "/clinic/") navigate(firstPage(scopes), { replace: true });
  }, [path, scopes]);

  // No patient's data in a title: it ends up in the history and on shared screens.
  useEffect(() => {
    document.title = `${label} · ${settings.brand.name}`;
  }, [label]);

  const shownPath = useRef(path);
  useEffect(() => session.gate.askAgain(), [path]);
  useEffect(() => {
    // A page that has put the focus somewhere keeps it.
    if (shownPath.current !== path && !main.current?.contains(document.activeElement)) moveFocusTo(main.current);
    shownPath.current = path;
  }, [path]);

  useEffect(() => {
    let state: Parameters<typeof nextKey>[0] = { goingSince: null };
    const onKey = (event: KeyboardEvent) => {
      // Out of a field, so that the page's keys work again; a dialog closes itself.
      if (leavesField(event)) return (event.target as HTMLElement).blur();
      if (!singleKeys.get()) return;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      const taken = isTaken(event.target, event.key) || document.querySelector("dialog[open]") !== null;
      const next = nextKey(state, { key: event.key, modified, taken }, performance.now());
      state = next.state;
      const { action } = next;
      if (action.kind === "go") {
        if (action.letter === "l") return void session.lock();
        const target = visible.find(({ letter }) => letter === action.letter);
        if (target) navigate(target.path);
      } else if (action.kind === "key") {
        if (action.key === "?") setKeysShown(true);
        else if (pressKey(action.key)) event.preventDefault();
        else if (action.key === "/" && mayLookFor(visible)) {
          event.preventDefault();
          navigate("/clinic/patients");
        }
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [visible]);

  return (
    <div className={css["shell"]}>
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <header className={css["side"]}>
        <a className={css["brand"]} href="/clinic">
          <BrandLogo />
        </a>
        <nav aria-label="Pages">
          <ul className={css["pages"]}>
            {visible.map(({ path: target, label: text, letter }) => (
              <li key={target}>
                <a
                  href={target}
                  className={css["link"]}
                  aria-current={page !== null && page !== "forbidden" && page.path === target ? "page" : undefined}
                >
                  {text}
                  {target === "/clinic/inbox" && (
                    <Boundary otherwise={null}>
                      <Suspense fallback={null}>
                        <InboxBadge />
                      </Suspense>
                    </Boundary>
                  )}
                  <kbd aria-hidden="true">g {letter}</kbd>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css["person"]}>
          <p className={css["who"]}>
            <b>{name}</b>
            <span>{namesOfRoles(roles)}</span>
          </p>
          <div className={css["buttons"]}>
            <button type="button" onClick={() => setKeysShown(true)}>
              Keys <kbd aria-hidden="true">?</kbd>
            </button>
            <button type="button" onClick={() => void session.lock()}>
              Lock
            </button>
            <button
              type="button"
              onClick={() =>
                void session
                  .signOut()
                  .catch((error: unknown) => setProblem(`You’re still signed in. ${errorMessage(error)}`))
              }
            >
              Sign out
            </button>
          </div>
        </div>
      </header>
      <main id="page" ref={main} tabIndex={-1} className={css["main"]}>
        <OfflineNotice>What you typed stays here. You can continue when you’re back online.</OfflineNotice>
        {problem && (
          <Alert tone="warning" onDismiss={() => setProblem("")}>
            {problem}
          </Alert>
        )}
        <Boundary key={path}>
          <Suspense fallback={<Skeleton shape="row" count={6} />}>{content(page)}</Suspense>
        </Boundary>
      </main>
      {keysShown && <KeysDialog pages={visible} onClose={() => setKeysShown(false)} />}
      <LockCountdown
        locksat={current?.locksat ?? null}
        now={serverClock.now}
        onStay={() => void session.refresh(true)}
      />
    </div>
  );
}

const mayLookFor = (visible: readonly PageEntry[]) => visible.some(({ path }) => path === "/clinic/patients");

function content(page: ReturnType<typeof pageAt>) {
  if (page === null) return <UnknownPage />;
  if (page === "forbidden") return <ForbiddenPage />;
  const Screen = screens[page.path];
  return Screen ? <Screen /> : <UnknownPage />;
}
