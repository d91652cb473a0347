import "#app/ui/brand/tokens.css";
import "#app/ui/brand/theme-redesign.css";
import "#app/ui/brand/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { session } from "#app/api/session/session.ts";
import { settings } from "./settings.ts";
import { drafts } from "./forms/drafts.ts";
import { saveCodes } from "#app/growth/promo/promo-codes.ts";
import { startTracking } from "./growth/tracking/start-tracking.ts";
import { initializePage } from "./start-page.ts";
import { loadChunk } from "./router/load-chunk.ts";
import { apiClient, reportError } from "./cart/widget/api-client.ts";
import { createBridge } from "./cart/widget/bridge.ts";
import { CartContextProvider, type CartContext } from "./cart/widget/cart-context.ts";
import { createDroppedCounter } from "#app/cart/widget/bridge.ts";
import { createCartSession } from "./cart/widget/cart-session.ts";
import { readStoredCart, writeStoredCart } from "./cart/widget/stored-cart.ts";
import { cartCommandFromLink } from "#app/cart/widget/cart-lines.ts";
import { parseFrameMessage } from "./cart/widget/parse-frame-message.ts";
import { reportStateToPage } from "./cart/widget/report-state.ts";
import { createWidget } from "./cart/widget/widget.ts";
import { WidgetPage } from "./cart/widget-page.tsx";

const storage = () => window.localStorage;
const catalogue = JSON.parse(document.getElementById("catalogue")?.textContent ?? "[]") as CatalogueProduct[];

const tracking = () => loadChunk(() => import("#app/growth/tracking/tracking-cookies.ts"));

const bridge = createBridge({
  win: window,
  self: window.self,
  marketingOrigin: settings.marketingOrigin,
  parseMessage: parseFrameMessage,
  countDropped: createDroppedCounter((reason) => reportError("frame message dropped", reason)),
});

async function leave(destination: string, onetimetoken?: string): Promise<void> {
  const { leaveWidgetFor: leaveFor } = await loadChunk(() => import("./cart/widget/leave-widget.ts"));
  await leaveFor(destination, bridge, widget.get().connected, onetimetoken);
}

const cartSession = createCartSession({
  session,
  widget: () => widget,
  cookies: visitorCookies,
  history,
  reload: () => location.reload(),
  postToPage: bridge.post,
  leave,
  redeem: async (onetimetoken) => {
    const { signInWithOneTimeToken: redeem } = await loadChunk(() => import("./auth/login/one-time-token.ts"));
    await redeem(onetimetoken);
  },
  signOutOnServer: async () => {
    const [{ auth }, { call }] = await Promise.all([loadChunk(() => import("#contract/auth.ts")), apiClient()]);
    await call(auth.signOut, {}, { retry: false }).catch(() => null);
  },
  clearLocalData: () => drafts.removeAll(),
});

const widget = createWidget({
  catalogue,
  bridge,
  token: () => session.get().token,
  history,
  now: Date.now,
  read: () => readStoredCart(storage),
  write: (storedCart) => writeStoredCart(storage, storedCart),
  saveTrackingCookie: (name, value) =>
    tracking().then(
      ({ saveTrackingCookie }) => saveTrackingCookie(name, value, visitorCookies),
      () => null,
    ),
  signOut: () => void cartSession.signOut(),
  leave: (destination) => void leave(destination).catch(() => widget.show("account", true)),
});

const context: CartContext = {
  widget,
  catalogue,
  framed: bridge.framed,
  postToPage: bridge.post,
  leaveWidget: leave,
  onSignedIn: (flag) => cartSession.onSignedIn(flag),
  signOut: () => cartSession.signOut(),
};

async function start(): Promise<void> {
  // In a sandbox without our origin nothing can be stored and no message trusted: the page says so itself.
  if (window.origin === "null") return document.documentElement.classList.add("without-origin");
  // The page around the frame says whether it has a night.
  const isLight = bridge.framed && !new URLSearchParams(location.search).has("night");
  if (bridge.framed) document.documentElement.className = isLight ? "redesign light" : "redesign";
  initializePage(reportError);
  addEventListener("popstate", (event) => widget.onHistoryEntry(event.state));
  const search = bridge.framed ? null : location.search;
  if (search) saveCodes(search, visitorCookies);
  addEventListener("storage", ({ key }) => key === "cart" && widget.refresh());
  const sessionReady = cartSession.goOn();
  // A recovery link requested here.
  const query = new URLSearchParams(location.search);
  if (query.has("v") || query.has("c")) widget.show("forgotpassword", true);
  // Products from a link, where the marketing page has no frame to post messages to.
  if (!bridge.framed && query.has("add")) {
    history.replaceState(history.state, "", location.pathname);
    widget.handleCommand(cartCommandFromLink(query.getAll("add"), catalogue, Date.now()));
  }
  // `watch` handles the end of a session; no screen of the widget has an address.
  cartSession.watch();
  void apiClient().then(
    ({ startSession }) => startSession(),
    () => null,
  );
  const root = document.getElementById("root") as HTMLElement;
  createRoot(root).render(
    <StrictMode>
      <CartContextProvider value={context}>
        <WidgetPage arrival={sessionReady} />
      </CartContextProvider>
    </StrictMode>,
  );
  // The page learns at once that we listen: it gives up on a silent frame. Its commands wait for the session.
  bridge.start(async (message) => {
    if (message.type !== "hello") await sessionReady;
    widget.handleCommand(message);
  });
  startTracking(search);
  await sessionReady;
  reportStateToPage(bridge.post, widget, session, root);
}

void start();
