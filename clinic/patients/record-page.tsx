import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import * as z from "zod/mini";
import { formatDay } from "#app/formats/dates.ts";
import { settings } from "#app/settings.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { isApiError } from "#app/api/api-error.ts";
import { queryOf } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { VisitNotes } from "#clinic/care/visit-notes/visit-notes.tsx";
import { focusNote, StaffNotes } from "#clinic/care/staff-notes.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { casePath } from "#clinic/work/case-keys.ts";
import { partFromSearch } from "#clinic/work/record-path.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { QueryContent, Page } from "#clinic/ui/page.tsx";
import { ageOn, patientName } from "#clinic/ui/labels/patient-name.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { Id } from "#contract/fields/fields.ts";
import { MergedRecords } from "#clinic/care/merged-records.tsx";
import { PhoneNumber } from "#clinic/care/phone-number.tsx";
import { PairedRecords } from "#clinic/care/paired-records.tsx";
import { AboutPatient } from "#clinic/care/wrong-chart/who-it-is.tsx";
import { UnreachedEmail } from "#clinic/care/unreached-email.tsx";
import { OpenEmergencies } from "#clinic/care/open-emergencies.tsx";
import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import { careStatus, identityStatus } from "#clinic/ui/labels/care-status.ts";
import { AddEntry } from "#clinic/care/log/add-entry.tsx";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { PatientLog } from "#clinic/care/log/entry-list.tsx";
import { AddTask } from "#clinic/care/tasks/add-task.tsx";
import { OpenTasks } from "#clinic/care/tasks/open-tasks.tsx";
import { PatientMails } from "./mails/mails-section.tsx";
import { SendRecoveryLink } from "./mails/recovery-link.tsx";
import { PatientPayments } from "./payments/payments-section.tsx";
import { EditContact } from "./contact-data/contact-dialog.tsx";
import { MakeCopy } from "./copies/copy-dialog.tsx";
import { FileDocument } from "./filed-documents/file-document.tsx";
import { helperText } from "./helper-text.ts";
import { WriteLetter } from "./letter/letter-dialog.tsx";
import css from "./record-page.module.css";
import { DeathReport } from "#clinic/care/death-report.tsx";
import { RecordTold } from "#clinic/care/told-answers/told-dialog.tsx";
import { Story } from "./story/story.tsx";
import { WriteToPatient } from "./write-to-patient.tsx";
import { RenewalsAndUpsells } from "./decisions/renewals-and-upsells.tsx";
import { type RecordSection, shownSections } from "./record-sections.tsx";

/** A patient's record, as far as the person's roles open it. */
export function RecordPage({ id }: { id: string }) {
  return z.safeParse(Id, id).success ? <Record id={id} /> : <NoRecord />;
}

const NoRecord = () => (
  <Page title="There’s no patient here">
    <p>
      Check the address, or <a href="/clinic/patients">find the patient</a>.
    </p>
  </Page>
);

function Record({ id }: { id: string }) {
  const record = useQuery(queryOf(care.patient, { params: { id } }));
  const permissions = usePermissions();
  const mayAudit = permits(permissions, care.audit.access.needs);
  const mayOpenCase = permits(permissions, care.cases.access.needs);
  if (isApiError(record.error) && record.error.code === "not_found") return <NoRecord />;
  const page = (
    <Page
      title={record.data ? patientName(record.data) : "Patient"}
      actions={
        <>
          {record.data?.planstatus === "in_review" && mayOpenCase && <a href={casePath(id)}>Open the case</a>}
          {record.data && record.data.mergedinto === null && <RecordActs record={record.data} />}
          {record.data && <MakeCopy record={record.data} />}
          {mayAudit && <a href={`/clinic/audit?patient=${id}`}>Who read this record</a>}
        </>
      }
    >
      <QueryContent query={record} rows={12}>
        {(data) => <Sections record={data} />}
      </QueryContent>
    </Page>
  );
  return record.data ? <AboutPatient patient={record.data}>{page}</AboutPatient> : page;
}

/** What is begun in a record: of an account that became part of another, in the other one's. */
const RecordActs = ({ record }: { record: PatientRecord }) => (
  <>
    <WriteToPatient record={record} />
    <WriteLetter record={record} />
    <FileDocument record={record} />
    <EditContact record={record} />
    <SendRecoveryLink record={record} />
    <RecordTold patient={record} />
    <AddTask about={{ patient: { id: record.id, name: patientName(record) } }} />
    <AddEntry about={{ patient: { id: record.id, name: patientName(record) } }} />
  </>
);

