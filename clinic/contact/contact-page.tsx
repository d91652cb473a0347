import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isApiError } from "#app/api/api-error.ts";
import { settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { useScopes } from "#clinic/session/current.ts";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { Loaded, Page, Section } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { holderIn } from "#clinic/work/hold-claim.ts";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { span } from "#clinic/work/urgency.ts";
import { HeldNotice } from "#clinic/work/held-notice.tsx";
import { useHold } from "#clinic/work/use-claims.ts";
import { practiceDayAndTime } from "#clinic/ui/words/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { ContactMessage } from "#contract/care/contact.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { answeredText, answerLink, findMessage, topicWords } from "./contact-message.ts";
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
      <Loaded query={{ ...message, data: shown }} rows={6}>
        {(read) => <Opened message={read} onAnswered={setAnswered} />}
      </Loaded>
    </Page>
  );
}

function Opened({ message, onAnswered }: { message: ContactMessage; onAnswered: (message: ContactMessage) => void }) {
  const { id, reference, patient, topic, name, email, message: text, sentat, answeredat } = message;
  const cache = useQueryClient();
  const scopes = useScopes();
  const { hold, state: held } = useHold({ kind: "contact", id }, answeredat === null);
  const { send, sending, problem, forget } = useSend();
  const said = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (answeredat !== null) said.current?.focus();
  }, [answeredat]);
  const theirs = held.status === "theirs" ? held.holder : null;
  const opensRecord = care.patient.scopes.some((scope) => scopes.includes(scope));

  const markAnswered = () =>
    send(id, async () => {
      try {
        onAnswered(await call(care.contactAnswered, { params: { id } }));
        void cache.invalidateQueries({ queryKey: ["inbox"] });
      } catch (error) {
        if (isApiError(error) && error.code === "claimed") hold.lost(holderIn(error.details));
        throw error;
      }
    });
  async function takeOver() {
    await hold.takeOver();
    forget();
    void cache.resetQueries({ queryKey: queryKey(staffWorkCalls.claims) });
  }

  return (
    <div className={css["page"]}>
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
          <Fact name="About">{topicWords[topic]}</Fact>
          <Fact name="Sent">
            {practiceDayAndTime(sentat)}
            {answeredat === null && (
              <>
                , waits <b>{span(serverClock.now() - Date.parse(sentat))}</b>
              </>
            )}
          </Fact>
        </Facts>
        <p className={css["words"]}>{text}</p>
      </Section>
      {answeredat === null ? (
        <Section title="Answer by email">
          <p className={css["quiet"]}>
            There’s no conversation to this message. Write to {email} from your practice’s mailbox, with {reference} in
            the subject. Leave out anything about health, also of a person who says they’re a patient.
          </p>
          <HeldNotice hold={held} onTakeOver={() => void takeOver()}>
            Two answers would confuse whoever wrote.
          </HeldNotice>
          {problem && theirs === null && <Alert tone="warning">{problem}</Alert>}
          <Cluster gap={4}>
            <a href={answerLink(message, settings.brand.name)}>Write the email</a>
            <Button
              variant="secondary"
              busy={sending}
              busyLabel="Please wait"
              disabled={theirs !== null}
              onClick={() => void markAnswered()}
            >
              Mark as answered
            </Button>
          </Cluster>
        </Section>
      ) : (
        <p>
          <output ref={said} tabIndex={-1}>
            {answeredText(message)}
          </output>{" "}
          <a href={listPath}>To the messages that wait</a>
        </p>
      )}
    </div>
  );
}
