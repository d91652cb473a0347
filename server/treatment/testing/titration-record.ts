import type { Content } from "#content/loader/load.ts";
import type { LastingPace, Pace } from "#contract/treatment/pace.ts";
import { pacesByProduct, paceOn, type PhaseRow } from "#server/prescriptions/directions-schedule.ts";
import { medicinesInUse } from "#server/prescriptions/medicine-in-use.ts";
import {
  type ActivePrescriptionRow,
  activePrescriptionsFromRows,
  currentDirections,
} from "#server/prescriptions/prescriptions.ts";
import type { Box, PaceFrom } from "#server/prescriptions/timeline.ts";
import { medicinesInHand } from "#server/wellbeing/doses/running-medicines.ts";

/*
 * The rows that a prescriber's decisions leave in a record, written in memory as the features write them, and what each outlet makes of them on a day. Words
 * name their product and how fast it's used by them, so that they can be held against what the timeline counts with.
 */

/** Directions for a product, in words that say how fast it's used. */
const wordsFor = (product: string, pace: Pace, since: string) => Buffer.from(`${product} ${pace} ${since}`);

/** What a label says, and after how many changes of what is prescribed of its product. */
export type Label = ReturnType<typeof currentDirections> & { readonly after: number };

export type LabeledBox = Box & {
  readonly product: string;
  readonly label: Label | undefined;
  readonly isResting: boolean;
};

/** What a label has for a day. */
const wordsOn = ({ directions, planned }: Label, day: string): string | null =>
  planned.findLast(({ beginsOn }) => beginsOn <= day)?.directions ?? directions;

const secrets = { open: (sealed: Uint8Array) => Buffer.from(sealed).toString() } as never;
const patient_id = "rosa";
/** A summer's moment of a day, hours after the practice's midnight. */
const at = (day: string, hour: number, second = 0) =>
  new Date(Date.parse(`${day}T00:00:00-04:00`) + hour * 3_600_000 + second * 1000);

/** A record without a prescription. */
export function emptyRecord(content: Content) {
  const { timezone } = content.brand;
  let [rows, phases, moments]: [ActivePrescriptionRow[], PhaseRow[], number] = [[], [], 0];
  let paces: ReadonlyMap<string, readonly PaceFrom[]> = new Map();
  const written = new Map<string, number>();
  /** One after the other on a day. */
  const momentOn = (day: string) => at(day, 9, (moments += 1));
  const write = (phase: Omit<PhaseRow, "id" | "patient_id">) => {
    written.set(phase.product_id, (written.get(phase.product_id) ?? 0) + 1);
    phases = [...phases, { ...phase, id: String(phases.length), patient_id }];
    paces = pacesByProduct(phases, timezone);
  };
  const bridge = (product_id: string, pace: Pace | null, day: string) =>
    write({ product_id, pace, begins_on: null, made_at: momentOn(day), directions_sealed: null });
  const change = (product: string, to: Partial<ActivePrescriptionRow>) => {
    rows = rows.map((row) => (row.product_id === product ? { ...row, ...to } : row));
  };
  const labeled = (product: string, day: string) => {
    const row = rows.find((each) => each.product_id === product);
    if (!row) throw new Error(`${product} isn't prescribed`);
    return currentDirections(secrets, row, { phases, timezone, day });
  };
  const undone = { change_id: null, change_status: null, until_pace: null, until_directions_sealed: null };
  return {
    prescribe(product: string, day: string): void {
      const words = wordsFor(product, "label", day);
      const written = { id: `rx ${product}`, patient_id, product_id: product, approved_at: momentOn(day) };
      const none = { asked: null, on_hold_at: null, early_granted_at: null, early_ends_on: null, begins_on: null };
      rows = [
        ...rows,
        {
          ...{ ...written, ...none, ...undone, to_product_id: null, directions_sealed: words, status: "active" },
          ...{ refills_left: 9, days_supply: 28, waits: false, reported: false },
        },
      ];
    },
    /** Other directions from a day on; what was to begin on that day or later doesn't. */
    direct(product: string, pace: LastingPace, day: string, from: string): void {
      const stays = ({ product_id, begins_on }: PhaseRow) =>
        product_id !== product || begins_on === null || begins_on < from || begins_on <= day;
      phases = phases.filter(stays);
      const directions_sealed = wordsFor(product, pace, from);
      const begins_on = from === day ? null : from;
      write({ product_id: product, pace, begins_on, made_at: momentOn(day), directions_sealed });
    },
    /** A change that waits for the patient; less than its label they use of it from now on. */
    ask(product: string, to: string, until: Pace | null, day: string): void {
      const sealed = until === null ? null : wordsFor(product, until, day);
      const asked = { change_id: `${product} ${day}`, change_status: "waiting" as const, until_pace: until };
      change(product, { ...asked, to_product_id: to, until_directions_sealed: sealed });
      if (until !== null && until !== "double") bridge(product, until, day);
    },
    /** They agreed, and use more of what they have until then where it lasts. */
    agree(product: string, until: Pace | null, day: string): void {
      change(product, { change_status: "agreed", status: "ended" });
      if (until === "double") bridge(product, until, day);
      else if (rows.some((row) => row.product_id === product && row.until_pace === "double"))
        change(product, { until_pace: null, until_directions_sealed: null });
    },
    refuse(product: string, day: string): void {
      const bridged = rows.find((row) => row.product_id === product)?.until_pace;
      change(product, undone);
      if (bridged && bridged !== "double") bridge(product, null, day);
    },
    pacesOf: (product: string): readonly PaceFrom[] => paces.get(product) ?? [],
    /** How often anything was written. */
    changes: (): number => [...written.values()].reduce((sum, count) => sum + count, 0),
    /** What a label says that is printed on a day. */
    label: (product: string, day: string): Label => ({ ...labeled(product, day), after: written.get(product) ?? 0 }),
    /** What outlets say otherwise than each other on a day, of the box that is in use: doses, record, its label, and how fast the timeline uses it. */
    differences(boxes: ReadonlyMap<string, readonly Box[]>, inUse: LabeledBox, today: string): string[] {
      const services = { secrets, content, clock: { now: () => at(today, 22) } };
      const prescribed = activePrescriptionsFromRows(services, rows, phases);
      const facts = { prescribed, boxes, subscriptions: [], practiceToday: today, waits: false };
      const doses = medicinesInHand({ content }, facts).map(({ product, ...each }) => [
        product.productid,
        each.directions,
      ]);
      const used = [...medicinesInUse(prescribed, boxes, today).values()].flatMap((each) => each ?? []);
      const { product, label } = inUse;
      const words = used.map(({ directions }) => directions).join();
      const isAsPrinted = label?.after === (written.get(product) ?? 0);
      const pace = paceOn(inUse.paces, today);
      return Object.entries({
        "another product in the record": used.map(({ productId }) => productId).join() !== product,
        "other words than a label printed today": words !== labeled(product, today).directions,
        "other words than its label": isAsPrinted && words !== (label && wordsOn(label, today)),
        "words of another product": words.split(" ")[0] !== product,
        [`counted ${pace}`]: words.split(" ")[1] !== pace,
        "a break unlike the doctor's": (used[0]?.restsUntil !== null) !== inUse.isResting,
        "other doses": String(doses) !== (inUse.isResting ? "" : `${product},${words}`),
      }).flatMap(([problem, is]) => (is ? `${problem}: ${words}` : []));
    },
  };
}