function Sections({ record }: { record: PatientRecord }) {
  const permissions = usePermissions();
  const mayNote = permits(permissions, care.notes.access.needs);
  const notes = { id: "notes", title: "Private notes", empty: false, content: <StaffNotes patientId={record.id} /> };
  const tasks = {
    ...{ id: "tasks", title: "Tasks and questions", empty: false },
    content: <OpenTasks patientId={record.id} />,
  };
  const visitNotes = {
    ...{ id: "visit-notes", title: "Visit notes", empty: false },
    content: <VisitNotes patientId={record.id} />,
  };
  const log = { id: "log", title: "Log", empty: false, content: <PatientLog patientId={record.id} /> };
  const story = { id: "story", title: "Story", empty: false, content: <Story patientId={record.id} /> };
  const mails = { id: "mails", title: "Emails", empty: false, content: <PatientMails patientId={record.id} /> };
  const payments = { id: "payments", title: "Payments", empty: false, content: <PatientPayments record={record} /> };
  const helps = [
    ...(permits(permissions, care.pastDue.access.needs) ? [payments] : []),
    ...(permits(permissions, care.patientMails.access.needs) ? [mails] : []),
  ];
  const mayTasks = permits(permissions, care.patientTasks.access.needs);
  const own = [...(mayNote ? [visitNotes, notes] : []), ...(mayTasks ? [tasks, log] : []), ...helps, story];
  const sections = beforeAnswers(shownSections(record), own);
  const part = partFromSearch(useSearch());
  // Whoever comes from the inbox comes to what waits.
  useEffect(() => {
    const section = part === null ? null : document.getElementById(part);
    section?.scrollIntoView();
    section?.querySelector("h2")?.focus({ preventScroll: true });
  }, [part]);
  const filled = sections.filter(({ empty }) => !empty);
  const empty = sections.filter((section) => section.empty);
  useKeys(mayNote ? { n: focusNote } : {});
  const status = careStatus(record);
  const identity = identityStatus[record.identitystatus];
  const today = dayIn(settings.brand.timezone, new Date(serverClock.now()));
  const { birthday, state, doctor, since } = record;
  return (
    <>
      <DeathReport patient={record} />
      <OpenEmergencies patient={record} />
      <SeenFirst patient={record} />
      <UnreachedEmail patient={record} />
      <MergedRecords record={record} />
      <PairedRecords record={record} />
      <Facts as="strip">
        <Fact name="Born">{birthday ? `${formatCalendarDay(birthday)} (${ageOn(birthday, today)})` : "Not given"}</Fact>
        <Fact name="State">{state ?? "Not given"}</Fact>
        <Fact name="Case">
          <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        </Fact>
        <Fact name="Identity">
          <StatusBadge tone={identity.tone}>{identity.label}</StatusBadge>
        </Fact>
        <Fact name="Doctor">{doctor ? doctor.name : "None yet"}</Fact>
        <Fact name="Email">{record.email}</Fact>
        <Fact name="Phone">
          <PhoneNumber number={record.phoneno} voicemail={record.voicemail} />
        </Fact>
        {record.shippingaddress && (
          <Fact name="Shipping phone">
            <PhoneNumber number={record.shippingaddress.phoneno} voicemail={record.voicemail} />
          </Fact>
        )}
        {record.helpers.map((helper) => (
          <Fact key={helper.id} name="Helper">
            {helperText(helper)}
          </Fact>
        ))}
        <Fact name="With us since">{formatDay(since)}</Fact>
      </Facts>
      <RenewalsAndUpsells record={record} />
      <div className={css["columns"]}>
        <nav aria-label="Parts of the record" className={css["parts"]}>
          <ul>
            {filled.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css["sections"]}>
          {filled.map(({ id, title, content }) => (
            <section key={id} id={id} className={css["section"]} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`} tabIndex={-1}>
                {title}
              </h2>
              {content}
            </section>
          ))}
          {empty.length > 0 && (
            <section className={css["section"]} aria-labelledby="empty-title">
              <h2 id="empty-title">Nothing here yet</h2>
              <ul className={css["empty"]}>
                {empty.map(({ id, title }) => (
                  <li key={id}>{title}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </>
  );
}

/** What the practice keeps for itself stands before the answers: what a colleague should know is read with what is prescribed. */
function beforeAnswers(sections: readonly RecordSection[], own: readonly RecordSection[]): readonly RecordSection[] {
  const index = sections.findIndex(({ id }) => id === "answers");
  return index === -1 ? [...sections, ...own] : sections.toSpliced(index, 0, ...own);
}
