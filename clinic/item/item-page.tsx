import { useQuery } from "@tanstack/react-query";
import { settings } from "#app/settings.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { PhoneNumber } from "#clinic/care/phone-number.tsx";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { bySeverity } from "#clinic/care/rule-severity.ts";
import { PatientDocument } from "#clinic/care/patient-document.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { QueryContent, Page, Section } from "#clinic/ui/page.tsx";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { orderStatusLabels } from "#clinic/ui/labels/order-status.ts";
import { ageOn, patientName } from "#clinic/ui/labels/patient-name.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { recordPath } from "#clinic/work/record-path.ts";
import { span } from "#clinic/work/urgency.ts";
import { outcomeLabels, workItemLabels } from "#clinic/work/work-item-labels.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { WorkItemDetail } from "#contract/care/work-items.ts";
import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import { CloseItem } from "./close-item.tsx";
import css from "./item-page.module.css";

/** What a patient told, in the address: what changed, who they are, what they take, and saying what came of it. */
export function ItemPage() {
  const id = useIdInPath("item");
  return id === null ? (
    <Page title="This isn’t here">
      <p>
        The address is wrong. Go to <a href={inboxPath("work_item")}>what waits</a>.
      </p>
    </Page>
  ) : (
    <Item key={id} id={id} />
  );
}

function Item({ id }: { id: string }) {
  const item = useQuery(queryOf(care.workItem, { params: { id } }));
  const { data } = item;
  return (
    <Page title={data?.patient ? patientName(data.patient) : "From a patient"}>
      <QueryContent query={item} rows={8}>
        {(read) => (
          <div className={css["page"]}>
            {read.patient && <SeenFirst patient={read.patient} />}
            <Told item={read} />
            <Who item={read} />
            <Medicine item={read} />
            {read.closed === null ? <CloseItem item={read} /> : <Closed closed={read.closed} />}
          </div>
        )}
      </QueryContent>
    </Page>
  );
}

function Told({ item: { kind, entries, due, closed } }: { item: WorkItemDetail }) {
  const left = Date.parse(due) - serverClock.now();
  const { title, text } = workItemLabels[kind];
  return (
    <Section
      title={title}
      actions={
        closed === null && (
          <StatusBadge tone={left > 0 ? "warning" : "danger"}>
            {left > 0 ? `${span(left)} left to look` : `Late by ${span(left)}`}
          </StatusBadge>
        )
      }
    >
      <p className={css["quiet"]}>{text}</p>
      <ol className={css["entries"]} aria-label="What happened">
        {entries.map((entry) => (
          <li key={entry.at}>
            <p className={css["quiet"]}>{practiceDayAndTime(entry.at)}</p>
            <RuleList rules={bySeverity(entry.flags)} label="Rules" />
            {entry.answers.length > 0 && (
              <table className={css["answers"]}>
                <thead>
                  <tr>
                    <th scope="col">Question</th>
                    <th scope="col">Before</th>
                    <th scope="col">Now</th>
                  </tr>
                </thead>
                <tbody>
                  {entry.answers.map(({ question, before, after }) => (
                    <tr key={question}>
                      <th scope="row">{question}</th>
                      <td>{before ?? "No answer"}</td>
                      <td>
                        <b>{after ?? "No answer"}</b>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {entry.document && <p>{entry.document.title}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Who({ item: { patient, phoneno, voicemail, entries } }: { item: WorkItemDetail }) {
  if (patient === null) return null;
  const today = dayIn(settings.brand.timezone, new Date(serverClock.now()));
  const { id, birthday, state, doctor, emergencysince } = patient;
  // The same one again, where it was replaced: its file is the newest.
  const sent = entries.at(-1)?.document;
  return (
    <Section title="Patient" actions={<a href={recordPath(id)}>Whole record</a>}>
      {emergencysince && <Alert tone="danger" title={`Emergency since ${practiceDayAndTime(emergencysince)}`} />}
      <Facts as="rows">
        <Fact name="Born">
          {birthday ? `${formatCalendarDay(birthday)}, ${ageOn(birthday, today)} years` : "Not given"}
        </Fact>
        <Fact name="State">{state ?? "Not given"}</Fact>
        <Fact name="Phone">
          <PhoneNumber number={phoneno} voicemail={voicemail} calls />
        </Fact>
        <Fact name="Doctor">{doctor?.name ?? "None yet"}</Fact>
        {sent && (
          <Fact name={sent.title}>
            <PatientDocument patientId={id} sent={sent} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function Medicine({ item: { prescriptions, orders, holds, closed, patient } }: { item: WorkItemDetail }) {
  return (
    <Section
      title="Medicine"
      actions={patient && <a href={recordPath(patient.id)}>Stop, rest or change it in the record</a>}
    >
      {prescriptions.length === 0 && <p className={css["quiet"]}>Nothing is prescribed.</p>}
      <ul className={css["lines"]} aria-label="Prescribed">
        {prescriptions.map(({ id, name, dosage, directions, status, refillsleft }) => (
          <li key={id}>
            <b>{medicineName({ name, dosage })}</b>
            {status === "on_hold" && <StatusBadge tone="warning">On hold</StatusBadge>}
            <span className={css["quiet"]}>
              {[directions, `${refillsleft} refills left`].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {orders.length > 0 && (
        <ul className={css["lines"]} aria-label="Not sent yet">
          {orders.map(({ order, waits }) => (
            <li key={order.id}>
              <b>Order {order.number}</b>
              <StatusBadge tone={waits ? "warning" : "neutral"}>
                {waits ? "Waits until somebody has looked" : orderStatusLabels[order.status]}
              </StatusBadge>
              <span className={css["quiet"]}>{order.detail.map(medicineName).join(", ")}</span>
            </li>
          ))}
        </ul>
      )}
      {holds && closed === null && (
        <p className={css["quiet"]}>
          Nothing prescribed before this is sent or charged until you say below what came of it.
        </p>
      )}
    </Section>
  );
}

function Closed({ closed: { at, name, outcome, note, told } }: { closed: NonNullable<WorkItemDetail["closed"]> }) {
  return (
    <Section title="What came of it">
      <p>
        <b>{outcomeLabels[outcome].label}</b> · {name ?? "Your system"} · {practiceDayAndTime(at)}
      </p>
      {told && <p className={css["quote"]}>To the patient: {told}</p>}
      {note && <p className={css["quote"]}>{note}</p>}
      <p>
        <a href={inboxPath("work_item")}>To what else waits</a>
      </p>
    </Section>
  );
}
