import type { Browser, BrowserContext, Page } from "@playwright/test";
import { openBrowser, median } from "../browser/mobile-profile.ts";

export interface InboxFigures {
  /** From the address to the first row that can be opened, ms: nothing cached; files cached. Medians of five. */
  readonly coldMs: number;
  readonly warmMs: number;
  /** Rows on that screen. */
  readonly rows: number;
  readonly scrolls: readonly ScrollFigures[];
}

export interface ScrollFigures {
  readonly rows: number;
  readonly frames: number;
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
  /** Frames that took longer than 20 ms: a screen of 60 Hz skipped one. */
  readonly late: number;
  /** The same page, the same time, without scrolling: what this machine does by itself. */
  readonly lateAtRest: number;
}

const desktop = { width: 1280, height: 800 };
const runs = 5;

/** The inbox in a browser at a desk: how soon it can be used, and its frames while it is scrolled by a wheel. */
export async function measureInbox(origin: string, secret: string, itemCount: number): Promise<InboxFigures> {
  const browser = await openBrowser();
  try {
    const cold: number[] = [];
    const warm: number[] = [];
    let rows = 0;
    for (let run = 0; run < runs; run += 1) {
      const context = await openDesk(browser, origin, secret);
      const page = await context.newPage();
      cold.push(await usableAfter(page, origin));
      warm.push(await usableAfter(page, origin));
      rows = await page.locator("[data-row]").count();
      await context.close();
    }
    const scrolls: ScrollFigures[] = [];
    const context = await openDesk(browser, origin, secret);
    const page = await context.newPage();
    await usableAfter(page, origin);
    scrolls.push(await scroll(page));
    await context.close();
    scrolls.push(await scrollAll(browser, origin, secret, itemCount));
    return { coldMs: median(cold), warmMs: median(warm), rows, scrolls };
  } finally {
    await browser.close();
  }
}

async function openDesk(browser: Browser, origin: string, secret: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: desktop });
  await context.addCookies([{ name: "staffSession", value: secret, url: `${origin}/api`, httpOnly: true }]);
  await context.addInitScript(() => {
    const look = () => {
      if (document.querySelector("a[data-row]")) Object.assign(window, { usableMs: performance.now() });
      else requestAnimationFrame(() => setTimeout(look));
    };
    look();
  });
  return context;
}

async function usableAfter(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/clinic/inbox`, { waitUntil: "commit" });
  const found = await page.waitForFunction(() => (window as unknown as { usableMs?: number }).usableMs);
  return (await found.jsonValue()) ?? Number.NaN;
}

/** This many items in one list, as after pressing for more again and again. */
async function scrollAll(browser: Browser, origin: string, secret: string, count: number): Promise<ScrollFigures> {
  const context = await openDesk(browser, origin, secret);
  const page = await context.newPage();
  await page.route(
    (url) => url.pathname === "/api/clinic/inbox" && url.searchParams.get("kind") === "incoming",
    async (route) => {
      const answer = await route.fetch();
      const inbox = (await answer.json()) as { items: { readonly id: string; readonly patient: object }[] };
      const [item] = inbox.items;
      const items = Array.from({ length: count }, (_, n) => {
        const id = `${String(n).padStart(8, "0")}-0000-7000-8000-000000000000`;
        return { ...item, id, refid: id, patient: { ...item?.patient, id } };
      });
      await route.fulfill({ response: answer, json: { ...inbox, items, nextpage: null } });
    },
  );
  await page.goto(`${origin}/clinic/inbox?queue=incoming`);
  await page.waitForFunction((wanted) => document.querySelectorAll("[data-row]").length >= wanted, count);
  const figures = await scroll(page);
  await context.close();
  return figures;
}

const scrollMs = 6000;

async function scroll(page: Page): Promise<ScrollFigures> {
  await page.waitForTimeout(3000);
  await page.mouse.move(700, 500);
  const rest = await framesDuring(page, () => page.waitForTimeout(scrollMs));
  const frames = await framesDuring(page, async () => {
    const until = performance.now() + scrollMs;
    // As a hand turns a wheel: 100 px, about 30 times a second.
    while (performance.now() < until) {
      await page.mouse.wheel(0, 100);
      await page.waitForTimeout(25);
    }
  });
  const at = (share: number) => frames.toSorted((a, b) => a - b)[Math.floor(share * (frames.length - 1))] ?? Number.NaN;
  const isLate = (ms: number) => ms > 20;
  return {
    rows: await page.locator("[data-row]").count(),
    frames: frames.length,
    p50: at(0.5),
    p95: at(0.95),
    worst: at(1),
    late: frames.filter(isLate).length,
    lateAtRest: rest.filter(isLate).length,
  };
}

/** How long each frame of the page took while `work` ran. */
async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let before = performance.now();
    const next = (now: number) => {
      frames.push(now - before);
      before = now;
      if ((window as unknown as { frames: number[] }).frames === frames) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await work();
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] };
    Object.assign(window, { frames: null });
    return frames.slice(2);
  });
}
