import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { type DraftText, joinFields } from "#clinic/work/draft-text.ts";
import { draftStatusTexts, useDraft } from "#clinic/work/draft.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { countProblem } from "#contract/dispensing/match-boxes.ts";
import { formatShortDay } from "#contract/fields/formats.ts";
import { looksLikeOrderCode } from "#contract/dispensing/order-code.ts";
import { PackageAsked } from "./package-asked.tsx";
import { PharmacistReview } from "./pharmacist-review.tsx";
import css from "./dispensing-page.module.css";
import { itemsToSend, packedLot } from "./pharmacy-file.ts";
import { boxesOf, lineToPack, takeScan } from "./scan-boxes.ts";
import { playRefusal } from "./refusal-sound.ts";
import { otherOrderProblem } from "./scanned-code.ts";
import { lotProblem, readDay, reasonProblem } from "./shipping-rows.ts";
import { useScanner } from "./use-scanner.ts";

/** What is typed and scanned of an item. */
interface TypedLot {
  readonly lot: string;
  readonly end: string;
  /** The codes of its boxes, as the scanner typed them. */
  readonly codes?: readonly string[];
  /** Boxes that read the same are separate ones: somebody looked. */
  readonly separate?: boolean;
  /** Why a lot has no code. */
  readonly uncoded?: string;
}
type Typed = Readonly<Record<string, TypedLot>>;

/** A lot that was deleted again is typed: it isn't the one that was packed before. */
const typedLots: DraftText<Typed> = {
  toText: (typed) => JSON.stringify(typed),
  fromText: (text) => {
    try {
      return text === "" ? {} : (JSON.parse(text) as Typed);
    } catch {
      return {};
    }
  },
  join: joinFields,
};

type Item = ReturnType<typeof itemsToSend>[number];

/** What is typed or scanned of an item: the line that is sent, and what is missing of it. */
function packedLine(order: OrderItem, item: Item, value: TypedLot) {
  const { pricingid, prescription } = item;
  const [lot, end, uncoded] = [value.lot.trim(), value.end.trim(), (value.uncoded ?? "").trim()];
  const codes = value.codes ?? [];
  const boxes = boxesOf(codes);
  const line = lineToPack(order, item);
  const isScanned = codes.length > 0;
  /** A UPC says only what it is. */
  const needsLot = !isScanned || boxes.some((box) => box.lot === null || box.endson === null);
  const isLeftOut = !isScanned && !prescription && lot === "" && end === "";
  const expireson = readDay(end);
  const typed = { lotnumber: lot, expireson: expireson ?? "" };
  const isAsked = needsLot && !isLeftOut;
  return {
    ...{
      item,
      value,
      boxes,
      isScanned,
      needsLot,
      scanned: { pricingid, line, codes, separate: value.separate === true },
    },
    /** An item without a prescription may have no lot. */
    line: {
      pricingid,
      ...(isAsked && typed),
      ...(isScanned && { codes: [...codes], ...(value.separate === true && { separate: true }) }),
      ...(isAsked && !isScanned && uncoded !== "" && { uncoded }),
    },
    countError: isScanned ? countProblem(line, boxes) : null,
    lotError: !isAsked ? null : lot === "" ? "The lot number is missing." : lotProblem(lot),
    endError: !isAsked || expireson !== null ? null : "Please write it like 5/31/2027, or 5/2027 for the end of May.",
    reasonError:
      prescription && !isScanned
        ? reasonProblem(uncoded, "Please scan the boxes, or say why they have no code.")
        : null,
  };
}

/** Whoever packs verifies it along, or leaves that to somebody else. */
export type PackedAs = "verified" | "to_verify";

