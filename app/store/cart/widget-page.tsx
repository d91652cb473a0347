import { type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef } from "react";
import type { CartScreen } from "#contract/frame-limits.ts";
import { settings } from "#app/api/settings.ts";
import { type LazyPart, lazyRoute } from "#app/router/lazy-route.tsx";
import { windowTitle } from "#app/router/titles.ts";
import { BrandLogo } from "#app/shell/brand-logo.tsx";
import { PromoPlace } from "#app/growth/promo/promo-place.tsx";
import { OfflineNotice } from "#app/shell/offline-notice.tsx";
import { CloseIcon, UserIcon } from "#app/ui/icons.tsx";
import { readNext } from "#app/ui/read-next.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { useCart } from "./context.ts";
import { screenTitles, stepOf } from "./screens.ts";
import { CartScreenPage } from "./screens/cart.tsx";
import { WidgetBoundary } from "./widget-boundary.tsx";
import css from "./widget-page.module.css";

/** Everything but the cart itself arrives when it is wanted. */
const screens: Readonly<Record<Exclude<CartScreen, "cart">, LazyPart<object>>> = {
  login: lazyRoute(() => import("./screens/login.tsx")),
  forgotpassword: lazyRoute(() => import("./screens/forgot.tsx")),
  register: lazyRoute(() => import("./screens/register.tsx")),
  account: lazyRoute(() => import("./screens/account.tsx")),
  shipping: lazyRoute(() => import("./screens/shipping.tsx")),
  billing: lazyRoute(() => import("./screens/billing.tsx")),
  "checkout-complete": lazyRoute(() => import("./screens/complete.tsx")),
};
const cache = lazyRoute<{ children: ReactNode }>(() => import("./cache.tsx"));

/** The widget: header, breadcrumb, and the screen of the moment, once the session that is to arrive has done so. */
export function WidgetPage({ arrival }: { arrival: Promise<void> | null }) {
  const { state } = useCart();
  const { screen } = state;
  useLayoutEffect(() => {
    document.title = windowTitle(settings.brand.name, screenTitles[screen]);
  }, [screen]);
  const step = stepOf(screen);
  return (
    <main aria-label="Cart and checkout">
      <Header />
      <div className={css["main"]}>
        <OfflineNotice />
        {screen === "cart" && <PromoPlace className={css["offer"]} />}
        {step !== null && state.kept.lines.length > 0 && (
          <div className={css["steps"]}>
            <Breadcrumb current={step} />
          </div>
        )}
        <WidgetBoundary place={screen}>
          <Suspense fallback={<Skeleton kind="row" count={4} />}>
            <After arrival={arrival}>
              <Arrived screen={screen}>{screen === "cart" ? <CartScreenPage /> : <Loaded screen={screen} />}</Arrived>
            </After>
          </Suspense>
        </WidgetBoundary>
      </div>
    </main>
  );
}

function After({ arrival, children }: { arrival: Promise<void> | null; children: ReactNode }) {
  if (arrival) use(arrival);
  return children;
}

function Loaded({ screen }: { screen: Exclude<CartScreen, "cart"> }) {
  const Cache = cache.Part;
  const Page = screens[screen].Part;
  return (
    <Cache>
      <Page />
    </Cache>
  );
}

/** On a new screen, and when the frame is opened, its heading is read. */
function Arrived({ screen, children }: { screen: CartScreen; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const read = () => readNext(place.current?.querySelector("h1") ?? null);
  // Before she can touch anything of it: what she has begun to type in keeps the focus.
  useLayoutEffect(() => {
    scrollTo(0, 0);
    read();
  }, [screen]);
  useEffect(() => {
    // A page that closed the frame took its focus away.
    const onFocus = () => document.activeElement === document.body && read();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, []);
  return <div ref={place}>{children}</div>;
}

function Header() {
  const { widget, state, tell } = useCart();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !widget.get().busy) tell({ type: "close" });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [widget, tell]);
  return (
    <div className={css["header"]}>
      <span className={css["logo"]}>
        <BrandLogo />
      </span>
      <button
        type="button"
        className={css["icon"]}
        aria-label="Your account"
        disabled={state.busy}
        onClick={() => widget.show("account")}
      >
        <UserIcon />
      </button>
      {state.closable && (
        <button
          type="button"
          className={css["icon"]}
          aria-label="Close"
          disabled={state.busy}
          onClick={() => tell({ type: "close" })}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
