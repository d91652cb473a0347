import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { QueryContent, Notice, Page, Section } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { span } from "#clinic/work/urgency.ts";
import { ClaimedNotice } from "#clinic/work/claimed-notice.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useClaim } from "#clinic/work/use-claims.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { ContactMessage } from "#contract/care/contact.ts";
import { permits } from "#contract/policy/policy.ts";
import { answeredText, answerLink, findMessage, topicLabels } from "./contact-message.ts";
import css from "./contact-page.module.css";

const listPath = inboxPath("contact");

/** The message of the contact form in the address. */
export function ContactPage() {
  const id = useIdInPath("contact");
  return id === null ? <NoMessage /> : <Message key={id} id={id} />;
}

const NoMessage = () => (
  <Page title="This message doesn’t wait">
    <p>
      Somebody has answered it, or the address is wrong. Go to <a href={listPath}>the messages that wait</a>.
    </p>
  </Page>
);

function Message({ id }: { id: string }) {
  const message = useQuery({
    queryKey: queryKey(care.contactMessages, { one: id }),
    queryFn: ({ signal }) => findMessage(call, id, { signal }),
  });
  // Once it's answered it leaves the list; whoever answered it still sees what it was.
  const [answered, setAnswered] = useState<ContactMessage | null>(null);
  const shown = answered ?? message.data;
  if (shown === null) return <NoMessage />;
  return (
    <Page title={shown ? (shown.name ?? shown.email) : "Contact form"}>
      <QueryContent query={{ ...message, data: shown }} rows={6}>
        {(read) => <MessageToAnswer message={read} onAnswered={setAnswered} />}
      </QueryContent>
    </Page>
  );
}

function MessageToAnswer({
  message,
  onAnswered,
}: {
  message: ContactMessage;
  onAnswered: (message: ContactMessage) => void;
}) {
  const { id, reference, email, answeredat } = message;
  const cache = useQueryClient();
  const claim = useClaim({ kind: "contact", id }, answeredat === null);
  const act = useAct({ claim });

  const markAnswered = () =>
    act.send(
      id,
      () => call(care.contactAnswered, { params: { id } }),
      (answered) => {
        onAnswered(answered);
        void cache.invalidateQueries({ queryKey: ["inbox"] });
      },
    );

  return (
    <div className={css["page"]}>
      <MessageSection message={message} />
      {answeredat === null ? (
        <Section title="Answer by email">
          <p className={css["quiet"]}>
            There’s no conversation to this message. Write to {email} from your practice’s mailbox, with {reference} in
            the subject. Leave out anything about health, also of a person who says they’re a patient.
          </p>
          <ClaimedNotice claim={claim} onTakeOver={() => void act.takeOver()}>
            Two answers would confuse whoever wrote.
          </ClaimedNotice>
          <FailureNotice act={act} />
          <Cluster gap={4}>
            <a href={answerLink(message, settings.brand.name)}>Write the email</a>
            <Button
              variant="secondary"
              busy={act.sending}
              busyLabel="Please wait"
              disabled={claim.status === "taken"}
              onClick={() => void markAnswered()}
            >
              Mark as answered
            </Button>
          </Cluster>
        </Section>
      ) : (
        <p>
          <Notice takesFocus className={undefined}>
            {answeredText(message)}
          </Notice>{" "}
          <a href={listPath}>To the messages that wait</a>
        </p>
      )}
    </div>
  );
}

function MessageSection({
  message: { reference, patient, topic, name, email, message: text, sentat, answeredat },
}: {
  message: ContactMessage;
}) {
  const opensRecord = permits(usePermissions(), care.patient.access.needs);
  return (
    <Section
      title={`Message ${reference}`}
      actions={answeredat !== null && <StatusBadge tone="success">Answered</StatusBadge>}
    >
      <Facts as="rows">
        <Fact name="From">{name ?? "No name given"}</Fact>
        <Fact name="Email">{email}</Fact>
        <Fact name="Patient">
          {patient === null ? (
            "They weren’t signed in, so we don’t know"
          ) : opensRecord ? (
            <a href={`/clinic/patients/${patient.id}`}>{patientName(patient)}</a>
          ) : (
            patientName(patient)
          )}
        </Fact>
        <Fact name="About">{topicLabels[topic]}</Fact>
        <Fact name="Sent">
          {practiceDayAndTime(sentat)}
          {answeredat === null && (
            <>
              , waits <b>{span(serverClock.now() - Date.parse(sentat))}</b>
            </>
          )}
        </Fact>
      </Facts>
      <p className={css["quote"]}>{text}</p>
    </Section>
  );
}
