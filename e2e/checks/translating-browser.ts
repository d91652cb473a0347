import type { BrowserContext, Page } from "@playwright/test";

/**
 * How a browser that translates changes a page: Chrome puts each text into two `font` elements of its own and removes the text, Safari puts other text
 * nodes in its place.
 */
export type Translation = "elements" | "texts";

/**
 * Has every page and frame of a context translated at once and for as long as it shows, as a person's browser would. The words stay what they are, or
 * stand between `¿` and `?`: then a test sees which were translated. What says `translate="no"` is left alone.
 */
export async function translatePages(context: BrowserContext, how: Translation, marked = false): Promise<void> {
  await context.addInitScript(translate, { how, marked });
}

/** Runs in the page, so it may not use anything from outside. */
function translate({ how, marked }: { how: Translation; marked: boolean }): void {
  const untouched = "script, style, textarea, title, noscript, font, [translate=no], .notranslate";
  const own = new WeakSet<Node>();
  const replace = (text: Text) => {
    const words = text.data;
    if (own.has(text) || !words.trim() || !text.parentElement || text.parentElement.closest(untouched)) return;
    const translated = document.createTextNode(marked ? `¿${words}?` : words);
    own.add(translated);
    if (how === "texts") return text.replaceWith(translated);
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.append(translated);
    outer.append(inner);
    text.before(outer);
    text.remove();
  };
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    for (const text of found) replace(text);
  };
  const observe = () => {
    replaceAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        // Words that a page writes into a translator's own text are new ones, too.
        if (type === "characterData" && own.delete(target)) replace(target as Text);
        for (const node of addedNodes)
          if (node instanceof Text) replace(node);
          else replaceAll(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", observe);
  else observe();
}

/**
 * What a translation would take from the app, or has: words that React keeps as text nodes of their own, and elements that show other words than React
 * last gave them. Blanks between elements aren't translated. React marks what it made with properties whose names begin like these.
 */
export async function lostTexts(page: Page): Promise<readonly string[]> {
  // A frame may detach meanwhile.
  const frames = await Promise.allSettled(page.frames().map((frame) => frame.evaluate(findLostTexts)));
  return frames.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
}

/** Runs in the page, so it may not use anything from outside. */
function findLostTexts(): string[] {
  const found: string[] = [];
  const ofReact = (node: Node, what: string) =>
    Object.entries(node).find(([name]) => name.startsWith(`__react${what}$`))?.[1] as
      | { children?: unknown }
      | undefined;
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const shown = node.textContent ?? "";
    if (node instanceof Text) {
      if (shown.trim() && ofReact(node, "Fiber"))
        found.push(`“${shown}”, a text of its own in ${node.parentElement?.outerHTML}`);
      continue;
    }
    const given = ofReact(node, "Props")?.children;
    const isText = typeof given === "string" || typeof given === "number";
    if (isText && !(node instanceof HTMLTextAreaElement) && shown.replace(/^¿([^]*)\?$/, "$1") !== String(given))
      found.push(`“${shown}” instead of “${given}”`);
  }
  return found;
}
