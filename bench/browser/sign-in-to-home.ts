import type { Browser, Page } from "@playwright/test";
import { median, mobilePage, openBrowser, type Phone } from "./mobile-profile.ts";

/** Figures of one arrival on home. */
export interface Arrival {
  /** From the press, or the start of the reload, until home's heading and until its first panel is readable, ms. */
  readonly headingMs: number;
  readonly contentMs: number;
  /** JavaScript and CSS on the wire after the press, bytes. */
  readonly bytes: number;
  /** API calls until the content, and the longest chain of calls that waited for one another. */
  readonly calls: number;
  readonly chain: number;
  /** Cumulative layout shift on the way. */
  readonly shift: number;
}

export interface ArrivalFigures {
  /** Nothing cached, the form filled in within three seconds; all files cached; a reload of home without cache. */
  readonly cold: Arrival;
  readonly warm: Arrival;
  readonly reload: Arrival;
  /** JavaScript and CSS loaded while the form was filled in, bytes. */
  readonly typingBytes: number;
  /** Cumulative layout shift of each screen of the dashboard, opened by its address. */
  readonly shifts: readonly { readonly path: string; readonly shift: number }[];
}

const runs = Number(process.env["BENCH_RUNS"] ?? 5);
/** The demo's patient in care (README). */
const patient = { email: "maria@demo.calendula.example", password: "marigold-garden-7" };
const formMs = 3000;

/** Signs the demo's patient in on the mobile profile, and reloads home; medians of five. */
export async function measureArrival(origin: string): Promise<ArrivalFigures> {
  const browser = await openBrowser();
  try {
    const all = [];
    for (let run = 0; run < runs; run += 1) all.push(await once(browser, origin));
    return {
      cold: medianArrival(all.map(({ cold }) => cold)),
      warm: medianArrival(all.map(({ warm }) => warm)),
      reload: medianArrival(all.map(({ reload }) => reload)),
      typingBytes: median(all.map(({ typingBytes }) => typingBytes)),
      shifts: await screenShifts(browser, origin),
    };
  } finally {
    await browser.close();
  }
}

async function once(browser: Browser, origin: string) {
  const phone = await openPhone(browser);
  const { page, wire } = phone;
  await phone.keepFiles(true);
  const typingBytes = await fillSignInForm(phone, origin);
  const cold = await measureNavigation(phone, () => press(page));
  // Idle work loads too, so that everything is cached the second time.
  await page.waitForTimeout(1000);
  await page.context().clearCookies();
  await fillSignInForm(phone, origin);
  const warm = await measureNavigation(phone, () => press(page));
  await phone.keepFiles(false);
  wire.takeBytes();
  const reload = await measureNavigation(phone, () => page.reload({ waitUntil: "commit" }));
  await phone.close();
  return { cold, warm, reload, typingBytes };
}

async function openPhone(browser: Browser): Promise<Phone> {
  const phone = await mobilePage(browser);
  await phone.page.addInitScript(recordArrival);
  return phone;
}

/** Opens sign-in and types at a person's pace. Returns the bytes loaded meanwhile. */
async function fillSignInForm({ page, wire }: Phone, origin: string): Promise<number> {
  await page.goto(`${origin}/login`, { waitUntil: "networkidle" });
  await page.locator("#early").waitFor({ state: "detached" });
  wire.takeBytes();
  const until = performance.now() + formMs;
  await page.getByRole("textbox", { name: "Email" }).pressSequentially(patient.email, { delay: 40 });
  await page.getByLabel("Password", { exact: true }).pressSequentially(patient.password, { delay: 40 });
  await page.waitForTimeout(Math.max(0, until - performance.now()));
  return wire.takeBytes();
}

const press = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

/** Runs `navigate`, which leads to home, and waits until nothing more loads. */
async function measureNavigation({ page, wire }: Phone, navigate: () => Promise<unknown>): Promise<Arrival> {
  await navigate();
  await page.waitForFunction(() => (window as unknown as RecordedWindow).arrival.contentMs > 0);
  await page.waitForLoadState("networkidle");
  const { pressedMs, headingMs, contentMs, shift, fetched } = await page.evaluate(() => ({
    ...(window as unknown as RecordedWindow).arrival,
    fetched: performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.startsWith("/api/"))
      .map(({ startTime, duration }) => ({ began: startTime, ended: startTime + duration })),
  }));
  const calls = fetched.filter(({ began }) => began >= pressedMs && began <= contentMs);
  return {
    headingMs: headingMs - pressedMs,
    contentMs: contentMs - pressedMs,
    bytes: wire.takeBytes(),
    calls: calls.length,
    chain: longestChain(calls),
    shift,
  };
}

interface Span {
  readonly began: number;
  readonly ended: number;
}

/** The longest chain of calls each of which began only after the one before had ended. */
function longestChain(calls: readonly Span[]): number {
  const after = (end: number): number =>
    calls.reduce(
      (most, { began, ended }) => (began >= end && ended > end ? Math.max(most, 1 + after(ended)) : most),
      0,
    );
  return after(0);
}

interface RecordedWindow {
  readonly arrival: { pressedMs: number; headingMs: number; contentMs: number; shift: number };
}

/** Runs in the page before anything else. A time is recorded when the frame that shows the element has been painted. */
function recordArrival(): void {
  const arrival = { pressedMs: 0, headingMs: 0, contentMs: 0, shift: 0 };
  Object.assign(window, { arrival });
  addEventListener("submit", () => Object.assign(arrival, { pressedMs: performance.now(), shift: 0 }), true);
  const look = () => {
    const heading = document.querySelector("main h1");
    const shown = location.pathname !== "/login" && heading !== null && !heading.closest("[data-page-awaited]");
    if (shown) arrival.headingMs ||= performance.now();
    if (document.getElementById("next-step")) arrival.contentMs ||= performance.now();
    if (!arrival.contentMs) requestAnimationFrame(() => setTimeout(look));
  };
  look();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) arrival.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Opens each screen by its address, signed in, without cache. */
async function screenShifts(browser: Browser, origin: string): Promise<ArrivalFigures["shifts"]> {
  const phone = await openPhone(browser);
  const { page } = phone;
  await fillSignInForm(phone, origin);
  await measureNavigation(phone, () => press(page));
  await page.goto(`${origin}/treatment`);
  const subscription = await page.locator('a[href^="/subscription/"]').first().getAttribute("href");
  const shifts = [];
  for (const path of ["/home", "/treatment", "/messages/doctor", subscription ?? "/treatment"]) {
    await page.goto(origin + path, { waitUntil: "networkidle" });
    await page.waitForTimeout(1000);
    const shift = await page.evaluate(() => (window as unknown as RecordedWindow).arrival.shift);
    shifts.push({ path: path.replace(/[0-9a-f-]{36}/, ":id"), shift });
  }
  await phone.close();
  return shifts;
}

const medianArrival = (all: readonly Arrival[]): Arrival => ({
  headingMs: median(all.map(({ headingMs }) => headingMs)),
  contentMs: median(all.map(({ contentMs }) => contentMs)),
  bytes: median(all.map(({ bytes }) => bytes)),
  calls: median(all.map(({ calls }) => calls)),
  chain: median(all.map(({ chain }) => chain)),
  shift: Math.max(...all.map(({ shift }) => shift)),
});
