import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { type Engine, type Tab, until } from "./browser.ts";
import { findInPage, type Kind } from "./find.ts";

const keys = { Tab: Key.TAB, Enter: Key.ENTER, Space: Key.SPACE, ArrowDown: Key.ARROW_DOWN } as const;
const find = `return (${findInPage.toString()})(arguments[0], arguments[1])`;
const scrollThere = `arguments[0].scrollIntoView({ block: "center", behavior: "instant" })`;

/** The system's WebKitGTK, over WebDriver; each tab is a browser of its own. */
export async function openWebKit(driver: string, display: string): Promise<Engine> {
  const port = await freePort();
  const service: ChildProcess = spawn(driver, [`--port=${port}`], {
    stdio: "ignore",
    // No accelerated compositing: there may be no graphics card.
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  const server = `http://127.0.0.1:${port}`;
  await until("WebKitWebDriver", async () => (await fetch(`${server}/status`)).ok);
  return {
    name: "WebKit",
    async tab() {
      const capabilities = new Capabilities({ browserName: "MiniBrowser" });
      const session: WebDriver = await new Builder().usingServer(server).withCapabilities(capabilities).build();
      // Shorter than the timeout of `until`: a call the browser does not respond to is retried, and the failure names what was awaited.
      await session.manage().setTimeouts({ script: 5000, pageLoad: 20_000 });
      await session.manage().window().setRect({ width: 1000, height: 900, x: 0, y: 0 });
      let framed = false;
      // The frame may have been replaced, so it is entered anew each time.
      const enter = async () => {
        if (!framed) return;
        await session.switchTo().defaultContent();
        await session.switchTo().frame(await session.findElement(By.css("iframe")));
      };
      const seen = async (kind: Kind, name: string) => {
        await enter();
        return session.executeScript<WebElement | null>(find, kind, name);
      };
      /** Acts on an element; finds it again when it was rendered anew meanwhile. Scrolls to it first, because this driver does not. */
      const act = (kind: Kind, name: string, does: (element: WebElement) => Promise<void>) =>
        until(`${kind} ${name}`, async () => {
          const element = await seen(kind, name);
          if (element) {
            await session.executeScript(scrollThere, element);
            await does(element);
          }
          return element !== null;
        });
      const tab: Tab = {
        open: (url) => session.get(url),
        reload: () => session.navigate().refresh(),
        press: async (kind, name) => void (await act(kind, name, (element) => element.click())),
        write: async (name, text) => void (await act("field", name, (element) => element.sendKeys(text))),
        pick: async (name, option) =>
          void (await act("field", name, async (element) => {
            await element.findElement(By.xpath(`.//option[normalize-space()="${option}"]`)).click();
          })),
        attach: (name, path) =>
          until(`file ${name}`, async () => {
            const element = await seen("file", name);
            await element?.sendKeys(path);
            return element;
          }).then(() => {}),
        type: (text) => session.actions().sendKeys(text).perform(),
        key: (key) => session.actions().sendKeys(keys[key]).perform(),
        has: async (kind, name) => (await seen(kind, name)) !== null,
        read: (expression) => session.executeScript(`return (${expression})`),
        async within(frame) {
          framed = frame === "frame";
          await session.switchTo().defaultContent();
        },
      };
      return { tab, close: () => session.quit() };
    },
    async close() {
      const gone = new Promise((resolve) => service.once("exit", resolve));
      service.kill();
      await gone;
    },
  };
}

/** A virtual display. */
export async function openDisplay(xvfb: string): Promise<{ name: string; close: () => void }> {
  const child = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const written = child.stdio[3] as NodeJS.ReadableStream;
  const number = await new Promise<string>((resolve, reject) => {
    written.once("data", (data: Buffer) => resolve(data.toString().trim()));
    child.once("exit", () => reject(new Error("Xvfb did not start")));
  });
  return { name: `:${number}`, close: () => void child.kill() };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
