import { Component, type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef } from "react";
import type { CartScreen } from "#contract/cart/frame-limits.ts";
import { settings } from "#app/settings.ts";
import { type LazyComponent, lazyRoute } from "#app/router/lazy-component.tsx";
import { windowTitle } from "#app/browser/urls.ts";
import { BrandLogo } from "#app/ui/brand/brand-logo.tsx";
import { PromoSlot } from "#app/growth/promo/promo-slot.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { CloseIcon, UserIcon } from "#app/ui/brand/base-icons.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { useCart } from "./widget/cart-context.ts";
import { screenTitles, breadcrumbStep } from "./widget/screen-rules.ts";
import { CartScreenContent } from "./items/cart-screen.tsx";
import css from "./widget-page.module.css";
import { reportError } from "./widget/api-client.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";

/** Catches a screen that failed to render or load. The cart is stored, so a reload continues. */
class WidgetErrorBoundary extends Component<{ resetKey: string; children: ReactNode }, { failedAt: string | null }> {
  override state = { failedAt: null as string | null };

  static getDerivedStateFromProps(props: { resetKey: string }, state: { failedAt: string | null }) {
    return state.failedAt === null || state.failedAt === props.resetKey ? null : { failedAt: null };
  }

  override componentDidCatch(error: unknown) {
    reportError(error instanceof Error ? error.name : "Error", error);
    this.setState({ failedAt: this.props.resetKey });
  }

  static getDerivedStateFromError() {
    return { failedAt: "" };
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children;
    return (
      <Alert
        tone="warning"
        title="This part didn't load"
        actions={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        Your connection may have dropped. We saved your cart.
      </Alert>
    );
  }
}

/** Everything but the cart itself loads on demand. */
const screens: Readonly<Record<Exclude<CartScreen, "cart">, LazyComponent<object>>> = {
  login: lazyRoute(() => import("./account/login-screen.tsx")),
  forgotpassword: lazyRoute(() => import("./account/password-recovery-screen.tsx")),
  register: lazyRoute(() => import("./account/register-screen.tsx")),
  account: lazyRoute(() => import("./account/account-screen.tsx")),
  shipping: lazyRoute(() => import("./checkout/shipping-screen.tsx")),
  billing: lazyRoute(() => import("./checkout/billing-screen.tsx")),
  "checkout-complete": lazyRoute(() => import("./checkout/complete-screen.tsx")),
};
const cache = lazyRoute<{ children: ReactNode }>(() => import("./query-cache.tsx"));

/** The widget: header, breadcrumb, and the current screen, once an expected session is ready. */
export function WidgetPage({ arrival: sessionReady }: { arrival: Promise<void> | null }) {
  const { state } = useCart();
  const { screen } = state;
  useLayoutEffect(() => {
    document.title = windowTitle(settings.brand.name, screenTitles[screen]);
  }, [screen]);
  const step = breadcrumbStep(screen);
  const filled = state.storedCart.lines.length > 0;
  return (
    <main aria-label="Cart and checkout">
      <WidgetHeader />
      <div className={css["main"]}>
        <OfflineNotice />
        {step !== null && filled && (
          <div className={css["steps"]}>
            <Breadcrumb current={step} />
          </div>
        )}
        <WidgetErrorBoundary resetKey={screen}>
          <Suspense fallback={<Skeleton shape="row" count={4} />}>
            <AwaitSession arrival={sessionReady}>
              <FocusOnScreen content={screen + filled}>
                {screen === "cart" ? <CartScreenContent /> : <LazyScreen screen={screen} />}
              </FocusOnScreen>
            </AwaitSession>
          </Suspense>
        </WidgetErrorBoundary>
        {screen === "cart" && <PromoSlot className={css["offer"]} />}
      </div>
    </main>
  );
}

function AwaitSession({ arrival: sessionReady, children }: { arrival: Promise<void> | null; children: ReactNode }) {
  if (sessionReady) use(sessionReady);
  return children;
}

function LazyScreen({ screen }: { screen: Exclude<CartScreen, "cart"> }) {
  const Cache = cache.Part;
  const Page = screens[screen].Part;
  return (
    <Cache>
      <Page />
    </Cache>
  );
}

/** Focuses the heading on new content and when the frame is opened, so that it is read. */
function FocusOnScreen({ content, children }: { content: string; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const focusHeading = () => moveFocusTo(container.current?.querySelector("h1") ?? null);
  // Before paint: a field the patient has begun to type in keeps the focus.
  useLayoutEffect(() => {
    scrollTo(0, 0);
    focusHeading();
  }, [content]);
  useEffect(() => {
    // A page that closed the frame took its focus away.
    const onFocus = () => document.activeElement === document.body && focusHeading();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, []);
  return <div ref={container}>{children}</div>;
}

function WidgetHeader() {
  const { widget, state, postToPage } = useCart();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !widget.get().busy) postToPage({ type: "close" });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [widget, postToPage]);
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
      {state.isClosable && (
        <button
          type="button"
          className={css["icon"]}
          aria-label="Close"
          disabled={state.busy}
          onClick={() => postToPage({ type: "close" })}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
