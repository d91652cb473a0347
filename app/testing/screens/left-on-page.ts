import type { Screen } from "./screen.tsx";
import type { createScreenServer } from "./server.ts";

type Server = ReturnType<typeof createScreenServer>;

/** What leaving the page sends is sent, and what follows from that as well. */
export async function afterwards(server: Server): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await server.settled();
}

/** What was written: a choice from a list is none. */
export const typedIn = (screen: Screen): readonly string[] => [
  ...new Set(
    screen
      .filled()
      .filter(([field, value]) => !(field instanceof HTMLSelectElement) && value.trim().length > 2)
      .map(([, value]) => value),
  ),
];

export const isInField = (value: string): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some((field) => field.value === value);

/** Boxes that are ticked and rows that are selected, by their names. */
export const chosen = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>("input[type=checkbox], [role=checkbox], [aria-selected=true]")].flatMap(
    (each) => {
      const isChosen = each instanceof HTMLInputElement ? each.checked : each.getAttribute("aria-checked") !== "false";
      const name = each.getAttribute("aria-label") ?? (each as HTMLInputElement).labels?.[0]?.textContent;
      return isChosen ? [name ?? each.textContent] : [];
    },
  );

export const dialogNames = (): readonly string[] =>
  [...document.querySelectorAll("dialog[open], [role$=dialog]")].map((dialog) =>
    (document.getElementById(dialog.getAttribute("aria-labelledby") ?? "")?.textContent ?? "").replaceAll(/\s+/g, " "),
  );

/** Where what was typed is kept: the last draft the server was sent of something, and the browser's own storage. */
export function draftsWith(server: Server, typed: readonly string[]): readonly string[] {
  const drafts = server.sent.filter(({ call }) => call === "staff.saveDraft");
  const last = [...Map.groupBy(drafts, ({ params }) => JSON.stringify(params))].map(
    ([of, saves]): readonly [string, string] => [of, JSON.stringify(saves.at(-1)?.body)],
  );
  const stored = [localStorage, sessionStorage].flatMap((storage) =>
    Object.keys(storage).map((name) => [name, storage.getItem(name) ?? ""] as const),
  );
  return [...last, ...stored].flatMap(([of, text]) =>
    typed.some((value) => text.includes(JSON.stringify(value).slice(1, -1))) ? [`${of}: ${text}`] : [],
  );
}

/** What was claimed and isn't released by a request that came after the claim was made. */
export function stillClaimed({ log }: Server): readonly string[] {
  const claimed = new Map<string, boolean>();
  for (const { request, isDone } of log) {
    if (request.call === "staff.claim" && isDone) claimed.set(JSON.stringify(request.params), true);
    if (request.call === "staff.release" && !isDone) claimed.set(JSON.stringify(request.params), false);
  }
  return [...claimed].flatMap(([of, isClaimed]) => (isClaimed ? [of] : []));
}
