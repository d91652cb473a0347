import { limits } from "#contract/constants.ts";
import { uploadsBy } from "./upload.ts";

type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** Gives the document what it lacks, and `send` in place of the network. A press leads nowhere else, and nobody waits for a retry. */
export function prepareDocument(send: Send): void {
  globalThis.fetch = send as unknown as typeof fetch;
  globalThis.XMLHttpRequest = uploadsBy(send);
  stayHere();
  completeSelects();
  haveLocks();
  retryAtOnce();
}

/** A link that is pressed, also one of a file to save, leads nowhere: the page and its address stay. */
function stayHere(): void {
  const { happyDOM } = globalThis as unknown as { happyDOM?: { settings: { navigation: object } } };
  if (happyDOM)
    Object.assign(happyDOM.settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true });
}

/** Without these, a form takes each list to choose from for edited, and drops what it begins with. */
function completeSelects(): void {
  Object.defineProperty(HTMLSelectElement.prototype, "size", { configurable: true, value: 0 });
  Object.defineProperty(HTMLOptionElement.prototype, "defaultSelected", {
    configurable: true,
    get(this: HTMLOptionElement) {
      return this.hasAttribute("selected");
    },
  });
}

/** The document has the name of the browser's locks, but not the locks. */
function haveLocks(): void {
  const locks = { request: async (_name: string, run: () => unknown) => run() };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
}

const { setTimeout: waits } = globalThis;

/** The clients repeat a request some seconds after it was lost. */
function retryAtOnce(): void {
  const hasty = (run: () => void, ms = 0, ...rest: []) => waits(run, ms === limits.apiRetryDelayMs ? 0 : ms, ...rest);
  globalThis.setTimeout = hasty as typeof setTimeout;
}
