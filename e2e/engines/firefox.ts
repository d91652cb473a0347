import puppeteer, { type ElementHandle, type Frame, type KeyInput } from "puppeteer-core";
import { type Engine, type Tab, until } from "./browser.ts";
import { findInPage, type Kind } from "./find.ts";

/** After that the element is looked for again: it may have been rendered anew. */
const pressTimeoutMs = 5000;

/** The system's Firefox, over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  return {
    name: "Firefox",
    async tab() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1000, height: 900 });
      let at: Frame = page.mainFrame();
      const seen = async (kind: Kind, name: string) =>
        (await at.evaluateHandle(findInPage, kind, name)).asElement() as ElementHandle<Element> | null;
      const act = (kind: Kind, name: string, does: (element: ElementHandle<Element>) => Promise<unknown>) =>
        until(`${kind} ${name}`, async () => {
          const element = await seen(kind, name);
          if (element) await does(element);
          return element !== null;
        });
      const tab: Tab = {
        open: async (url) => void (await page.goto(url, { waitUntil: "load" })),
        reload: async () => void (await page.reload({ waitUntil: "load" })),
        // The locator clicks once the element has stopped moving: one that moves between being measured and being clicked is missed without a word.
        press: async (kind, name) =>
          void (await act(kind, name, (element) => element.asLocator().setTimeout(pressTimeoutMs).click())),
        write: async (name, text) => void (await act("field", name, (element) => element.type(text))),
        pick: async (name, option) =>
          void (await until(`${option} in ${name}`, async () => {
            const list = (await seen("field", name)) as ElementHandle<HTMLSelectElement> | null;
            const value = await list?.evaluate(
              ({ options }, label) => [...options].find((each) => each.label === label)?.value,
              option,
            );
            if (value !== undefined) await list?.select(value);
            return value;
          })),
        attach: async (name, path) =>
          void (await act("file", name, (element) => (element as ElementHandle<HTMLInputElement>).uploadFile(path))),
        type: (text) => page.keyboard.type(text),
        key: (key) => page.keyboard.press(key satisfies KeyInput),
        has: (kind, name) => seen(kind, name).then((element) => element !== null),
        read: (expression) => at.evaluate(expression) as Promise<never>,
        async within(frame) {
          at =
            frame === "page"
              ? page.mainFrame()
              : await until("the frame", async () => page.frames().find((each) => each.parentFrame() !== null));
        },
      };
      return { tab, close: () => context.close() };
    },
    close: () => browser.close(),
  };
}
