import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { formatMonthDayOf } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { paceText } from "#clinic/prescribing/directions-change.ts";
import { AddEntry } from "#clinic/care/log/add-entry.tsx";
import { ChartFacts } from "#clinic/care/log/chart-facts.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { taskPath } from "#clinic/work/record-path.ts";
import { useRowKeys } from "#clinic/ui/table/use-row-keys.ts";
import { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import type { Order } from "#contract/orders/orders.ts";
import css from "./dispensing-page.module.css";
import { returnedParcel } from "./find-order.ts";
import {
  isPacked,
  itemsOnTheWay,
  itemsToSend,
  linesToVerify,
  lotOf,
  prescriptionOf,
  sentItems,
} from "./pharmacy-file.ts";
import { PharmacistReview } from "./pharmacist-review.tsx";
import { labelChangeText } from "./label-changes.ts";
import { returnReasonNames } from "./return-dialog.tsx";
import { voidReasonNames } from "./void-dialog.tsx";

/** One row an order; what is in it opens below, one at a time. */
export function OrderList({
  items,
  isShipped,
  chosen,
  openOrderId,
  onToggle,
  onOpen,
}: {
  items: readonly OrderItem[];
  /** The list of what is on its way. */
  isShipped: boolean;
  /** Null where nothing is selected: the list is one order that was found. */
  chosen: ReadonlySet<string> | null;
  /** The order that is open. */
  openOrderId: string | null;
  onToggle: (id: string) => void;
  onOpen: (id: string | null) => void;
}) {
  const list = useRowKeys<HTMLUListElement>();
  return (
    <ul ref={list} className={css["list"]} aria-label="Orders">
      {items.map((item) => (
        <li key={item.id} className={css["item"]}>
          <Row
            item={item}
            isShipped={isShipped}
            isChosen={chosen && chosen.has(item.id)}
            isOpen={openOrderId === item.id}
            onToggle={() => onToggle(item.id)}
            onOpen={() => onOpen(openOrderId === item.id ? null : item.id)}
          />
          {openOrderId === item.id && item.order && <Parcel item={item} order={item.order} />}
        </li>
      ))}
    </ul>
  );
}

function Row({
  item,
  isShipped,
  isChosen,
  isOpen,
  onToggle,
  onOpen,
}: {
  item: OrderItem;
  /** In the list of what is on its way. */
  isShipped: boolean;
  isChosen: boolean | null;
  isOpen: boolean;
  onToggle: () => void;
  onOpen: () => void;
}) {
  const { id, order, patient } = item;
  const returned = returnedParcel(item);
  const onTheWay = itemsOnTheWay(item);
  // An order that was found may have arrived long ago: then all of it is shown.
  const sent = onTheWay.length > 0 || order === null ? onTheWay : sentItems(order);
  const items = isShipped ? sent : itemsToSend(item);
  const number = order?.number ?? "";
  const shipped = order?.timeline.find(({ event }) => event === "shipped");
  return (
    <div className={css["row"]}>
      {isChosen === null ? (
        <span />
      ) : (
        <label className={css["box"]}>
          <input type="checkbox" checked={isChosen} onChange={onToggle} />
          <span className="visually-hidden">Select order {number}</span>
        </label>
      )}
      <button type="button" data-row={id} className={css["open"]} aria-expanded={isOpen} onClick={onOpen}>
        <b className={css["number"]}>{number || "No number"}</b>
        <span className={css["name"]}>
          {patientName(patient)}
          {item.emergencyhold !== null && (
            <StatusBadge tone="danger">{item.emergencyhold ? "Emergency: hold it" : "Emergency"}</StatusBadge>
          )}
          {item.disputedfor !== null && (
            <StatusBadge tone="danger">
              {item.disputedfor === "fraudulent" ? "Disputed as fraud" : "Payment disputed"}
            </StatusBadge>
          )}
          {item.question && <StatusBadge tone="warning">Waits for the doctor’s answer</StatusBadge>}
          {!isShipped && returned && <StatusBadge tone="warning">Came back</StatusBadge>}
          {!isShipped && !returned && order?.status === "shipped" && <StatusBadge tone="info">The rest</StatusBadge>}
          {!isShipped &&
            (linesToVerify(item).length > 0 ? (
              <StatusBadge tone="warning">To verify</StatusBadge>
            ) : (
              isPacked(item) && <StatusBadge tone="success">Packed</StatusBadge>
            ))}
        </span>
        <span className={css["what"]}>
          {items.map((line) => (
            <span key={line.pricingid}>
              {line.quantity > 1 && `${line.quantity} × `}
              {medicineName(line)}
              {isShipped && <Lot number={lotOf(item, line.pricingid)} />}
            </span>
          ))}
        </span>
        <span className={css["where"]}>
          {shipped?.state === "done" && shipped.detail
            ? shipped.detail
            : order?.shipto
              ? `${order.shipto.city}, ${order.shipto.state}`
              : "No address"}
        </span>
        <span className={css["when"]}>
          <span className="visually-hidden">{shipped?.at ? "Shipped " : "Ordered "}</span>
          {formatMonthDayOf(shipped?.at ?? order?.placedat ?? patient.since)}
        </span>
      </button>
    </div>
  );
}

const Lot = ({ number }: { number: string | null }) =>
  number && (
    <span className={css["quiet"]}>
      {" "}
      lot <span className={css["number"]}>{number}</span>
    </span>
  );

/** What goes into the parcel and where it goes, with what is prescribed. */
function Parcel({ item, order }: { item: OrderItem; order: Order }) {
  const { patient } = item;
  const record = useQuery(queryOf(care.patient, { params: { id: patient.id } }));
  const { shipto } = order;
  return (
    <div className={css["parcel"]}>
      <section>
        <h2>Send to</h2>
        <address>
          {patientName(patient)}
          {patient.birthday && <span className={css["quiet"]}> born {formatCalendarDay(patient.birthday)}</span>}
          <br />
          {shipto ? (
            <>
              {shipto.address1}
              {shipto.address2 && `, ${shipto.address2}`}
              <br />
              {shipto.city}, {shipto.state} {shipto.zipcode}
            </>
          ) : (
            "There’s no address. Ask patient services."
          )}
        </address>
        {item.emergencyhold !== null && (
          <p>
            <StatusBadge tone="danger">
              {item.emergencyhold ? "Don’t send it until a clinician has closed it" : "You may send it"}
            </StatusBadge>
            <br />
            This patient has an open emergency. A clinician takes care of it.
          </p>
        )}
        {item.question && (
          <p>
            <StatusBadge tone="warning">Don’t pack it yet</StatusBadge>
            <br />
            <a href={taskPath(item.question.taskid)}>A pharmacist asked the doctor</a> about it on{" "}
            {formatMonthDayOf(item.question.since)}.
          </p>
        )}
        {item.disputedfor !== null && (
          <p>
            <StatusBadge tone="danger">Please ask finance before you send it</StatusBadge>
            <br />
            The bank says: {item.disputedfor.replaceAll("_", " ")}.
          </p>
        )}
        <Parcels parcels={item.dispensing?.parcels ?? []} />
      </section>
      <section>
        <h2>Review before packing</h2>
        <ChartFacts patientId={patient.id} />
        <PharmacistReview orderId={item.id} />
        <AboutPatient patient={patient}>
          <AddEntry
            hasKey={false}
            about={{
              patient: { id: patient.id, name: patientName(patient) },
              order: { id: order.id, number: order.number },
            }}
          />
        </AboutPatient>
      </section>
      <section>
        <h2>Items and prescriptions</h2>
        <QueryContent query={record} rows={2}>
          {({ prescriptions = [] }) => (
            <ul className={css["items"]}>
              {sentItems(order).map(({ productid, pricingid, quantity, name, dosage, dayssupply, prescription }) => {
                const prescribed = prescriptionOf(prescriptions, productid);
                return (
                  <li key={pricingid}>
                    <b>
                      {quantity} × {name}
                    </b>{" "}
                    {dosage} · {dayssupply} days’ supply
                    <LotOf item={item} pricingid={pricingid} />
                    <VoidedOf item={item} pricingid={pricingid} />
                    <div className={css["quiet"]}>
                      {prescribed ? (
                        [
                          prescribed.rxnumber,
                          prescribed.ndc && `NDC ${prescribed.ndc}`,
                          prescribed.directions,
                          paceText(prescribed.pace),
                          `${prescribed.refillsleft} refills left`,
                        ]
                          .filter(Boolean)
                          .join(" · ")
                      ) : prescription ? (
                        <StatusBadge tone="danger">No active prescription</StatusBadge>
                      ) : (
                        "No prescription needed"
                      )}
                    </div>
                  </li>
                );
              })}
            </ul>
          )}
        </QueryContent>
      </section>
    </div>
  );
}

function LotOf({ item: { dispensing }, pricingid }: { item: OrderItem; pricingid: string }) {
  const line = dispensing?.lines.find((each) => each.pricingid === pricingid);
  if (!line?.packedat) return null;
  return (
    <div>
      {line.parcel === null ? "Packed" : `In package ${line.parcel}`}
      {line.lotnumber && ` · lot ${line.lotnumber}`}
      {line.expireson && `, expires ${formatCalendarDay(line.expireson)}`}
      {line.filled && (
        <div className={css["quiet"]}>
          Filled by {line.filled.name ?? systemName}
          {line.verified
            ? `, verified by ${line.verified.name ?? systemName}, ${formatMonthDayOf(line.verified.at)}`
            : line.labelchanged.length === 0
              ? ", to be verified"
              : `, to be verified again, for what changed: ${labelChangeText(line.labelchanged)}`}
        </div>
      )}
    </div>
  );
}

/** What was recorded of an item and voided since. */
function VoidedOf({ item: { dispensing }, pricingid }: { item: OrderItem; pricingid: string }) {
  const voided = (dispensing?.voided ?? []).filter((each) => each.pricingid === pricingid);
  return voided.map(({ parcel, lotnumber, at, by, wrong, note }) => (
    <div key={at}>
      <StatusBadge tone="danger">Voided</StatusBadge> package {parcel}
      {lotnumber && `, lot ${lotnumber}`}: {voidReasonNames[wrong].toLowerCase()}
      <div className={css["quiet"]}>
        {by.name ?? systemName}, {formatMonthDayOf(at)}: {note}
      </div>
    </div>
  ));
}

/** Who filled or verified something where a system named nobody. */
export const systemName = "the pharmacy’s system";

/** Each parcel that left, and what became of it. */
function Parcels({ parcels }: { parcels: NonNullable<OrderItem["dispensing"]>["parcels"] }) {
  if (parcels.length === 0) return null;
  return (
    <ul className={css["items"]}>
      {parcels.map(({ parcel, carrier, trackingnumber, shippedat, deliveredat, returnedat, returnreason }) => (
        <li key={parcel}>
          Package {parcel}: {carrier} {trackingnumber}
          <div className={css["quiet"]}>
            {returnedat
              ? `Came back ${formatMonthDayOf(returnedat)}: ${returnReasonNames[returnreason ?? "other"].toLowerCase()}`
              : deliveredat
                ? `Delivered ${formatMonthDayOf(deliveredat)}`
                : `On its way since ${formatMonthDayOf(shippedat)}`}
          </div>
        </li>
      ))}
    </ul>
  );
}
