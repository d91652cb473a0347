import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { SeenFirst } from "#clinic/care/seen-first.tsx";
import { PhoneNumber } from "#clinic/care/phone-number.tsx";
import { usePermissions } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { QueryContent, Page, Section } from "#clinic/ui/page.tsx";
import { actionLabel, emergencyState, reachedLabels, sourceLabels } from "#clinic/ui/labels/emergency-labels.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { recordPath } from "#clinic/work/record-path.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicEmergency } from "#contract/care/emergencies.ts";
import type { EmergencyAction } from "#contract/care/told-emergency.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import css from "./emergency-page.module.css";

const listPath = inboxPath("emergency");

/** One emergency, wherever the patient told of it: what they wrote, how to reach them, what was done, and how it ends. */
export function EmergencyPage() {
  const id = useIdInPath("emergency");
  if (id === null)
    return (
      <Page title="There’s no such emergency">
        <p>
          Go to <a href={listPath}>the emergencies that are open</a>.
        </p>
      </Page>
    );
  return <Emergency key={id} id={id} />;
}

function Emergency({ id }: { id: string }) {
  const emergency = useQuery(queryOf(care.emergency, { params: { id } }));
  const { patient, contact } = emergency.data ?? { patient: null, contact: null };
  const who = patient ? patientName(patient) : (contact?.name ?? contact?.email ?? "Emergency");
  return (
    <Page title={who}>
      <QueryContent query={emergency} rows={8}>
        {(read) => <EmergencyDetails emergency={read} />}
      </QueryContent>
    </Page>
  );
}

function EmergencyDetails({ emergency }: { emergency: ClinicEmergency }) {
  const {
    id,
    patient,
    phoneno,
    voicemail,
    medicines,
    contact,
    words,
    writer,
    title,
    reportedat,
    acknowledgedat,
    closedat,
  } = emergency;
  const cache = useQueryClient();
  const permissions = usePermissions();
  const opensRecord = permits(permissions, care.patient.access.needs);
  const took = (done: ClinicEmergency) => {
    cache.setQueryData(queryOf(care.emergency, { params: { id } }).queryKey, done);
    for (const key of [["inbox"], queryKey(care.emergencies), queryKey(care.conversation), queryKey(care.patient)])
      void cache.invalidateQueries({ queryKey: key });
  };
  return (
    <div className={css["page"]}>
      {patient && <SeenFirst patient={patient} />}
      <Section title={sourceLabels[emergency.source]} actions={<State emergency={emergency} />}>
        <p className={css["quote"]}>“{words}”</p>
        <Facts as="rows">
          {writer !== null && <Fact name="Written by">{writer}, helper</Fact>}
          <Fact name="Reported">{practiceDayAndTime(reportedat)}</Fact>
          <Fact name="They were shown">{title}</Fact>
          <Fact name="Patient">
            {patient === null ? (
              "They weren’t signed in, so we don’t know"
            ) : opensRecord ? (
              <a href={recordPath(patient.id)}>{patientName(patient)}</a>
            ) : (
              patientName(patient)
            )}
          </Fact>
          {patient && <Fact name="Born">{patient.birthday ? formatCalendarDay(patient.birthday) : "Not given"}</Fact>}
          <Fact name="Phone">
            <PhoneNumber number={phoneno} voicemail={voicemail} calls />
          </Fact>
          <Fact name="Email">{patient?.email ?? contact?.email ?? "Not given"}</Fact>
          <Fact name="Takes">{medicines.length > 0 ? medicines.join(", ") : "Nothing from us"}</Fact>
          <Where emergency={emergency} />
        </Facts>
      </Section>
      <Section title="What was done">
        <Done actions={emergency.actions} />
      </Section>
      {acknowledgedat === null && <Acknowledge id={id} onDone={took} />}
      {closedat === null && (
        <>
          <LogCall id={id} key={emergency.actions.length} onDone={took} />
          <Close id={id} onDone={took} />
        </>
      )}
    </div>
  );
}

