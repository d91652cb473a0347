import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act, cleanup, configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { type ReactNode, Suspense } from "react";
import { prepareDocument } from "./document.ts";
import { createScreenServer, type SentRequest } from "./server.ts";

// Of a busy machine: what comes is waited for as long as it takes. Less where faults are tried, which keep much from coming.
configure({ asyncUtilTimeout: Number(process.env["SCREEN_WAIT_MS"] ?? 20_000) });

type Server = ReturnType<typeof createScreenServer>;

export interface Screen {
  readonly server: Server;
  readonly user: UserEvent;
  /** Types into a field, or picks an option of it, by its label; `at`: its place among those with the same one. */
  readonly fill: (label: string | RegExp, value: string, at?: number) => Promise<void>;
  /** Empties a field. */
  readonly clear: (label: string | RegExp) => Promise<void>;
  /** Hands a file to the first place that takes one, or to the first in the group that is called so. */
  readonly attach: (file: File, group?: string | RegExp) => Promise<void>;
  /** Presses what can be pressed, by its name; `place`: which of several, or the group it is in. */
  readonly press: (name: string | RegExp, place?: Place) => Promise<void>;
  /** Presses what was pressed last once more, however it's called by now, or what has taken its place; false where neither can be pressed. */
  readonly pressAgain: () => Promise<boolean>;
  /** Whether what was pressed last can be pressed now, as it's called now. */
  readonly canPressAgain: () => boolean;
  /** Whether it was a choice, which a second press takes back. */
  readonly pressedChoice: () => boolean;
  /** Closes what is in front, as by Escape. */
  readonly closeDialog: () => Promise<void>;
  /** Writes more into the first text in front that can be changed; false where there is none. */
  readonly writeMore: () => Promise<boolean>;
  /** Waits until this is to be read. */
  readonly findText: (text: string) => Promise<void>;
  /** What the dialog of the last press was called; null where that was on the page itself. */
  readonly pressedIn: () => string | null;
  /** What was to be read, in front, as the last press was made. */
  readonly pressedOn: () => string;
  /** The fields that were filled in, and with what. */
  readonly filled: () => readonly (readonly [HTMLElement, string])[];
  /** Waits until the page has made this call (`care.refundOrder`) so often; the last time it did. */
  readonly sentOf: (call: string, times?: number) => Promise<SentRequest>;
  readonly close: () => void;
}

/** Shows a part of one of the apps in a document, with a server of the contract's samples behind it, as `fetch`. */
export async function openScreen(
  shown: ReactNode,
  {
    server = createScreenServer(),
    cache,
    belowDialogs,
  }: {
    server?: Server;
    cache: QueryClient;
    /** Happens on the page below before each press in a dialog. */
    belowDialogs?: () => Promise<unknown>;
  },
): Promise<Screen> {
  cleanup();
  document.body.replaceChildren();
  cache.clear();
  prepareDocument(server.send);
  const user = userEvent.setup({ delay: null, skipHover: true, pointerEventsCheck: 0 });
  render(
    <QueryClientProvider client={cache}>
      <Suspense fallback={<p>Loading</p>}>{shown}</Suspense>
    </QueryClientProvider>,
  );
  await waitFor(() => {
    // Behind a dialog a page may wait for what the dialog asks.
    if (inFront() !== document.body) return;
    if (screen.queryByText("Loading")) throw new Error("still loading");
    if (cache.isFetching() > 0) throw new Error("still asking the server");
  });
  let last: LastPress | null = null;
  const filled = new Map<HTMLElement, string>();
  const press = async (name: string | RegExp, place?: Place) => {
    if (belowDialogs && inFront() !== document.body) await act(belowDialogs);
    const element = await waitFor(() => toPress(name, place));
    last = { name, place, element, dialog: titleOf(inFront()), text: plain(inFront().textContent) };
    await user.click(element);
  };
  return {
    server,
    user,
    clear: async (label) => user.clear(await fieldOf(label)),
    fill: async (label, value, at = 0) => {
      const field = await fieldOf(label, at);
      filled.set(field, value);
      if (field instanceof HTMLSelectElement) return user.selectOptions(field, value);
      await user.clear(field);
      await user.click(field);
      await user.paste(value);
    },
    attach: async (file, group) => {
      const input = await waitFor(() => {
        const found = (group === undefined ? inFront() : groupCalled(group)).querySelector<HTMLInputElement>(
          "input[type=file]",
        );
        if (!found) throw new Error(`Nothing takes a file:\n${document.body.textContent}`);
        return found;
      });
      await user.upload(input, file);
    },
    press,
    pressAgain: async () => {
      const again = last && toPressAgain(last);
      if (again) await user.click(again);
      return again !== undefined && again !== null;
    },
    writeMore: async () => {
      const field = [...inFront().querySelectorAll("textarea")].find(
        ({ readOnly, disabled, value }) => !readOnly && !disabled && value !== "",
      );
      if (!field) return false;
      await user.click(field);
      await user.paste(" and more");
      return true;
    },
    closeDialog: async () => {
      inFront().querySelector<HTMLElement>("button, input, textarea, select, [tabindex]")?.focus();
      await user.keyboard("{Escape}");
    },
    canPressAgain: () => last !== null && (isThere(last.element) || named(last.name, last.place) !== undefined),
    pressedChoice: () => last !== null && /^(checkbox|radio|switch|option|tab)$/.test(roleOf(last.element)),
    findText: (text) =>
      waitFor(() => {
        if (!plain(inFront().textContent).includes(text))
          throw new Error(`Nowhere is: ${text}\n${document.body.textContent}`);
      }),
    pressedIn: () => last?.dialog ?? null,
    pressedOn: () => last?.text ?? "",
    filled: () => [...filled],
    sentOf: (call, times = 1) =>
      waitFor(() => {
        const found = server.sent.filter((each) => each.call === call)[times - 1];
        if (!found) throw new Error(`${call} wasn't sent. On the screen: ${document.body.textContent}`);
        return found;
      }),
    close: cleanup,
  };
}

