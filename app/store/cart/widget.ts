import type { Command, FrameProduct, Kept, ToFrame } from "#contract/frame.ts";
import type { CartScreen } from "#contract/frame-limits.ts";
import type { OfferedProduct } from "#contract/onboarding.ts";
import { acceptPrices, addProducts, setQuantity, showLines, withoutBought } from "./lines.ts";
import { joined, newer, without } from "./keep.ts";
import { openAttempt } from "./owner.ts";
import { placeIn, screenFor } from "./screens.ts";
import type { Widget, WidgetParts, WidgetState } from "./widget-types.ts";

/** The widget without its looks: cart, screens, and the conversation with the page around it. */
export function createWidget(parts: WidgetParts): Widget {
  const { bridge, catalogue, places } = parts;
  const signedIn = () => parts.token() !== null;
  const listeners = new Set<() => void>();
  /** Commands that came during a payment. */
  const waiting: Command[] = [];
  /** Keys of the attempts made here. */
  const made = new Set<string>();
  const start = placeIn(places.state);
  let depth = start.depth;
  let state: WidgetState = {
    screen: "cart",
    ...withoutGone(catalogue, parts.read()),
    busy: false,
    redirectTo: null,
    expired: false,
    order: start.order ?? null,
    connected: false,
    closable: false,
  };
  state = { ...state, screen: allowed(start.screen) };

  /** The screen asked for last; it may become allowed when the page has told what it kept. */
  let wanted: CartScreen = start.screen;

  function allowed(screen: CartScreen, kept = state.kept, order = state.order): CartScreen {
    return screenFor(screen, {
      signedIn: signedIn(),
      items: kept.lines.length,
      ordered: order !== null,
      unsettled: openAttempt(kept.attempts, parts.token()) !== null,
    });
  }
  function set(change: Partial<WidgetState>) {
    state = { ...state, ...change, ...(change.screen === "cart" && { redirectTo: null }) };
    for (const listener of listeners) listener();
  }
  /**
   * The cart as it is now: another tab may have written a newer one. An attempt made here stays even if that tab did not know of it; one
   * made elsewhere is gone once it is gone there.
   */
  function current(): Kept {
    const stored = parts.read();
    if (stored.at <= state.kept.at) return state.kept;
    const { kept } = withoutGone(catalogue, stored);
    const mine = state.kept.attempts.filter(({ key }) => made.has(key));
    return { ...kept, seen: state.kept.seen, attempts: joined(mine, kept.attempts) };
  }
  function keep(changed: (kept: Kept) => Partial<Kept>, change: Partial<WidgetState> = {}) {
    const before = current();
    const kept = { ...before, ...changed(before), at: Math.max(parts.now(), before.at + 1) };
    parts.write(kept);
    set({ ...change, kept });
  }
  /** A screen that is another one is a new place, so that Back leads to the one before; within a payment nothing moves. */
  function go(screen: CartScreen, replace: boolean, change: Partial<WidgetState> = {}) {
    wanted = screen;
    const next = { ...state, ...change };
    const shown = allowed(screen, next.kept, next.order);
    const order = shown === "checkout-complete" ? next.order : null;
    if (!replace && shown !== state.screen) {
      depth += 1;
      places.pushState({ screen: shown, depth, order }, "");
    } else places.replaceState({ screen: shown, depth, order }, "");
    set({ ...change, screen: shown });
  }

  function hello({ kept: pages, mounted = false }: Extract<ToFrame, { type: "hello" }>) {
    const { kept, problems } = withoutGone(catalogue, newer(state.kept, pages));
    parts.write(kept);
    set({ kept, connected: true, closable: !mounted, ...(problems.length > 0 && { problems }) });
    if (allowed(wanted) !== state.screen) go(wanted, true);
  }
  /** Takes over what another tab did, and leaves a screen that is not allowed any more. */
  function refresh() {
    if (state.busy) return;
    const kept = current();
    if (kept !== state.kept) set({ kept });
    if (allowed(state.screen) !== state.screen) go(state.screen, true);
  }
  /** `quietly`: an order has just been paid, and nothing takes the place of its screen. */
  function command(message: Command, quietly = false) {
    if (message.n <= state.kept.seen) return;
    if (state.busy) return void waiting.push(message);
    set({ kept: { ...state.kept, seen: message.n } });
    if (message.type === "cookie") return parts.keepCookie(message.name, message.value);
    if (message.type === "logout") return signedIn() ? parts.signOut() : undefined;
    if (message.type === "cart-open") return openCart(message.products ?? [], quietly);
    if (!quietly) openOther(message);
  }
  function openOther(message: Exclude<Command, { type: "cookie" | "logout" | "cart-open" }>) {
    const fresh = { order: null, expired: false };
    switch (message.type) {
      case "login":
        return go("login", depth === 0, { ...fresh, redirectTo: null });
      case "login-with-redirect":
        if (signedIn()) return parts.leave(message.redirectTo);
        return go("login", depth === 0, { ...fresh, redirectTo: message.redirectTo });
      case "account-open":
        return go("account", depth === 0, { ...fresh, redirectTo: null });
    }
  }
  function openCart(products: readonly FrameProduct[], quietly: boolean) {
    let problems: readonly string[] = [];
    if (products.length > 0)
      keep(({ lines }) => {
        const added = addProducts(catalogue, lines, products);
        problems = added.problems;
        return { lines: [...added.lines] };
      });
    if (quietly) return set({ problems });
    go("cart", depth === 0, { problems, order: null, expired: false });
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    obey: (message) => (message.type === "hello" ? hello(message) : command(message)),
    show: (screen, replace = false) => go(screen, replace, screen === "checkout-complete" ? {} : { order: null }),
    arrived: (entry) => {
      if (state.busy) return places.pushState({ screen: state.screen, depth }, "");
      const place = placeIn(entry);
      depth = place.depth;
      wanted = place.screen;
      const { order = null } = place;
      if (!state.order || !state.closable) return set({ order, screen: allowed(place.screen, state.kept, order) });
      // The page counts our places before it closes: it hears of this one first.
      set({});
      bridge.tell({ type: "close" });
    },
    setQuantity: (pricingid, quantity) =>
      keep(({ lines }) => ({ lines: [...setQuantity(lines, pricingid, quantity)] }), { problems: [] }),
    add: (productid, pricingid) =>
      keep(({ lines }) => {
        const { lines: added } = addProducts(catalogue, lines, [
          { id: productid, quantity: 1, selectedPricing: { pricingid } },
        ]);
        return { lines: [...added] };
      }),
    acknowledge: () =>
      keep(({ lines }) => ({ lines: [...acceptPrices(showLines(catalogue, lines).shown)] }), { problems: [] }),
    attempt: (attempt) => {
      made.add(attempt.key);
      keep(({ attempts }) => ({ attempts: joined(attempts, [attempt]) }));
    },
    settled: (key, why) => {
      keep(({ attempts }) => ({ attempts: without(attempts, key) }));
      // With nothing left to buy she comes to the cart, which says it then.
      if (state.kept.lines.length === 0) set({ problems: [why] });
    },
    refresh,
    setBusy: (busy) => {
      set({ busy });
      if (busy) return;
      refresh();
      for (const message of waiting.splice(0)) command(message, state.order !== null);
    },
    ordered: ({ totalamount, ...order }, { key, bought }) => {
      keep(
        ({ lines, attempts }) => ({
          lines: withoutBought(lines, bought),
          attempts: without(attempts, key),
        }),
        { busy: false, order, problems: [] },
      );
      go("checkout-complete", false);
      bridge.tell({ type: "checkout", orderid: order.id, totalamount });
    },
    expire: () => go("login", true, { expired: true }),
    depth: () => depth,
  };
}

/** The cart without products the practice no longer offers, and the sentence that says so. */
function withoutGone(catalogue: readonly OfferedProduct[], kept: Kept): Pick<WidgetState, "kept" | "problems"> {
  const { shown, gone } = showLines(catalogue, kept.lines);
  const problems =
    gone.length > 0 ? ["Something in your cart is not offered any more, so we took it out. We are sorry."] : [];
  return { kept: { ...kept, lines: shown.map(({ line }) => line) }, problems };
}
