import { documentFilename } from "#contract/documents/filename.ts";
import { dayIn, formatShortDay } from "#contract/fields/formats.ts";
import type { Binary } from "#contract/http/endpoint.ts";
import { hasReportedDeath, patientsById, waitsForReport } from "#server/auth/public.ts";
import {
  dayToStart,
  isVerified,
  labelDigests,
  labelInLanguage,
  labelSources,
  waitsForRefund,
} from "#server/dispensing/public.ts";
import { prescribersById } from "#server/doctors/public.ts";
import { linesOf, type OrderRow, ordersById } from "#server/orders/public.ts";
import { ordersBeingRefunded } from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { letterInWords, UnprintableText } from "#server/platform/print/printable-text.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import {
  discardAfter,
  fillIn,
  isToSend,
  isVoidedForGood,
  orderFillRows,
  parcelOf,
  parcelRows,
  scheduleText,
} from "#server/prescriptions/public.ts";
import { chartEffects, holdingQuestions, noChartEffects, waitsForAnswer } from "#server/tasks/public.ts";
import { missedDoseText } from "#server/wellbeing/public.ts";
import { dispensedUnits } from "../dispensed-units.ts";
import { personName } from "../formats.ts";
import { productFormName } from "../statement.ts";
import { type Label, labelsPdf } from "./labels-pdf.ts";
import { leafletsPdf } from "./leaflets-pdf.ts";
import { type Slip, slipsPdf } from "./slips-pdf.ts";

type Deps = Pick<Services, "db" | "secrets" | "content" | "clock" | "config"> &
  Refuses<"wrong_state" | "prescription_needed" | "waits_for_clinician" | "unprintable">;

export interface PrintRequest {
  readonly orderids: readonly string[];
  readonly what: "labels" | "leaflets" | "slips" | "stickers";
  readonly paper?: "label" | "letter" | undefined;
}

/**
 * Labels, leaflets, slips or stickers of orders as one PDF, in the order they are named, with the patients they are about. All of them or nothing: `not_found` for an
 * unknown order, `wrong_state` for one that is not paid, is being refunded or has arrived, or where there is nothing to print, `prescription_needed` where a line may
 * not be dispensed, `waits_for_clinician` for one that waits for an answer to a pharmacist's question, or of whose patient somebody says that they died,
 * `unprintable` where one of these has a letter that no font has.
 */
export async function printOrders(
  services: Deps,
  { orderids, what, paper = "label" }: PrintRequest,
): Promise<{ readonly file: Binary; readonly patientIds: readonly string[] }> {
  const { content } = services;
  const orders = await ordersToPrint(services, [...new Set(orderids)]);
  const createdAt = services.clock.now();
  const printed = async () => {
    if (what === "slips" || what === "stickers") {
      const slips = await loadSlips(services, orders);
      return {
        about: slips,
        bytes: await refusingLetters(services, slips, slipsPdf(content, { slips, what, createdAt })),
      };
    }
    const labels = await loadLabels(services, orders);
    const pdf =
      what === "labels"
        ? labelsPdf(content, { labels, paper, createdAt })
        : leafletsPdf(content, { labels, createdAt });
    return { about: labels, bytes: await refusingLetters(services, labels, pdf) };
  };
  const { about, bytes } = await printed();
  return {
    file: { bytes, type: "application/pdf", filename: documentFilename(content.brand.name, what) },
    patientIds: [...new Set(about.map(({ patientId }) => patientId))],
  };
}

async function refusingLetters(
  services: Deps,
  printed: readonly (Label | Slip)[],
  pdf: Promise<Buffer>,
): Promise<Buffer> {
  try {
    return await pdf;
  } catch (error) {
    if (!(error instanceof UnprintableText)) throw error;
    const { letter } = error;
    const order = printed.find((each) => Object.values(each).flat().join("\n").normalize("NFC").includes(letter));
    throw services.refuse("unprintable", {
      message: `${order ? `Order ${order.orderNumber}: ` : ""}${letterInWords(letter)} can’t be printed, and no label may miss a letter. Ask the patient how it’s written in Latin letters, then correct the name or the directions.`,
    });
  }
}

/** The orders that something may be printed of, as they are named. */
async function ordersToPrint({ db, refuse }: Deps, orderIds: readonly string[]): Promise<readonly OrderRow[]> {
  const known = new Map((await ordersById(db, orderIds)).map((order) => [order.id, order]));
  const orders = orderIds.map((id) => {
    const order = known.get(id);
    if (!order) throw new Refusal("not_found");
    if (!orderStates.toSend.has(order.status))
      throw refuse("wrong_state", {
        message: `Order ${order.number ?? ""} isn’t paid, or it has arrived. Labels are for what’s still to be sent or on its way.`,
      });
    return order;
  });
  for (const order of orders)
    if (await hasReportedDeath(db, order.patient_id))
      throw refuse("waits_for_clinician", { message: waitsForReport(order) });
  const questions = await holdingQuestions(db, orderIds);
  const held = orders.find(({ id }) => questions.has(id));
  if (held) throw refuse("waits_for_clinician", { message: waitsForAnswer(held) });
  const refunding = await ordersBeingRefunded(db, orderIds);
  const refunded = orders.find(({ id }) => refunding.has(id));
  if (refunded) throw refuse("wrong_state", { message: waitsForRefund(refunded) });
  return orders;
}

/**
 * What is in the package of each order, whether it needs a prescription or not: what is still to be sent, where something has left before; where all has left, what
 * the last package took.
 */