/** What is typed and scanned of the items of an order, and what of it can't be; what is missing is shown once it was pressed. */
function usePackedLots(
  order: OrderItem,
  {
    onPacked,
    onMatched,
    onOwnCode,
  }: { readonly onPacked: (as: PackedAs) => void; readonly onMatched: () => void; readonly onOwnCode: () => void },
) {
  const draft = useDraft({ kind: "order", id: order.id }, typedLots);
  const act = useAct({ draft });
  const [checkedFor, setCheckedFor] = useState<PackedAs | null>(null);
  const [wrong, setWrong] = useState<{ readonly title: string; readonly problem: string } | null>(null);
  /** A scan that may be a box that was scanned before. */
  const [asked, setAsked] = useState<{ readonly pricingid: string; readonly scanned: string } | null>(null);
  const refuse = (title: string, problem: string) => {
    playRefusal();
    setWrong({ title, problem });
  };
  const valueOf = (typed: Typed, pricingid: string): TypedLot => {
    const packed = packedLot(order, pricingid);
    return typed[pricingid] ?? { lot: packed?.lotnumber ?? "", end: packed?.expireson ?? "" };
  };
  const linesOf = (typed: Typed) =>
    itemsToSend(order).map((item) => packedLine(order, item, valueOf(typed, item.pricingid)));
  useScanner(
    () => draft.value,
    (scanned, before) => {
      if (looksLikeOrderCode(scanned)) {
        draft.write(before);
        const problem = otherOrderProblem(scanned, order.order?.number ?? "");
        return problem === null ? onOwnCode() : refuse("This order isn’t the one", problem);
      }
      const { pricingid, problem, ...taken } = takeScan(
        linesOf(before).map((each) => each.scanned),
        scanned,
        practiceToday(),
      );
      if (pricingid === undefined) {
        draft.write(before);
        return refuse("This box isn’t taken", problem);
      }
      setWrong(null);
      if ("mayBeAgain" in taken) {
        draft.write(before);
        playRefusal();
        return setAsked({ pricingid, scanned });
      }
      const value = valueOf(before, pricingid);
      draft.write({ ...before, [pricingid]: { ...value, codes: [...(value.codes ?? []), scanned] } });
      onMatched();
    },
  );
  const lots = linesOf(draft.value).map((each) => ({
    ...each,
    errors:
      checkedFor === null
        ? { lot: null, end: null, reason: null }
        : {
            ...{ lot: each.lotError, end: each.endError },
            // Who types a lot for somebody else to verify owes no reason.
            reason: checkedFor === "verified" ? each.reasonError : null,
          },
    write: (change: Partial<TypedLot>) =>
      draft.write({ ...draft.value, [each.item.pricingid]: { ...each.value, ...change } }),
  }));
  /** Whether nothing is missing. */
  async function pack(as: PackedAs): Promise<boolean> {
    flushSync(() => setCheckedFor(as));
    const isMissing = lots.some(
      ({ lotError, endError, reasonError, countError }) =>
        lotError ?? endError ?? (as === "verified" ? reasonError : null) ?? countError,
    );
    if (wrong !== null || asked !== null || isMissing) return false;
    const body = { lines: lots.map(({ line }) => line), ...(as === "verified" && { verified: true }) };
    await act.send(
      body,
      () => call(care.packOrder, { params: { id: order.id }, body }),
      () => onPacked(as),
    );
    return true;
  }
  /** Says whether the box that was asked about is another one; then the ones that read the same after it aren't asked about. */
  function answerAgain(isAnother: boolean) {
    setAsked(null);
    if (!isAnother || asked === null) return;
    const value = valueOf(draft.value, asked.pricingid);
    const codes = [...(value.codes ?? []), asked.scanned];
    draft.write({ ...draft.value, [asked.pricingid]: { ...value, codes, separate: true } });
    onMatched();
  }
  const askedName = lots.find(({ item }) => item.pricingid === asked?.pricingid)?.scanned.line.name ?? null;
  return { draft, act, lots, pack, wrong, putBack: () => setWrong(null), askedName, answerAgain };
}
type PackedLot = ReturnType<typeof usePackedLots>["lots"][number];

