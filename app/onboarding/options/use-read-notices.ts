import { useRef, useState } from "react";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { type Choices, productsInPlan } from "./product-choices.ts";
import { noticesOf, type ProductNotices, unreadNotices } from "../plan/before-you-start.tsx";

export interface ReadNotices {
  readonly open: boolean;
  readonly wasOpened: boolean;
  /** Continue opened it. */
  readonly goesOn: boolean;
  readonly closedUnread: boolean;
  readonly groupsOf: (choices: Choices) => ProductNotices[];
  readonly unreadOf: (choices: Choices) => number;
  /** Whether all notices of the plan were read; opens them otherwise. */
  readonly mayContinue: (choices: Choices) => boolean;
  readonly openSheet: () => void;
  /** Closes the sheet; what was on screen to its end counts as read. */
  readonly close: (choices: Choices, seen: boolean) => void;
  /** The patient saw the full card of a product, with its notices. */
  readonly readCard: (product: CatalogueProduct) => void;
}

/**
 * Which notices the patient has read. Those of products gone on with before count as read, so that nothing is asked twice and nothing about the
 * patient's health is kept in the browser.
 */
export function useReadNotices(products: readonly CatalogueProduct[], chosenBefore: Choices): ReadNotices {
  const groupsOf = (choices: Choices) => noticesOf(productsInPlan(choices, products));
  const textsOf = (choices: Choices) => groupsOf(choices).flatMap(({ notices }) => notices);
  const [read, setRead] = useState<ReadonlySet<string>>(() => new Set(textsOf(chosenBefore)));
  /** Read by the press that also submits, before React renders again. */
  const readNow = useRef(read);
  const [sheet, setSheet] = useState<"untouched" | "closed" | "opened" | "before going on">("untouched");
  const [closedUnread, setClosedUnread] = useState(false);

  function markRead(texts: readonly string[]) {
    readNow.current = new Set([...readNow.current, ...texts]);
    setRead(readNow.current);
  }
  return {
    open: sheet === "opened" || sheet === "before going on",
    wasOpened: sheet !== "untouched",
    goesOn: sheet === "before going on",
    closedUnread,
    groupsOf,
    unreadOf: (choices) => unreadNotices(groupsOf(choices), read).length,
    mayContinue: (choices) => {
      const isRead = unreadNotices(groupsOf(choices), readNow.current).length === 0;
      if (!isRead) setSheet("before going on");
      return isRead;
    },
    openSheet: () => setSheet("opened"),
    close: (choices, seen) => {
      setSheet("closed");
      setClosedUnread(!seen);
      if (seen) markRead(textsOf(choices));
    },
    readCard: ({ notices }) => markRead(notices),
  };
}