async function loadSlips(services: Deps, orders: readonly OrderRow[]): Promise<readonly Slip[]> {
  const ids = orders.map(({ id }) => id);
  const [lines, parcels, fills] = await Promise.all([
    linesOf(services.db, ids),
    parcelRows(services.db, ids).execute(),
    orderFillRows(services.db, ids).execute(),
  ]);
  const inPackage = (orderId: string) => {
    const own = lines.filter((line) => line.order_id === orderId);
    const toSend = own.filter((line) => isToSend(line, parcels, fills));
    const last = parcels.findLast((parcel) => parcel.order_id === orderId && parcel.returned_at === null);
    return toSend.length > 0
      ? toSend
      : own.filter(
          (line) => line.cancelled_at === null && last !== undefined && parcelOf(line, parcels, fills) === last,
        );
  };
  const patients = await patientsById(services, [...new Set(orders.map(({ patient_id }) => patient_id))]);
  const effects = await chartEffects(services, [...patients.keys()]);
  return orders.flatMap((order): Slip[] => {
    const patient = patients.get(order.patient_id);
    const { packageName, plainPackage: plain } = effects.get(order.patient_id) ?? noChartEffects;
    const items = inPackage(order.id).map(
      ({ quantity, name, dosage }) => `${quantity} × ${[name, dosage].filter(Boolean).join(" ")}`,
    );
    if (!patient) return [];
    return [
      {
        ...{ patientId: patient.id, orderNumber: order.number ?? "", patient: packageName ?? personName(patient) },
        ...{ birthday: packageName === null ? patient.birthday : null, plain, items },
      },
    ];
  });
}

/** The prescription lines of orders as their labels say them. Nothing else of the patient's record is read. */
async function loadLabels(services: Deps, orders: readonly OrderRow[]): Promise<readonly Label[]> {
  const { db, content, refuse } = services;
  const orderIds = orders.map(({ id }) => id);
  const patientIds = [...new Set(orders.map(({ patient_id }) => patient_id))];
  const [lines, parcels, fills, effects] = await Promise.all([
    linesOf(db, orderIds),
    parcelRows(db, orderIds).execute(),
    orderFillRows(db, orderIds).execute(),
    chartEffects(services, patientIds),
  ]);
  const sourceOf = await labelSources(services, patientIds, effects);
  const patientOf = new Map(orders.map((order) => [order.id, order.patient_id]));
  const named = lines.flatMap((line) => {
    const { prescription } = sourceOf(patientOf.get(line.order_id) ?? "", line.product_id);
    return prescription ? [prescription.doctorId, prescription.collaboratorId ?? []].flat() : [];
  });
  const prescribers = await prescribersById(db, [...new Set(named)]);
  const labels = orders.flatMap((order) =>
    lines
      .filter(
        (line) =>
          line.order_id === order.id &&
          line.prescription &&
          line.cancelled_at === null &&
          !isVoidedForGood(line, fills),
      )
      .map((line): Label => {
        const source = sourceOf(order.patient_id, line.product_id);
        const { patient, prescription, language } = source;
        const product = content.catalogue.products.find(({ productid }) => productid === line.product_id);
        const prescriber = prescribers.get(prescription?.doctorId ?? "");
        if (!patient || !prescriber || !prescription?.dispensable)
          throw refuse("prescription_needed", {
            message: `${line.name} of order ${order.number ?? ""} may not be dispensed: it isn’t prescribed, it’s on hold, or a clinician has to look first at what the patient told us.`,
          });
        const parcel = parcelOf(line, parcels, fills);
        const fill = fillIn(line, parcel, fills);
        const isVerifiedNow = fill !== undefined && isVerified(fill, labelDigests(services, source, fill.packed_at));
        const filledAt = parcel?.shipped_at ?? fill?.packed_at;
        const filledOn = filledAt ? dayIn(content.brand.timezone, filledAt) : clinicToday(services);
        const expiresOn = fill?.expires_on ?? null;
        const directions = prescription.directions ?? product?.howtouse ?? "";
        const startsOn = dayToStart(prescription.startsOn, filledOn);
        return {
          patientId: patient.id,
          orderNumber: order.number ?? "",
          productId: line.product_id,
          patient: personName(patient),
          birthday: patient.birthday,
          largeType: source.largeType,
          easyOpen: source.easyOpen,
          rxNumber: prescription.rxNumber,
          name: line.name,
          strength: line.dosage,
          form: productFormName(content, line.product_id),
          units: dispensedUnits(content, line),
          daysSupply: line.days_supply * line.quantity,
          directions: scheduleText(content, directions, prescription.planned) ?? "",
          beside:
            language && product
              ? labelInLanguage(services, language, { product, directions, startsOn, planned: prescription.planned })
              : null,
          missed:
            product && prescription.planned.length === 0 ? missedDoseText(product, prescription.directions) : null,
          start: startsOn && toText(content, sentence("documents.label_start", { day: formatShortDay(startsOn) })),
          prescriber: prescriber.name,
          filledBy: fill?.packer_name ?? null,
          verifiedBy: parcel !== null || isVerifiedNow ? (fill?.verifier_name ?? null) : null,
          collaborator: prescribers.get(prescription.collaboratorId ?? "")?.name ?? null,
          filledOn,
          refillsLeft: prescription.refillsLeft,
          lotNumber: fill?.lot_number ?? null,
          expiresOn,
          discardAfter: expiresOn === null ? null : discardAfter(expiresOn, filledOn),
        };
      }),
  );
  if (labels.length === 0)
    throw refuse("wrong_state", { message: "There’s nothing to print: these orders have no prescriptions." });
  return labels;
}