/** The boxes of each item of an order, scanned, or its lot and end with a reason. What is typed and scanned is a draft; the server matches it again. */
export function PackDialog({
  item: order,
  more,
  onPacked,
  onClose,
}: {
  item: OrderItem;
  /** How many orders come after it. */
  more: number;
  /** With what became of it: packed alone, or verified as well. */
  onPacked: (as: PackedAs) => void;
  onClose: () => void;
}) {
  const verifies = order.dispensing?.packerverifies ?? false;
  const form = useRef<HTMLFormElement>(null);
  const { draft, act, lots, pack, wrong, putBack, askedName, answerAgain } = usePackedLots(order, {
    onPacked,
    // The field that had the focus may be gone.
    onMatched: () => form.current?.querySelector<HTMLElement>("[type=submit]")?.focus(),
    onOwnCode: () => form.current?.requestSubmit(),
  });
  async function submit(as: PackedAs) {
    if (!(await pack(as))) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }
  return (
    <Modal
      title={`Pack order ${order.order?.number ?? ""}`}
      description={`For ${patientName(order.patient)}, ${birthdayLabel(order.patient)}. Scan each box: it must be the one prescribed, and last until the last day of the supply. Once all are matched, the order’s code again means packed.`}
      wide
      onClose={onClose}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(verifies ? "verified" : "to_verify");
        }}
      >
        <Stack gap={4}>
          <SeenFirst patient={order.patient} />
          <PackageAsked order={order} />
          <PharmacistReview orderId={order.id} />
          <FailureNotice act={act} title="Not packed" fields={[]} />
          {wrong !== null && (
            <Alert
              tone="danger"
              title={wrong.title}
              actions={
                <Button variant="secondary" onClick={putBack}>
                  It’s put aside
                </Button>
              }
            >
              {wrong.problem}
            </Alert>
          )}
          {askedName !== null && (
            <Alert
              tone="warning"
              title="The same box again?"
              actions={
                <>
                  <Button onClick={() => answerAgain(true)}>Another box</Button>
                  <Button variant="secondary" onClick={() => answerAgain(false)}>
                    The same box
                  </Button>
                </>
              }
            >
              {`This code of ${askedName} has no serial number and reads like the one before. If it’s another box, the next ones are counted without asking.`}
            </Alert>
          )}
          {lots.map((lot, index) => (
            <Lot key={lot.item.pricingid} lot={lot} isFirst={index === 0} />
          ))}
          <div>
            <Button type="submit" busy={act.sending} busyLabel="Please wait">
              {`${verifies ? "Packed and verified" : "Packed"}${more > 0 ? `, next (${more} more)` : ""}`}
            </Button>{" "}
            {verifies && (
              <Button variant="secondary" disabled={act.sending} onClick={() => void submit("to_verify")}>
                Packed, somebody else verifies
              </Button>
            )}{" "}
            <output className={css["quiet"]}>{draftStatusTexts[draft.status]}</output>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}

/** An item with its boxes or its lot. */
function Lot({ lot, isFirst }: { lot: PackedLot; isFirst: boolean }) {
  const { item, value, boxes, isScanned, needsLot, write, errors, countError } = lot;
  return (
    <fieldset className={css["lot"]}>
      <legend>
        {item.quantity} × {item.name} {item.dosage}, {item.dayssupply} days
      </legend>
      {isScanned && (
        <div className={css["scanned"]}>
          <output>
            <StatusBadge tone={countError === null ? "success" : "warning"}>
              {countError === null ? "Matched" : `${boxes.length} scanned`}
            </StatusBadge>{" "}
            {countError}
          </output>
          <ul>
            {boxes.map((box, at) => (
              <li key={at}>
                {box.lot === null ? "No lot in this code" : `Lot ${box.lot}`}
                {box.endson !== null && `, expires ${formatShortDay(box.endson)}`}
                {box.serial !== null && `, serial ${box.serial}`}
              </li>
            ))}
          </ul>
          <Button variant="secondary" onClick={() => write({ codes: [], separate: false })}>
            Scan {item.name} again
          </Button>
        </div>
      )}
      {needsLot && (
        <>
          <TextField
            label="Lot number"
            autoComplete="off"
            spellCheck={false}
            value={value.lot}
            error={errors.lot ?? undefined}
            onChange={(event) => write({ lot: event.target.value })}
            {...(isFirst && { "data-first": true })}
          />
          <TextField
            label="Expires"
            autoComplete="off"
            placeholder="5/31/2027"
            value={value.end}
            error={errors.end ?? undefined}
            onChange={(event) => write({ end: event.target.value })}
          />
        </>
      )}
      {!isScanned && item.prescription && (
        <TextField
          className={css["reason"]}
          label="Why without a scan"
          hint="Or leave it to another person to verify."
          autoComplete="off"
          value={value.uncoded ?? ""}
          error={errors.reason ?? undefined}
          onChange={(event) => write({ uncoded: event.target.value })}
        />
      )}
    </fieldset>
  );
}