function State({ emergency }: { emergency: ClinicEmergency }) {
  const { acknowledgedat, closedat } = emergency;
  const tone = closedat !== null ? "success" : acknowledgedat === null ? "danger" : "warning";
  return <StatusBadge tone={tone}>{emergencyState(emergency)}</StatusBadge>;
}

/** The thing it was told in. */
function Where({ emergency: { conversationid, followupid, patient, contact } }: { emergency: ClinicEmergency }) {
  if (conversationid !== null)
    return (
      <Fact name="Conversation">
        <a href={`/clinic/conversation/${conversationid}`}>Open the conversation</a>
      </Fact>
    );
  if (followupid !== null && patient !== null)
    return (
      <Fact name="Review">
        <a href={recordPath(patient.id, "followups", { review: followupid })}>Open the review</a>
      </Fact>
    );
  return contact === null ? null : <Fact name="Contact form">{contact.reference}</Fact>;
}

function Done({ actions }: { actions: readonly EmergencyAction[] }) {
  if (actions.length === 0) return <p>Nothing yet.</p>;
  return (
    <ol className={css["done"]}>
      {actions.map((action) => (
        <li key={action.id}>
          <strong>{actionLabel(action)}</strong>, {practiceDayAndTime(action.at)}, {action.name ?? "a system"}
          {action.text !== null && <p className={css["quote"]}>{action.text}</p>}
        </li>
      ))}
    </ol>
  );
}

interface Step {
  readonly id: string;
  readonly onDone: (emergency: ClinicEmergency) => void;
}

const noteSchema = z.object({ note: z.optional(z.string().check(z.maxLength(4000))) });

const Acknowledge = ({ id, onDone }: Step) => (
  <Section title="Take care of it">
    <Form
      schema={noteSchema}
      names={["note"]}
      defaultValues={{ note: "" }}
      onSubmit={async ({ note }) =>
        onDone(await call(care.acknowledgeEmergency, { params: { id }, body: note ? { note } : {} }))
      }
    >
      {({ field, busy }) => (
        <>
          <Textarea label="Note (optional)" hint="What you do about it." rows={2} {...field("note")} />
          <Button type="submit" variant="danger" busy={busy} busyLabel="Please wait">
            Acknowledge
          </Button>
        </>
      )}
    </Form>
  </Section>
);

const callSchema = z.object({
  reached: z.enum(["patient", "other", "nobody"], "Please choose who you reached."),
  text: z.string("Please write what was said.").check(z.minLength(1, "Please write what was said."), z.maxLength(4000)),
});

function LogCall({ id, onDone }: Step) {
  const keyed = useKeyedRequests();
  return (
    <Section title="Note a call">
      <Form
        schema={callSchema}
        names={["reached", "text"]}
        defaultValues={{ reached: "patient", text: "" }}
        onSubmit={async (body) => {
          onDone(await keyed(body, (key) => call(care.emergencyCalled, { params: { id }, body }, { key })));
        }}
      >
        {({ field, busy }) => (
          <>
            <Select
              label="Who you reached"
              options={Object.entries(reachedLabels).map(([value, label]) => ({ value, label }))}
              {...field("reached")}
            />
            <Textarea label="What was said" rows={3} {...field("text")} />
            <Button type="submit" variant="secondary" busy={busy} busyLabel="Please wait">
              Note the call
            </Button>
          </>
        )}
      </Form>
    </Section>
  );
}

const closeSchema = z.object({
  outcome: z
    .string("Please write how it ended.")
    .check(z.minLength(1, "Please write how it ended."), z.maxLength(4000)),
});

const Close = ({ id, onDone }: Step) => (
  <Section title="Close it">
    <Form
      schema={closeSchema}
      names={["outcome"]}
      defaultValues={{ outcome: "" }}
      onSubmit={async ({ outcome }) => onDone(await call(care.closeEmergency, { params: { id }, body: { outcome } }))}
    >
      {({ field, busy }) => (
        <>
          <Textarea
            label="How it ended"
            hint="Until it’s closed, the patient’s home leads with it, and doses may wait."
            rows={3}
            {...field("outcome")}
          />
          <Button type="submit" busy={busy} busyLabel="Please wait">
            Close the emergency
          </Button>
        </>
      )}
    </Form>
  </Section>
);
