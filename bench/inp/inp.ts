import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { loadContent } from "#content/loader/load.ts";
import { auth } from "#contract/auth.ts";
import type { Endpoint, Input, Output } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import type { CallOptions, CallResult, TestServer } from "#server/testing/harness.ts";
import { median, openBrowser } from "../browser/mobile-profile.ts";
import { benchClient } from "../node/client.ts";
import { type Control, PressedPhone } from "./press.ts";

export interface PressFigure {
  readonly screen: string;
  readonly control: string;
  /** The slower one of its first press and one when everything it shows is loaded; of the repetitions of a slow one, the median. */
  readonly ms: number;
}

export interface InpFigures {
  /** Presses of a button that does nothing, on home: what the machine itself takes. */
  readonly empty: readonly number[];
  readonly presses: readonly PressFigure[];
  readonly screens: number;
  readonly skipped: readonly { readonly screen: string; readonly control: string; readonly why: string }[];
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** The demo's patient in care, and one in the middle of the visit (content/demo.yaml). */
const inCare: Account = { email: "maria@demo.calendula.example", password: "marigold-garden-7" };
const inVisit: Account = { email: "joan@demo.calendula.example", password: "lavender-window-4" };
/** The frame around the screens is pressed on this many of them. */
const mostScreensOfFrame = 2;
/** A press over this is repeated: on a busy machine one in a hundred is slow for nothing it does. */
const doubtfulMs = 100;

/** Presses every control of every screen, of what opens over it too, and each time opens the screen anew. */
export async function measureInp(origin: string, only = process.env["BENCH_SCREENS"]): Promise<InpFigures> {
  const browser = await openBrowser();
  try {
    const run = new InpRun(origin, only ? new RegExp(only) : /./);
    await run.visitors(browser);
    await run.signedIn(browser, inCare, await careScreens(browser, origin));
    await run.signedIn(browser, inVisit, ["/health-questions?at=2.5"]);
    const finished = await answeredVisit(origin);
    await run.signedIn(browser, finished, await visitScreens(origin, finished));
    await run.cart(browser);
    return run.figures;
  } finally {
    await browser.close();
  }
}

class InpRun {
  readonly #origin: string;
  readonly #only: RegExp;
  readonly #onScreens = new Map<string, number>();
  readonly #presses: PressFigure[] = [];
  readonly #skipped: { screen: string; control: string; why: string }[] = [];
  readonly #empty: number[] = [];
  readonly #screens = new Set<string>();

  constructor(origin: string, only: RegExp) {
    this.#origin = origin;
    this.#only = only;
  }

  get figures(): InpFigures {
    return {
      empty: this.#empty,
      presses: this.#presses.toSorted((one, other) => other.ms - one.ms),
      screens: this.#screens.size,
      skipped: this.#skipped,
    };
  }

  async visitors(browser: Browser): Promise<void> {
    const phone = await PressedPhone.open(browser);
    for (const path of ["/login", "/forgot-password", "/invitation-code", "/eligibility"])
      await this.#screen(phone, path);
    await phone.close();
  }

