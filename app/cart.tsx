import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { OfferedProduct } from "#contract/onboarding.ts";
import { call, reportError, startSession } from "./api/api.ts";
import { visitorCookies } from "./api/cookies.ts";
import { session } from "./api/session.ts";
import { settings } from "./api/settings.ts";
import { drafts } from "./forms/drafts.ts";
import { keepCodes } from "./growth/promo/codes.ts";
import { startTracking } from "./growth/tracking/start-tracking.ts";
import { startPage } from "./page-start.ts";
import { loadChunk } from "./router/load-chunk.ts";
import { createBridge } from "./store/cart/bridge.ts";
import { Cart, type CartContext } from "./store/cart/context.ts";
import { droppedCounter } from "./store/cart/dropped.ts";
import { herSession } from "./store/cart/her-session.ts";
import { readKept, writeKept } from "./store/cart/keep.ts";
import { linkedProducts } from "./store/cart/linked-products.ts";
import { readMessage } from "./store/cart/read-message.ts";
import { speak } from "./store/cart/speak.ts";
import { createWidget } from "./store/cart/widget.ts";
import { WidgetPage } from "./store/cart/widget-page.tsx";

const storage = () => window.localStorage;
const catalogue = JSON.parse(document.getElementById("catalogue")?.textContent ?? "[]") as OfferedProduct[];

const tracking = () => loadChunk(() => import("./growth/tracking/tracking.ts"));

const bridge = createBridge({
  win: window,
  self: window.self,
  marketingOrigin: settings.marketingOrigin,
  read: readMessage,
  count: droppedCounter((reason) => reportError("frame message dropped", reason)),
});

async function leave(wanted: string, onetimetoken?: string): Promise<void> {
  const { leaveFor } = await loadChunk(() => import("./store/cart/leave.ts"));
  await leaveFor(wanted, bridge, widget.get().connected, onetimetoken);
}

const life = herSession({
  session,
  widget: () => widget,
  cookies: visitorCookies,
  history,
  reload: () => location.reload(),
  tell: bridge.tell,
  leave,
  redeem: async (onetimetoken) => {
    const { redeem } = await loadChunk(() => import("./router/one-time-token.ts"));
    await redeem(onetimetoken);
  },
  endOnServer: async () => {
    const { auth } = await loadChunk(() => import("#contract/auth.ts"));
    await call(auth.signOut, {}, { retry: false }).catch(() => null);
  },
  forget: () => drafts.dropAll(),
});

const widget = createWidget({
  catalogue,
  bridge,
  token: () => session.get().token,
  places: history,
  now: Date.now,
  read: () => readKept(storage),
  write: (kept) => writeKept(storage, kept),
  keepCookie: (name, value) =>
    void tracking().then(
      ({ keepCookie }) => keepCookie(name, value, visitorCookies),
      () => null,
    ),
  signOut: () => void life.signOut(),
  leave: (wanted) => void leave(wanted).catch(() => widget.show("account", true)),
});

const context: CartContext = {
  widget,
  catalogue,
  framed: bridge.framed,
  tell: bridge.tell,
  leave,
  begun: (next) => life.begun(next),
  signOut: () => life.signOut(),
};

async function start(): Promise<void> {
  // In a sandbox that takes our origin away nothing can be kept and no message trusted: the page says so itself.
  if (window.origin === "null") return document.documentElement.classList.add("without-origin");
  startPage();
  addEventListener("popstate", (event) => widget.arrived(event.state));
  const search = bridge.framed ? null : location.search;
  if (search) keepCodes(search, visitorCookies);
  addEventListener("storage", ({ key }) => key === "cart" && widget.refresh());
  const gone = life.goOn();
  // The link of a recovery mail that was asked for here.
  const query = new URLSearchParams(location.search);
  if (query.has("v") || query.has("c")) widget.show("forgotpassword", true);
  // Products of a link, where a marketing page has no frame to ask.
  if (!bridge.framed && query.has("add")) {
    history.replaceState(history.state, "", location.pathname);
    widget.obey(linkedProducts(query.getAll("add"), catalogue, Date.now()));
  }
  // `watch` follows the end of a session; no screen of the widget has an address.
  life.watch();
  startSession();
  const root = document.getElementById("root") as HTMLElement;
  createRoot(root).render(
    <StrictMode>
      <Cart value={context}>
        <WidgetPage arrival={gone} />
      </Cart>
    </StrictMode>,
  );
  // The page learns at once that we listen: it gives up a frame that stays silent. What it wants waits for her session.
  bridge.start(async (message) => {
    if (message.type !== "hello") await gone;
    widget.obey(message);
  });
  startTracking(search);
  await gone;
  speak(bridge.tell, widget, session, root);
}

void start();
