import type { Page } from "@playwright/test";

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** The mails to one address, read from `/dev/mailbox` in a tab of its own; each mail is fetched once. */
export class Mails {
  readonly #tab: Page;
  readonly #to: string;
  readonly #read = new Map<string, Mail>();
  constructor(tab: Page, to: string) {
    this.#tab = tab;
    this.#to = to;
  }

  /** All mails, newest first. */
  async all(): Promise<readonly Mail[]> {
    if (this.#tab.url() === "about:blank") await this.#tab.goto("/dev/mailbox");
    const { paths, opened } = await this.#tab.evaluate(readNewMails, { to: this.#to, known: [...this.#read.keys()] });
    for (const [path, mail] of opened) this.#read.set(path, mail);
    return paths.flatMap((path) => this.#read.get(path) ?? []);
  }
}

/** Runs in the browser: the paths of all mails to an address, and the content of those not known yet. Fetches them without navigating. */
async function readNewMails({ to, known }: { to: string; known: readonly string[] }) {
  const pageAt = async (path: string) => {
    const html = await (await fetch(path)).text();
    return new DOMParser().parseFromString(html, "text/html");
  };
  const links = [...(await pageAt("/dev/mailbox")).querySelectorAll("a")];
  const paths = links.filter((link) => link.textContent.includes(to)).map((link) => link.getAttribute("href") ?? "");
  const opened: [string, { subject: string; text: string }][] = [];
  for (const path of paths.filter((each) => !known.includes(each))) {
    const mail = await pageAt(path);
    const textOf = (selector: string) => mail.querySelector(selector)?.textContent ?? "";
    opened.push([path, { subject: textOf("h1").trim(), text: textOf(".text") }]);
  }
  return { paths, opened };
}
