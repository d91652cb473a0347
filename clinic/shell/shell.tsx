import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
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
import { namesOfRoles } from "#clinic/ui/labels/role-labels.ts";
import { isTaken, leavesField } from "#clinic/ui/taken-keys.ts";
import { pressKey } from "#clinic/ui/use-keys.ts";
import { Boundary } from "./boundary.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { type KeyAction, type KeyState, nextKey } from "./keys.ts";
import { singleKeys } from "./single-keys.ts";
import { ForbiddenPage, UnknownPage } from "./no-page.tsx";
import { firstPage, pageAt, type PageEntry, pagesFor } from "./pages.tsx";
import css from "./shell.module.css";

const InboxBadge = lazy(() =>
  loadChunk(() => import("#clinic/inbox/inbox-badge.tsx")).then((m) => ({ default: m.InboxBadge })),
);
/** The title of the window and the focus follow the page, and a page may ask for a reason again. */
function useFollowedPage(path: string, label: string) {
  const main = useRef<HTMLElement>(null);
  // No patient's data in a title: it ends up in the history and on shared screens.
  useEffect(() => {
    document.title = `${label} · ${settings.brand.name}`;
  }, [label]);
  useEffect(() => session.gate.askAgain(), [path]);
  const shownPath = useRef(path);
  useEffect(() => {
    // A page that has put the focus somewhere keeps it.
    if (shownPath.current !== path && !main.current?.contains(document.activeElement)) moveFocusTo(main.current);
    shownPath.current = path;
  }, [path]);
  return main;
}

/** The keys that work on every page, and those that the page gets. */
function useShellKeys(visible: readonly PageEntry[], showKeys: () => void): void {
  const press = useEffectEvent((action: KeyAction, event: KeyboardEvent) => {
    if (action.kind === "go") {
      if (action.letter === "l") return void session.lock();
      const target = visible.find(({ letter }) => letter === action.letter);
      if (target) navigate(target.path);
    } else if (action.kind === "key") {
      if (action.key === "?") showKeys();
      else if (pressKey(action.key)) event.preventDefault();
      else if (action.key === "/" && visible.some(({ path }) => path === patientsPath)) {
        event.preventDefault();
        navigate(patientsPath);
      }
    }
  });
  useEffect(() => {
    let state: KeyState = { goingSince: null };
    const onKey = (event: KeyboardEvent) => {
      // Out of a field, so that the page's keys work again; a dialog closes itself.
      if (leavesField(event)) return (event.target as HTMLElement).blur();
      if (!singleKeys.get()) return;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      const taken = isTaken(event.target, event.key) || document.querySelector("dialog[open]") !== null;
      const next = nextKey(state, { key: event.key, modified, taken }, performance.now());
      state = next.state;
      press(next.action, event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

const patientsPath = "/clinic/patients";

/** Everything around a page: where one can go, who one is, the keys. */
export function Shell() {
  const [path] = useLocation();
  const { permissions } = useMember();
  const { session: current } = useSession();
  const [keysShown, setKeysShown] = useState(false);
  const [problem, setProblem] = useState("");
  const page = pageAt(path, permissions);
  const visible = pagesFor(permissions);
  const main = useFollowedPage(
    path,
    page === null ? "Page not found" : page === "forbidden" ? "No access" : page.label,
  );
  const showKeys = () => setKeysShown(true);
  useShellKeys(visible, showKeys);
  useEffect(() => {
    if (path === "/clinic" || path === "/clinic/") navigate(firstPage(permissions), { replace: true });
  }, [path, permissions]);
  return (
    <div className={css["shell"]}>
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <header className={css["side"]}>
        <a className={css["brand"]} href="/clinic">
          <BrandLogo />
        </a>
        <Navigation visible={visible} page={page} />
        <Person onKeys={showKeys} onProblem={setProblem} />
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

function Navigation({ visible, page }: { visible: readonly PageEntry[]; page: ReturnType<typeof pageAt> }) {
  return (
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
  );
}

/** Who is signed in, and what they can do on every page. */
function Person({ onKeys, onProblem }: { onKeys: () => void; onProblem: (problem: string) => void }) {
  const { name, roles } = useMember();
  return (
    <div className={css["person"]}>
      <p className={css["who"]}>
        <b>{name}</b>
        <span>{namesOfRoles(roles)}</span>
      </p>
      <div className={css["buttons"]}>
        <button type="button" onClick={onKeys}>
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
              .catch((error: unknown) => onProblem(`You’re still signed in. ${errorMessage(error)}`))
          }
        >
          Sign out
        </button>
      </div>
    </div>
  );
}

function content(page: ReturnType<typeof pageAt>) {
  if (page === null) return <UnknownPage />;
  if (page === "forbidden") return <ForbiddenPage />;
  return <page.screen />;
}