  async signedIn(browser: Browser, account: Account, paths: readonly string[]): Promise<void> {
    if (account !== inCare && !paths.some((path) => this.#only.test(path))) return;
    const phone = await PressedPhone.open(browser);
    await signIn(phone, this.#origin, account);
    const cookies = await phone.cookies();
    if (account === inCare) await this.#emptyButton(phone);
    for (const path of paths) await this.#screen(phone, path, () => phone.restoreCookies(cookies));
    await phone.close();
  }

  async cart(browser: Browser): Promise<void> {
    const phone = await PressedPhone.open(browser);
    await phone.page.addInitScript(() => {
      const lines = [{ productid: "moisturizer", pricingid: "moisturizer_1m", quantity: 1, price: 24 }];
      if (location.pathname === "/cart")
        localStorage.setItem("cart", JSON.stringify({ changedat: 1, lastcommand: 0, pendingcheckouts: [], lines }));
    });
    await this.#screen(phone, "/cart");
    await phone.close();
  }

  async #emptyButton(phone: PressedPhone): Promise<void> {
    await phone.show(`${this.#origin}/home`);
    await phone.page.evaluate(() => {
      const button = document.createElement("button");
      Object.assign(button, { innerText: "Nothing", style: "position: fixed; inset: 40% 0 auto; z-index: 999" });
      document.body.append(button);
    });
    for (let press = 0; press < 10; press += 1) {
      const pressed = await phone.press(`button “Nothing”`);
      if ("ms" in pressed) this.#empty.push(pressed.ms);
    }
  }

  async #screen(phone: PressedPhone, path: string, before = () => Promise.resolve()): Promise<void> {
    if (!this.#only.test(path)) return;
    const screen = path.replace(/[0-9a-f-]{36}/, ":id");
    const show = async (opened: readonly string[]): Promise<readonly Control[]> => {
      await before();
      await phone.show(this.#origin + path);
      for (const key of opened) await phone.press(key);
      return phone.controls();
    };
    const first = await show([]);
    this.#screens.add(screen);
    const seen = new Set(first.map(({ key }) => key));
    const open = first.filter((control) => this.#isWanted(control)).map(({ key }) => [key]);
    for (let keys = open.shift(); keys; keys = open.shift()) {
      const [key = "", opener] = keys.toReversed();
      const name = opener ? `${opener} › ${key}` : key;
      const durations: number[] = [];
      let why = "";
      while (durations.length < 3 && !why && (durations.length === 0 || median(durations) > doubtfulMs)) {
        await show(opener ? [opener] : []);
        const address = phone.page.url();
        const pressed = await phone.press(key);
        if ("skipped" in pressed) {
          why = pressed.skipped;
          break;
        }
        // Once more with the code and the data of what it shows: then all of it could be drawn at once.
        if (!opener) await phone.undo(address);
        const again = opener ? pressed : await phone.press(key);
        durations.push(Math.max(pressed.ms, "ms" in again ? again.ms : 0));
      }
      if (why && durations.length === 0) this.#skipped.push({ screen, control: name, why });
      else this.#presses.push({ screen, control: name, ms: median(durations) });
      if (process.env["BENCH_EACH"]) console.log(`    ${durations.join(", ")}${why}  ${screen}  ${name}`);
      if (opener || why) continue;
      // What it opened over the screen has controls of its own.
      if (new URL(phone.page.url()).pathname !== new URL(this.#origin + path).pathname) continue;
      for (const control of await phone.controls())
        if (control.over && !seen.has(control.key)) {
          seen.add(control.key);
          open.push([key, control.key]);
        }
    }
    console.log(`  ${screen}`);
  }

  #isWanted({ key, shared }: Control): boolean {
    if (!shared) return true;
    const screens = (this.#onScreens.get(key) ?? 0) + 1;
    this.#onScreens.set(key, screens);
    return screens <= mostScreensOfFrame;
  }
}

async function signIn({ page }: PressedPhone, origin: string, account: Account) {
  await page.goto(`${origin}/login`, { waitUntil: "networkidle" });
  await page.getByRole("textbox", { name: "Email" }).fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.waitForLoadState("networkidle");
}

/** Every page behind sign-in, those of one thing with one of the patient's. */
async function careScreens(browser: Browser, origin: string): Promise<readonly string[]> {
  const phone = await PressedPhone.open(browser);
  await signIn(phone, origin, inCare);
  const linkOn = async (path: string, start: string): Promise<string[]> => {
    await phone.show(origin + path);
    const links = await phone.page.locator(`a[href^="${start}"]`).all();
    const href = await links[0]?.getAttribute("href");
    return href ? [href] : [];
  };
  const links = {
    "/subscription/:id": await linkOn("/treatment", "/subscription/"),
    "/order/:id": await linkOn("/treatment", "/order/"),
    "/support/:id": [],
  } as Readonly<Record<string, readonly string[]>>;
  await phone.close();
  // Their file has components, which only a bundler reads.
  const source = readFileSync(join(import.meta.dirname, "../../app/routes/routes.tsx"), "utf8");
  const paths = [...source.matchAll(/dashboardPage\("([^"]+)"/g)].map(([, path = ""]) => path);
  return paths.flatMap((path) => links[path] ?? [path]);
}

/** Somebody who has answered everything up to checkout, and can go back to each screen. */
async function answeredVisit(origin: string): Promise<Account> {
  const client = benchClient(origin);
  const account = { email: "inp@example.com", password: "marigold at noon" };
  const { idToken: token } = await client.call(auth.signUp, {
    body: { ...account, firstname: "Rosa", lastname: "Winter" },
  });
  const server = {
    services: { content: await loadContent() },
    takeUntouched: () => null,
    async call<E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}) {
      return { status: 200, ok: await client.call(endpoint, input, options.token) } as CallResult<Output<E>>;
    },
  } as unknown as TestServer;
  await answerVisit(server, { token });
  return account;
}

async function visitScreens(origin: string, account: Account): Promise<readonly string[]> {
  const client = benchClient(origin);
  const { idToken: token } = await client.call(auth.signIn, { body: account });
  const { onboarding: record } = await client.call(onboarding.recordV2, {}, token);
  const paths: string[] = [];
  for (const n of record.steps.filter((step) => step > 1 && step <= 6)) {
    const path =
      n < 3 || n === 3.1
        ? "/health-questions"
        : n < 4
          ? "/treatment-options"
          : n < 5
            ? "/treatment-addons"
            : "/checkout";
    if (n >= 5 && n < 6) continue;
    const { screens } = await client.call(onboarding.step, { params: { n } }, token);
    for (let page = 1; page <= Math.max(1, screens.length); page += 1) paths.push(`${path}?at=${n}&page=${page}`);
  }
  return paths;
}
