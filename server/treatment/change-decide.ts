import { dollarsText, toCents } from "#contract/shapes.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { prescribeInstead, takes } from "#server/care/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { objectionsTo } from "#server/onboarding/public.ts";
import { shipStateOf } from "#server/store/public.ts";
import { type Book, scheduledSupply, subscriptionIn } from "./book.ts";
import { applyChange } from "./change-apply.ts";
import { changedCents, offered, withTax } from "./change-price.ts";
import { changeOf, type ChangeRow, decideChange } from "./change-queries.ts";
import { changeTexts } from "./change-texts.ts";
import { openChangeWords } from "./change-words.ts";
import { dayInWords } from "#server/platform/calendar-days.ts";
import { withBook } from "./her-book.ts";

interface Decision {
  readonly patientId: string;
  readonly changeId: string;
}

/**
 * She agrees to what her doctor prescribed instead, at the price she was shown, in dollars: she gets it from the next supply on. Returns a
 * sentence. Again it changes nothing. Refuses `not_found`, `wrong_state`, and `price_changed` for another price than today's.
 */
export const agree = (services: Services, { patientId, changeId, price }: Decision & { price: number }) =>
  decide(services, { patientId, changeId }, "agreed", async (parts, book, change) => {
    const { content, db, secrets } = parts;
    const subscription = subscriptionIn(book, change.subscription_id);
    const instead = offered(content, change.to_product_id, change.to_pricing_id);
    if (!instead) throw new Refusal("wrong_state", { message: changeTexts.askAgain });
    await refuseWhatSpeaksAgainst(parts, change);
    const cents = changedCents(content, change, subscription.quantity);
    const total = withTax(content, change.to_product_id, cents, await shipStateOf(db, patientId));
    if (toCents(price) !== total)
      throw new Refusal("price_changed", { message: changeTexts.otherPrice(dollarsText(total)) });
    await applyChange(parts, book, { ...change, ...openChangeWords(secrets, change) }, instead, {
      prescribe: prescribeInstead,
    });
  });

/** She does not want it: nothing more is charged for either, and her doctor is told. Returns a sentence. Refuses as `agree`. */
export const refuse = (services: Services, decision: Decision) =>
  decide(services, decision, "refused", async (parts, _book, change) => {
    await postMessage(parts, {
      patientId: change.patient_id,
      kind: "doctor",
      author: { role: "patient" },
      text: changeTexts.toDoctor,
      clientId: change.id,
    });
  });

function decide(
  services: Services,
  { patientId, changeId }: Decision,
  wanted: "agreed" | "refused",
  act: (parts: TxServices, book: Book, change: ChangeRow) => Promise<void>,
): Promise<string> {
  return withBook(services, patientId, async (parts, book) => {
    const change = await changeOf(parts.db, patientId, changeId);
    if (!change) throw new Refusal("not_found");
    if (change.status === "waiting") {
      await act(parts, book, change);
      await decideChange(parts.db, change.id, wanted, parts.clock.now());
    } else if (change.status !== wanted)
      throw new Refusal("wrong_state", { message: changeTexts.settled[change.status] });
    return wanted === "refused" ? changeTexts.refused : agreedText(parts, change, patientId);
  });
}

/** Something she told since her doctor decided may speak against it: then the doctor has to look again. */
async function refuseWhatSpeaksAgainst(parts: TxServices, change: ChangeRow): Promise<void> {
  const beside = await takes(parts, change.patient_id, { subscriptionId: change.subscription_id });
  const objections = await objectionsTo(parts, change.patient_id, { productId: change.to_product_id, beside });
  const known = change.despite.split(" ");
  if (objections.stop !== null || objections.warnings.some(({ ruleid }) => !known.includes(ruleid)))
    throw new Refusal("wrong_state", { message: changeTexts.toldSince });
  if (objections.combination !== null) throw new Refusal("wrong_state", { message: objections.combination });
}

/** What comes next, now that she agreed. */
const agreedText = (parts: TxServices, change: ChangeRow, patientId: string): Promise<string> =>
  withBook(parts, patientId, async (_parts, book) => {
    const supply = scheduledSupply(book, change.subscription_id);
    return changeTexts.agreed(supply === undefined ? null : dayInWords(supply.charge_on));
  });
