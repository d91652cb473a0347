import type { Command, FrameProduct, SavedCart, ToFrame } from "#contract/cart/frame.ts";
import type { CartScreen } from "#contract/cart/frame-limits.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { observable } from "#app/browser/observable.ts";
import { withCurrentPrices, addProducts, setQuantity, resolveLines, removeBought } from "./cart-lines.ts";
import { mergeAttempts, mergeCarts, withoutAttempt } from "./stored-cart.ts";
import { findOpenAttempt } from "./open-attempts.ts";
import { parseHistoryState, allowedScreen } from "./screen-rules.ts";
import type { Widget, WidgetServices, WidgetState } from "./widget-types.ts";

/** The widget without its rendering: cart, screens, and the messages to and from the page around it. */
export function createWidget(services: WidgetServices): Widget {
  const { bridge, catalogue, history } = services;
  const signedIn = () => services.token() !== null;
  /** Commands that arrived during a payment. */
  const queuedCommands: Command[] = [];
  /** Keys of the attempts made in this widget. */
  const ownAttemptKeys = new Set<string>();
  const start = parseHistoryState(history.state);
  let depth = start.depth;
  const state = observable<WidgetState>({
    screen: "cart",
    ...withoutUnavailable(catalogue, services.read()),
    busy: false,
    redirectTo: null,
    expired: false,
    order: start.order ?? null,
    connected: false,
    isClosable: false,
  });
  const { get, subscribe } = state;
  state.set({ screen: allowed(start.screen) });

  /** The screen requested last; it may become allowed when the page has sent its stored state. */
  let requestedScreen: CartScreen = start.screen;

  function allowed(screen: CartScreen, cart = get().storedCart, order = get().order): CartScreen {
    return allowedScreen(screen, {
      signedIn: signedIn(),
      items: cart.lines.length,
      ordered: order !== null,
      unsettled: findOpenAttempt(cart.pendingcheckouts, services.token()) !== null,
    });
  }
  const set = (change: Partial<WidgetState>) =>
    state.set({ ...change, ...(change.screen === "cart" && { redirectTo: null }) });
  /**
   * The current cart: another tab may have written a newer one. An attempt made here stays even if that tab did not know of it; one made elsewhere is
   * gone once it is gone there.
   */
  function current(): SavedCart {
    const stored = services.read();
    if (stored.changedat <= get().storedCart.changedat) return get().storedCart;
    const { storedCart: cart } = withoutUnavailable(catalogue, stored);
    const mine = get().storedCart.pendingcheckouts.filter(({ key }) => ownAttemptKeys.has(key));
    return {
      ...cart,
      lastcommand: get().storedCart.lastcommand,
      pendingcheckouts: mergeAttempts(mine, cart.pendingcheckouts),
    };
  }
  function updateCart(changed: (cart: SavedCart) => Partial<SavedCart>, change: Partial<WidgetState> = {}) {
    const before = current();
    const cart = { ...before, ...changed(before), changedat: Math.max(services.now(), before.changedat + 1) };
    services.write(cart);
    set({ ...change, storedCart: cart });
  }
  /** Another screen is a new history entry, so that Back leads to the previous one; during a payment the screen stays. */
  function go(screen: CartScreen, replace: boolean, change: Partial<WidgetState> = {}) {
    requestedScreen = screen;
    const next = { ...get(), ...change };
    const shown = allowed(screen, next.storedCart, next.order);
    const order = shown === "checkout-complete" ? next.order : null;
    if (!replace && shown !== get().screen) {
      depth += 1;
      history.pushState({ screen: shown, depth, order }, "");
    } else history.replaceState({ screen: shown, depth, order }, "");
    set({ ...change, screen: shown });
  }

  function handleHello({ saved: pages, mounted = false }: Extract<ToFrame, { type: "hello" }>) {
    const { storedCart: cart, problems } = withoutUnavailable(catalogue, mergeCarts(get().storedCart, pages));
    services.write(cart);
    set({ storedCart: cart, connected: true, isClosable: !mounted, ...(problems.length > 0 && { problems }) });
    if (allowed(requestedScreen) !== get().screen) go(requestedScreen, true);
  }
  /** Applies what another tab did, and leaves a screen that is no longer allowed. */
  function refresh() {
    if (get().busy) return;
    const cart = current();
    if (cart !== get().storedCart) set({ storedCart: cart });
    if (allowed(get().screen) !== get().screen) go(get().screen, true);
  }
  /** `keepScreen`: an order has just been paid, and nothing replaces its screen. */
  function handleNumberedCommand(message: Command, keepScreen = false) {
    if (message.n <= get().storedCart.lastcommand) return;
    if (get().busy) return void queuedCommands.push(message);
    set({ storedCart: { ...get().storedCart, lastcommand: message.n } });
    // A cookie may bring an offer.
    if (message.type === "cookie")
      return void services.saveTrackingCookie(message.name, message.value).then(() => set({}));
    if (message.type === "logout") return signedIn() ? services.signOut() : undefined;
    if (message.type === "cart-open") return openCart(message.products ?? [], keepScreen);
    if (!keepScreen) openAccountScreen(message);
  }
  function openAccountScreen(message: Exclude<Command, { type: "cookie" | "logout" | "cart-open" }>) {
    const cleared = { order: null, expired: false };
    switch (message.type) {
      case "login":
        return go("login", depth === 0, { ...cleared, redirectTo: null });
      case "login-with-redirect":
        if (signedIn()) return services.leave(message.redirectTo);
        return go("login", depth === 0, { ...cleared, redirectTo: message.redirectTo });
      case "account-open":
        return go("account", depth === 0, { ...cleared, redirectTo: null });
    }
  }
  function openCart(products: readonly FrameProduct[], keepScreen: boolean) {
    let problems: readonly string[] = [];
    if (products.length > 0)
      updateCart(({ lines }) => {
        const added = addProducts(catalogue, lines, products);
        problems = added.problems;
        return { lines: [...added.lines] };
      });
    if (keepScreen) return set({ problems });
    go("cart", depth === 0, { problems, order: null, expired: false });
  }

  return {
    get,
    subscribe,
    handleCommand: (message) => (message.type === "hello" ? handleHello(message) : handleNumberedCommand(message)),
    show: (screen, replace = false) => go(screen, replace, screen === "checkout-complete" ? {} : { order: null }),
    onHistoryEntry: (entry) => {
      if (get().busy) return history.pushState({ screen: get().screen, depth }, "");
      const historyState = parseHistoryState(entry);
      depth = historyState.depth;
      requestedScreen = historyState.screen;
      const { order = null } = historyState;
      if (!get().order || !get().isClosable)
        return set({ order, screen: allowed(historyState.screen, get().storedCart, order) });
      // The page counts our history entries before it closes: it has to hear of this one first.
      set({});
      bridge.post({ type: "close" });
    },
    setQuantity: (pricingid, quantity) =>
      updateCart(({ lines }) => ({ lines: [...setQuantity(lines, pricingid, quantity)] }), { problems: [] }),
    add: (productid, pricingid) =>
      updateCart(({ lines }) => {
        const { lines: added } = addProducts(catalogue, lines, [
          { id: productid, quantity: 1, selectedPricing: { pricingid } },
        ]);
        return { lines: [...added] };
      }),
    acceptChanges: () =>
      updateCart(({ lines }) => ({ lines: [...withCurrentPrices(resolveLines(catalogue, lines).available)] }), {
        problems: [],
      }),
    recordAttempt: (attempt) => {
      ownAttemptKeys.add(attempt.key);
      updateCart(({ pendingcheckouts }) => ({ pendingcheckouts: mergeAttempts(pendingcheckouts, [attempt]) }));
    },
    dropAttempt: (key, why) => {
      updateCart(({ pendingcheckouts }) => ({ pendingcheckouts: withoutAttempt(pendingcheckouts, key) }));
      // With an empty cart the patient lands on the cart screen, which shows the reason.
      if (get().storedCart.lines.length === 0) set({ problems: [why] });
    },
    refresh,
    setBusy: (busy) => {
      set({ busy });
      if (busy) return;
      refresh();
      for (const message of queuedCommands.splice(0)) handleNumberedCommand(message, get().order !== null);
    },
    onOrderPaid: ({ totalamount, ...order }, { key, bought }) => {
      updateCart(
        ({ lines, pendingcheckouts }) => ({
          lines: removeBought(lines, bought),
          pendingcheckouts: withoutAttempt(pendingcheckouts, key),
        }),
        { busy: false, order, problems: [] },
      );
      go("checkout-complete", false);
      bridge.post({ type: "checkout", orderid: order.id, totalamount });
    },
    onSessionExpired: () => go("login", true, { expired: true }),
    depth: () => depth,
  };
}

/** The cart without products the practice no longer offers, and the sentence that says so. */
function withoutUnavailable(
  catalogue: readonly CatalogueProduct[],
  cart: SavedCart,
): Pick<WidgetState, "storedCart" | "problems"> {
  const { available, unavailable } = resolveLines(catalogue, cart.lines);
  const problems =
    unavailable.length > 0 ? ["Something in your cart isn't offered anymore, so we took it out. We're sorry."] : [];
  return { storedCart: { ...cart, lines: available.map(({ line }) => line) }, problems };
}