const pressable = /^(button|link|tab|checkbox|radio|switch|menuitem|option)$/;

type Place = number | string | RegExp | undefined;

interface LastPress {
  readonly name: string | RegExp;
  readonly place: Place;
  readonly element: HTMLElement;
  readonly dialog: string | null;
  readonly text: string;
}

/** The dialog that was opened last, below which nothing can be pressed; the page where none is open. */
function inFront(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>("dialog[open], [role$=dialog]")].at(-1) ?? document.body;
}

const fieldOf = (label: string | RegExp, at = 0): Promise<HTMLElement> =>
  waitFor(() => {
    const found = within(inFront()).getAllByLabelText(label, { selector: "input, textarea, select" })[at];
    if (!found) throw new Error(`There are no ${at + 1} fields called ${String(label)}`);
    return found;
  });

function titleOf(dialog: HTMLElement): string | null {
  const title = document.getElementById(dialog.getAttribute("aria-labelledby") ?? "");
  return title === null ? null : plain(title.textContent);
}

function groupCalled(name: string | RegExp): HTMLElement {
  const found = [...inFront().querySelectorAll<HTMLElement>("fieldset")].find((each) =>
    isCalled(each.querySelector("legend")?.textContent ?? "", name),
  );
  if (!found) throw new Error(`No group is called ${String(name)}:\n${document.body.textContent}`);
  return found;
}

/** What is called so and can be pressed now. */
function toPress(name: string | RegExp, place: Place = 0): HTMLElement {
  const around = typeof place === "number" ? inFront() : groupCalled(place);
  const found = [...around.querySelectorAll<HTMLElement>("button, a[href], [role], input, summary")].filter(
    (each) => pressable.test(roleOf(each)) && isNamed(each, name),
  );
  const enabled = found.filter(isEnabled)[typeof place === "number" ? place : 0];
  if (!enabled) throw new Error(`Nothing to press is called ${String(name)}:\n${document.body.textContent}`);
  return enabled;
}

/** What was pressed last, if it's still there, or what asks for the same. */
function toPressAgain({ element, name, place }: LastPress): HTMLElement | undefined {
  if (element.isConnected && inFront().contains(element)) return element;
  const asksAgain = [...inFront().querySelectorAll<HTMLElement>("button")].find(
    (each) =>
      isEnabled(each) && (isNamed(each, name) || isNamed(each, /^(?:Ask again|Send again|Try again|Continue)$/)),
  );
  return asksAgain ?? named(name, place);
}

const isThere = (element: HTMLElement): boolean =>
  element.isConnected && inFront().contains(element) && isEnabled(element);
const isEnabled = (element: HTMLElement): boolean => !element.matches(":disabled, [aria-disabled]");

function named(name: string | RegExp, place: Place): HTMLElement | undefined {
  try {
    return toPress(name, place);
  } catch {
    return undefined;
  }
}

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const roleOf = (element: HTMLElement): string =>
  element.getAttribute("role") ??
  ({ BUTTON: "button", A: "link", SUMMARY: "button" } as Record<string, string>)[element.tagName] ??
  (element instanceof HTMLInputElement ? (element.type === "submit" ? "button" : element.type) : "");

function isNamed(element: HTMLElement, name: string | RegExp): boolean {
  const label =
    element.getAttribute("aria-label") ??
    (element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? "") : (element.textContent ?? ""));
  return isCalled(label, name);
}

function isCalled(label: string, name: string | RegExp): boolean {
  return typeof name === "string" ? plain(label) === name : name.test(plain(label));
}

export { screen, within };
