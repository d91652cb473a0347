import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { useKeys } from "#clinic/ui/use-keys.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { type Action, actionsFor, numberFrom } from "./find-order.ts";
import type { PackedAs } from "./pack-dialog.tsx";
import { linesToVerify } from "./pharmacy-file.ts";
import { playRefusal } from "./refusal-sound.ts";
import { nextAction, scannedOrder } from "./scanned-code.ts";
import { orderByNumber, ordersKey, useOrderByNumber, useOrders } from "./use-orders.ts";

export type List = "ready" | "asked" | "shipped";
/** The dialog that is open, and the orders it's about, as they were when it opened: what is packed anew meanwhile isn't verified unseen. */
export type OpenDialog =
  | { readonly kind: Action; readonly orders: readonly OrderItem[] }
  | { readonly kind: "ask"; readonly order: OrderItem }
  | { readonly kind: "file" }
  | { readonly kind: "lot" };

const actionsOf: Readonly<Record<List, readonly Action[]>> = {
  ready: ["pack", "verify", "ship"],
  asked: [],
  shipped: ["deliver", "return", "void"],
};

const packedTexts: Readonly<Record<PackedAs, string>> = {
  verified: "packed and verified",
  to_verify: "packed, and is to be verified",
};

/** The list and the order that the address names. */
function useListInAddress() {
  const search = new URLSearchParams(useSearch());
  const status = search.get("status");
  const list: List = status === "shipped" || status === "asked" ? status : "ready";
  return {
    list,
    openOrderId: search.get("order"),
    open: (id: string | null) => {
      const query = new URLSearchParams({
        ...(list !== "ready" && { status: list }),
        ...(id !== null && { order: id }),
      });
      navigate(`/clinic/dispensing${query.size > 0 ? `?${query.toString()}` : ""}`, { replace: true });
    },
  };
}

/** The orders that are chosen, and the one whose row has the focus; what has left the list is chosen no longer. */
function useSelection(shown: readonly OrderItem[], isFinding: boolean) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = isFinding ? [] : shown.filter(({ id }) => chosen.has(id));
  const focused = () => {
    const row = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["row"] : undefined;
    return shown.filter(({ id }) => id === row);
  };
  return {
    ...{ chosen, selected, focused },
    /** What a key is about. */
    current: () => (selected.length > 0 ? selected : focused()),
    choose: (ids: readonly string[]) => setChosen(new Set(ids)),
    toggle: (id: string) => {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
  };
}

/** The two lists, the order that is looked for by its number, what is chosen of them, the dialog that is open, and what just happened. */
export function useDispensing() {
  const cache = useQueryClient();
  const address = useListInAddress();
  const lists = { ready: useOrders("ready"), asked: useOrders("asked"), shipped: useOrders("shipped") };
  const [typed, setTyped] = useState("");
  const number = numberFrom(typed);
  const numbered = useOrderByNumber(number);
  const found = (number !== null && numbered.data) || [];
  const isFinding = typed.trim() !== "";
  const selection = useSelection(isFinding ? found : (lists[address.list].data ?? []), isFinding);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [notice, setNotice] = useState("");

  const may = (kind: Action) =>
    isFinding ? found.some((item) => actionsFor(item).includes(kind)) : actionsOf[address.list].includes(kind);
  const begin = (kind: Action, orders: readonly OrderItem[] = selection.current()) => {
    // Each that came back has a reason of its own.
    const about =
      kind === "return" || kind === "void"
        ? orders.slice(0, 1)
        : kind === "verify"
          ? orders.filter((item) => linesToVerify(item).length > 0)
          : orders;
    if (about.length === 0 || !may(kind)) return;
    setNotice("");
    setDialog({ kind, orders: about });
  };
  /** The order whose code was scanned last. */
  const scannedNumber = useRef("");
  /** Opens what comes next with it; where that's nothing, the order is shown. */
  const openScanned = async (scanned: string) => {
    scannedNumber.current = scanned;
    try {
      const [item] = await cache.fetchQuery({ ...orderByNumber(scanned), staleTime: 0 });
      // Another one was scanned meanwhile.
      if (scannedNumber.current !== scanned) return;
      const kind = item ? nextAction(item, address.list) : null;
      if (item && kind !== null) return setDialog({ kind, orders: [item] });
      setTyped(scanned);
    } catch {
      setNotice(`We couldn’t look up order ${scanned}. Please scan it again.`);
    }
    playRefusal();
  };
  /** A code that was scanned on the page, with what the field had before the scanner typed into it. */
  const scan = (code: string, before: string) => {
    setTyped(before);
    const of = scannedOrder(code, lists.shipped.data ?? []);
    if ("number" in of) {
      setNotice("");
      setTyped("");
      return void openScanned(of.number);
    }
    playRefusal();
    setNotice(of.problem);
  };
  /** Asks about one order: the one that is chosen or focused. */
  const ask = ([order] = selection.current()) => {
    if (!order?.order) return;
    setNotice("");
    setDialog({ kind: "ask", order });
  };
  return {
    ...{ address, lists, typed, setTyped, number, numbered, found, isFinding, selection, dialog, notice, begin, ask },
    openDialog: setDialog,
    close: () => setDialog(null),
    /** The notice is empty where nothing was done. */
    done: (text: string) => {
      void cache.invalidateQueries({ queryKey: ordersKey });
      void cache.invalidateQueries({ queryKey: ["inbox"] });
      selection.choose([]);
      if (text) setNotice(text);
    },
    scan,
    /** The next of several opens; what was scanned goes on to be sent, once it's verified. */
    next: (kind: "pack" | "verify", [order, ...rest]: readonly OrderItem[], as: PackedAs) => {
      void cache.invalidateQueries({ queryKey: ordersKey });
      setNotice(`Order ${order?.order?.number ?? ""} is ${kind === "verify" ? "verified" : packedTexts[as]}.`);
      setDialog(rest.length > 0 ? { kind, orders: rest } : null);
      if (rest.length === 0 && as === "verified" && order?.order?.number === scannedNumber.current)
        void openScanned(scannedNumber.current);
    },
  };
}
export type Dispensing = ReturnType<typeof useDispensing>;

export function useDispensingKeys({ isFinding, selection: { focused, toggle }, begin, ask }: Dispensing): void {
  useKeys({
    x: () => !isFinding && focused().forEach(({ id }) => toggle(id)),
    p: () => begin("pack"),
    v: () => begin("verify"),
    s: () => begin("ship"),
    d: () => begin("deliver"),
    b: () => begin("return"),
    q: () => ask(),
  });
}
