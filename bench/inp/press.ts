import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** One control of a screen, as a person tells it from the others. */
export interface Control {
  /** Its kind and name; the second of the same has a number. */
  readonly key: string;
  /** In the frame around the screens, which is the same on many. */
  readonly shared: boolean;
  /** In something that was opened over the screen. */
  readonly over: boolean;
}

/** What came of one press: how long until its next paint, ms, or why there is none. */
export type Press = { readonly ms: number } | { readonly skipped: string };

/** How much slower than this machine the phone computes. */
const slowdown = 4;
/** The shortest duration Event Timing reports: a press without an entry was painted sooner. */
const leastMs = 16;
const settleMs = 700;

/** A phone whose presses are timed. Whatever a press sends to the server, beyond reading, waits for an answer that doesn't come: nothing is changed. */
export class PressedPhone {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #devtools: CDPSession;
  #holding = false;
  #durations: number[] = [];

  private constructor(page: Page, context: BrowserContext, devtools: CDPSession) {
    this.page = page;
    this.#context = context;
    this.#devtools = devtools;
  }

  static async open(browser: Browser): Promise<PressedPhone> {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    const phone = new PressedPhone(page, context, await context.newCDPSession(page));
    await page.exposeBinding("reportPress", (_, ms: number) => void phone.#durations.push(ms));
    await page.addInitScript(observePresses, leastMs);
    await page.route("**/api/**", (route) =>
      phone.#holding && route.request().method() !== "GET" ? undefined : route.continue().catch(() => undefined),
    );
    page.on("dialog", (dialog) => void dialog.dismiss().catch(() => undefined));
    context.on("page", (other) => void (other === page ? undefined : other.close().catch(() => undefined)));
    return phone;
  }

  /** Opens an address at the machine's own speed, and waits until its page is there and the browser has nothing more to do. */
  async show(url: string): Promise<void> {
    this.#holding = false;
    await this.#throttle(1);
    await this.page.goto(url, { waitUntil: "load" });
    await this.page.waitForFunction(
      () => document.querySelector("main h1, main h2") && !document.querySelector("[data-page-awaited], #early"),
    );
    await this.page.evaluate(async () => {
      for (let idle = 0; idle < 3; idle += 1)
        await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
    });
  }

  async #throttle(rate: number): Promise<void> {
    await this.#devtools.send("Emulation.setCPUThrottlingRate", { rate });
  }

  cookies = () => this.#context.cookies();
  async restoreCookies(cookies: Awaited<ReturnType<BrowserContext["cookies"]>>): Promise<void> {
    await this.#context.clearCookies();
    await this.#context.addCookies(cookies);
  }

  /** The controls that can be pressed now. */
  controls = (): Promise<readonly Control[]> => this.page.evaluate(findControls);

  /** Presses a control with a finger; the slow phone has time to rest before and after. */
  async press(key: string): Promise<Press> {
    await this.page.waitForFunction(isThere, key, { timeout: 3000 }).catch(() => undefined);
    const spot = await this.page.evaluate(spotOf, key);
    if ("skipped" in spot) return spot;
    this.#holding = true;
    await this.#throttle(slowdown);
    await this.page.waitForTimeout(100);
    this.#durations = [];
    await this.page.touchscreen.tap(spot.x, spot.y);
    await this.page.waitForTimeout(settleMs);
    return { ms: Math.max(leastMs, ...this.#durations) };
  }

  /** Undoes a press as a person does: by the way back from another page, by Escape from what was opened. */
  async undo(from: string): Promise<void> {
    await this.#throttle(1);
    if (this.page.url() === from) await this.page.keyboard.press("Escape");
    else await this.page.goBack({ waitUntil: "commit" });
    await this.page.waitForTimeout(settleMs);
  }

  close = () => this.#context.close();
}

/** Runs in the page before anything else. */
function observePresses(durationThreshold: number): void {
  const { reportPress } = window as unknown as { reportPress: (ms: number) => void };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) reportPress(entry.duration);
  }).observe({ type: "event", durationThreshold, buffered: true } as PerformanceObserverInit);
  Object.assign(window, { controlsOfPage });

  function controlsOfPage(): (Control & { readonly pressed: HTMLElement })[] {
    const kinds =
      "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab], [role=menuitem], [role=switch], [role=option]";
    const modal = [...document.querySelectorAll<HTMLElement>("dialog[open], [aria-modal=true]")].at(-1);
    const count = new Map<string, number>();
    return [...(modal ?? document).querySelectorAll<HTMLElement>(kinds)].flatMap((element) => {
      const pressed = element.closest("label") ?? element;
      const { width, height } = pressed.getBoundingClientRect();
      const isOut = width === 0 || height === 0 || element.matches(":disabled") || element.closest("[inert]") !== null;
      if (isOut || !pressed.checkVisibility({ visibilityProperty: true })) return [];
      const label = (element as HTMLInputElement).labels?.[0]?.innerText;
      const name = [element.ariaLabel, label, element.innerText, element.getAttribute("name")].find((text) =>
        text?.trim(),
      );
      const kind = element.role ?? (element as HTMLInputElement).type ?? element.tagName.toLowerCase();
      const text = `${kind} “${(name ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 48)}”`;
      const nth = (count.get(text) ?? 0) + 1;
      count.set(text, nth);
      const shared = element.closest("header, nav, footer") !== null && !element.closest("main");
      const over = element.closest("dialog, [role=dialog], [role=menu], [popover]") !== null;
      return [{ key: nth === 1 ? text : `${text} ${nth}`, shared, over, pressed }];
    });
  }
}

type Found = Control & { readonly pressed: HTMLElement };
type PageWindow = { readonly controlsOfPage: () => readonly Found[] };

const findControls = (): Control[] =>
  (window as unknown as PageWindow).controlsOfPage().map(({ key, shared, over }) => ({ key, shared, over }));

const isThere = (key: string): boolean =>
  (window as unknown as PageWindow).controlsOfPage().some((control) => control.key === key);

async function spotOf(key: string): Promise<{ x: number; y: number } | { skipped: string }> {
  const found = (window as unknown as PageWindow).controlsOfPage().find((control) => control.key === key);
  if (!found) return { skipped: "not there any more" };
  const { pressed } = found;
  const link = pressed.closest<HTMLAnchorElement>("a[href]");
  if (link && (link.origin !== location.origin || link.target === "_blank" || link.download !== ""))
    return { skipped: "leaves the app" };
  if (pressed.matches("select, input[type=date], input[type=file]") || pressed.querySelector("input[type=file]"))
    return { skipped: "opens a part of the browser" };
  pressed.scrollIntoView({ block: "center", behavior: "instant" });
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { left, top, width, height } = pressed.getBoundingClientRect();
  for (const [x, y] of [
    [left + width / 2, top + height / 2],
    [left + Math.min(24, width / 2), top + height / 2],
  ] as const) {
    const hit = document.elementFromPoint(x, y);
    if (hit && (pressed.contains(hit) || hit.contains(pressed))) return { x, y };
  }
  return { skipped: "covered" };
}
