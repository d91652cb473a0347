import type { Page } from "@playwright/test";

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** Her mails in `/dev/mailbox`, read from a tab of its own; each is opened once. */
export class Mails {
  readonly #tab: Page;
  readonly #to: string;
  readonly #read = new Map<string, Mail>();
  constructor(tab: Page, to: string) {
    this.#tab = tab;
    this.#to = to;
  }

  /** All of them, newest first. */
  async all(): Promise<readonly Mail[]> {
    if (this.#tab.url() === "about:blank") await this.#tab.goto("/dev/mailbox");
    const { paths, opened } = await this.#tab.evaluate(readNewMails, { to: this.#to, known: [...this.#read.keys()] });
    for (const [path, mail] of opened) this.#read.set(path, mail);
    return paths.flatMap((path) => this.#read.get(path) ?? []);
  }
}

/** In the browser: the paths of the mails to somebody, and what those say that are not known. Nothing is drawn. */
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
