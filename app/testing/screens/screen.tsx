import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act, cleanup, configure, render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { type ReactNode, Suspense } from "react";
import { prepareDocument } from "./document.ts";
import { fieldsCalled, isCalled, plain } from "./labels.ts";
import { createScreenServer, type SentRequest } from "./server.ts";
import { turns, until } from "./until.ts";

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
  // Behind a dialog a page may wait for what the dialog asks.
  const isOpen = () => (cache.isFetching() === 0 && !isLoading()) || inFront() !== document.body || server.isHolding();
  do {
    await until(isOpen, () => `Still loading, or asking the server:\n${document.body.textContent}`);
    // What was answered may lead to more.
    await turns();
  } while (!isOpen());
  let last: LastPress | null = null;
  const filled = new Map<HTMLElement, string>();
  const press = async (name: string | RegExp, place?: Place) => {
    if (belowDialogs && inFront() !== document.body) await act(belowDialogs);
    const element = await until(
      () => toPress(name, place),
      () => `Nothing to press is called ${String(name)}:\n${document.body.textContent}`,
    );
    last = { name, place, element, dialog: titleOf(inFront()), text: plain(inFront().textContent) };
    await user.click(element);
  };
  return {
    server,
    user,
    clear: async (label) => user.clear(await fieldOf(label)),
    fill: async (label, value, at = 0) => {
      const field = await fieldOf(label, at, value);
      filled.set(field, value);
      if (field instanceof HTMLSelectElement) return user.selectOptions(field, value);
      await user.clear(field);
      await user.click(field);
      await user.paste(value);
    },
    attach: async (file, group) => {
      const input = await until(
        () => areaOf(group)?.querySelector<HTMLInputElement>("input[type=file]"),
        () => `Nothing takes a file:\n${document.body.textContent}`,
      );
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
    canPressAgain: () => last !== null && (isThere(last.element) || toPress(last.name, last.place) !== undefined),
    pressedChoice: () => last !== null && /^(checkbox|radio|switch|option|tab)$/.test(roleOf(last.element)),
    findText: async (text) => {
      await until(
        () => plain(inFront().textContent).includes(text),
        () => `Nowhere is: ${text}\n${document.body.textContent}`,
      );
    },
    pressedIn: () => last?.dialog ?? null,
    pressedOn: () => last?.text ?? "",
    filled: () => [...filled],
    sentOf: (call, times = 1) =>
      until(
        () => server.sent.filter((each) => each.call === call)[times - 1],
        () => `${call} wasn't sent. On the screen: ${document.body.textContent}`,
      ),
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

/** A page that waits says so in a text of its own. */
function isLoading(): boolean {
  if (!document.body.textContent.includes("Loading")) return false;
  return [...document.body.querySelectorAll("*")].some((each) => {
    const own = [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return plain(own.map(({ textContent }) => textContent).join("")) === "Loading";
  });
}

/** The field that is called so; a list, once it has this to choose. */
const fieldOf = (label: string | RegExp, at = 0, value?: string): Promise<HTMLElement> =>
  until(
    () => {
      const field = fieldsCalled(label, inFront())[at];
      return value === undefined || !(field instanceof HTMLSelectElement) || hasOption(field, value) ? field : null;
    },
    () =>
      `There are no ${at + 1} fields called ${String(label)}${value === undefined ? "" : `, with ${value} in a list`}:\n${document.body.textContent}`,
  );

const hasOption = (list: HTMLSelectElement, value: string): boolean =>
  [...list.options].some((option) => option.value === value || option.textContent === value);

function titleOf(dialog: HTMLElement): string | null {
  const title = document.getElementById(dialog.getAttribute("aria-labelledby") ?? "");
  return title === null ? null : plain(title.textContent);
}

/** All that is in front, or the group that is called so. */
const areaOf = (group?: string | RegExp): HTMLElement | undefined =>
  group === undefined
    ? inFront()
    : [...inFront().querySelectorAll<HTMLElement>("fieldset")].find((each) =>
        isCalled(each.querySelector("legend")?.textContent ?? "", group),
      );

/** What is called so and can be pressed now. */
function toPress(name: string | RegExp, place: Place = 0): HTMLElement | undefined {
  const [group, at] = typeof place === "number" ? [undefined, place] : [place, 0];
  return [...(areaOf(group)?.querySelectorAll<HTMLElement>("button, a[href], [role], input, summary") ?? [])].filter(
    (each) => pressable.test(roleOf(each)) && isNamed(each, name) && isEnabled(each),
  )[at];
}

/** What was pressed last, if it's still there, or what asks for the same. */
function toPressAgain({ element, name, place }: LastPress): HTMLElement | undefined {
  if (element.isConnected && inFront().contains(element)) return element;
  const asksAgain = [...inFront().querySelectorAll<HTMLElement>("button")].find(
    (each) =>
      isEnabled(each) && (isNamed(each, name) || isNamed(each, /^(?:Ask again|Send again|Try again|Continue)$/)),
  );
  return asksAgain ?? toPress(name, place);
}

const isThere = (element: HTMLElement): boolean =>
  element.isConnected && inFront().contains(element) && isEnabled(element);
const isEnabled = (element: HTMLElement): boolean => !element.matches(":disabled, [aria-disabled]");

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
