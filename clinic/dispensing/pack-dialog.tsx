import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { joinFields } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/use-draft.ts";
import { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import css from "./dispensing-page.module.css";
import { itemsToSend, packedLot } from "./pharmacy-file.ts";
import { lotProblem, readDay } from "./shipping-rows.ts";

/** What is typed of an item. */
interface TypedLot {
  readonly lot: string;
  readonly end: string;
}
type Typed = Readonly<Record<string, TypedLot>>;

function readTyped(text: string): Typed {
  try {
    return text === "" ? {} : (JSON.parse(text) as Typed);
  } catch {
    return {};
  }
}

/** The lot and its end of each item of an order, as it is packed. What is typed is kept as a draft; only the server says whether a lot lasts. */
export function PackDialog({
  item,
  more,
  onPacked,
  onClose,
}: {
  item: OrderItem;
  /** How many orders come after it. */
  more: number;
  onPacked: () => void;
  onClose: () => void;
}) {
  const { draft, state } = useDraft({ kind: "order", id: item.id }, joinFields);
  const [checked, setChecked] = useState(false);
  const { send, sending, problem } = useSend();
  const form = useRef<HTMLFormElement>(null);
  const items = itemsToSend(item);
  const typed = readTyped(state.text);
  const valueOf = (pricingid: string): TypedLot => {
    const packed = packedLot(item, pricingid);
    return typed[pricingid] ?? { lot: packed?.lotnumber ?? "", end: packed?.expireson ?? "" };
  };
  const write = (pricingid: string, change: Partial<TypedLot>) =>
    draft.write(JSON.stringify({ ...typed, [pricingid]: { ...valueOf(pricingid), ...change } }));
  /** An item without a prescription may have no lot. */
  const isLeftOut = ({ pricingid, prescription }: (typeof items)[number]) =>
    !prescription && valueOf(pricingid).lot.trim() === "" && valueOf(pricingid).end.trim() === "";
  const lotError = (each: (typeof items)[number]) =>
    isLeftOut(each)
      ? null
      : valueOf(each.pricingid).lot.trim() === ""
        ? "The lot number is missing."
        : lotProblem(valueOf(each.pricingid).lot.trim());
  const endError = (each: (typeof items)[number]) =>
    isLeftOut(each) || readDay(valueOf(each.pricingid).end.trim()) !== null
      ? null
      : "Please write it like 5/31/2027, or 5/2027 for the end of May.";

  async function submit() {
    flushSync(() => setChecked(true));
    if (items.some((each) => lotError(each) !== null || endError(each) !== null))
      return form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    const lines = items.map((each) => {
      const { lot, end } = valueOf(each.pricingid);
      const { pricingid } = each;
      return isLeftOut(each)
        ? { pricingid }
        : { pricingid, lotnumber: lot.trim(), expireson: readDay(end.trim()) ?? "" };
    });
    await send(lines, async () => {
      await call(care.packOrder, { params: { id: item.id }, body: { lines } });
      void draft.drop();
      onPacked();
    });
  }
  return (
    <Modal
      title={`Pack order ${item.order?.number ?? ""}`}
      description={`For ${patientName(item.patient)}. A lot must last until the last day of the supply.`}
      wide
      onClose={onClose}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={4}>
          {problem && (
            <Alert tone="warning" title="Not packed">
              {problem}
            </Alert>
          )}
          {items.map((each, index) => (
            <fieldset key={each.pricingid} className={css["lot"]}>
              <legend>
                {each.quantity} × {each.name} {each.dosage}, {each.dayssupply} days
              </legend>
              <TextField
                label="Lot number"
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                value={valueOf(each.pricingid).lot}
                error={(checked && lotError(each)) || undefined}
                onChange={(event) => write(each.pricingid, { lot: event.target.value })}
                {...(index === 0 && { "data-first": true })}
              />
              <TextField
                label="Expires"
                autoComplete="off"
                placeholder="5/31/2027"
                maxLength={10}
                value={valueOf(each.pricingid).end}
                error={(checked && endError(each)) || undefined}
                onChange={(event) => write(each.pricingid, { end: event.target.value })}
              />
            </fieldset>
          ))}
          <div>
            <Button type="submit" busy={sending} busyLabel="Please wait">
              {more > 0 ? `Packed, next (${more} more)` : "Packed"}
            </Button>{" "}
            <output className={css["quiet"]}>
              {state.kept === "waiting" ? "Not saved yet" : state.kept === "saved" ? "Draft saved" : ""}
            </output>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
