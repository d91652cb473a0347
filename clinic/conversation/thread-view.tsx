import { Fragment, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { practiceDayAndTime, practiceDayHeading, practiceTime } from "#clinic/ui/labels/practice-time.ts";
import type { ClinicConversation, Handover } from "#contract/care/conversations.ts";
import { type Message, mayWithdraw } from "#contract/messages/message.ts";
import { WithdrawMessage } from "#clinic/care/wrong-chart/withdraw-message.tsx";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { Attachment } from "./attachment.tsx";
import { authorOf, firstUnanswered, threadDays } from "./thread.ts";
import css from "./thread-view.module.css";
import { useMayWrite } from "./use-conversation.ts";

/** What was written, by day; what waits for an answer begins at a line of its own. */
export function ThreadView({
  messages,
  conversation,
  handovers,
}: {
  messages: readonly Message[];
  conversation: ClinicConversation;
  handovers: readonly Handover[];
}) {
  const now = new Date(serverClock.now());
  const waitsFrom = firstUnanswered(messages, conversation, handovers)?.seq ?? null;
  const lastOwn = messages.find(({ sender }) => sender.role !== "patient");
  const mayWrite = useMayWrite(conversation);
  const [wrong, setWrong] = useState<Message | null>(null);
  return (
    <section className={css["thread"]} aria-label="Messages">
      {threadDays(messages).map(({ day, messages: ofDay }) => (
        <section key={day} aria-label={practiceDayHeading(day, now)}>
          <h2 className={css["day"]}>{practiceDayHeading(day, now)}</h2>
          <ol className={css["messages"]}>
            {ofDay.map((message) => (
              <Fragment key={message.seq}>
                {message.seq === waitsFrom && (
                  <li className={css["waits"]}>
                    <span>Waits for an answer from here</span>
                  </li>
                )}
                <MessageRow
                  message={message}
                  handover={handovers.find(({ seq }) => seq === message.seq) ?? null}
                  readByPatient={message === lastOwn && message.seq <= conversation.readseq}
                  onWrongPatient={mayWrite && mayWithdraw(message) ? () => setWrong(message) : null}
                />
              </Fragment>
            ))}
          </ol>
        </section>
      ))}
      {wrong && (
        <WithdrawMessage
          message={wrong}
          patient={conversation.patient}
          onDone={() => setWrong(null)}
          onClose={() => setWrong(null)}
        />
      )}
    </section>
  );
}

const sides = { doctor: "the doctor’s side", patient_services: "patient services" } as const;

function MessageRow({
  message,
  handover,
  readByPatient,
  onWrongPatient,
}: {
  message: Message;
  handover: Handover | null;
  readByPatient: boolean;
  /** Null: it can't be taken back, or not by this person. */
  onWrongPatient: (() => void) | null;
}) {
  const { name, role } = authorOf(message);
  const { attachment } = message;
  const note = [
    message.type === "prescription_followup" && "Asks the patient to do something",
    message.actionstatus === "ANSWERED" && "Done by the patient",
    message.actionstatus === "PENDING" && "Not done yet",
    message.actionstatus === null && message.needsreply && "Asks for an answer",
    readByPatient && "Read by the patient",
    message.misfiled === "reported" && "The patient says it isn’t theirs, and doesn’t see it",
    message.misfiled === "withdrawn" && "Taken back: it was for another patient. This is what the patient reads",
  ].filter((each) => each !== false);
  return (
    <li
      id={`message-${message.seq}`}
      tabIndex={-1}
      className={cx(css["message"], message.sender.role !== "patient" && css["ours"])}
    >
      <p className={css["who"]}>
        <b>{name}</b>
        {role && <span>{role}</span>}
        <time dateTime={message.createdat} title={practiceDayAndTime(message.createdat)}>
          {practiceTime(message.createdat)}
        </time>
      </p>
      {message.message && <p className={css["text"]}>{message.message}</p>}
      {attachment && <Attachment message={{ ...message, attachment }} />}
      {message.article && (
        <p className={css["note"]}>
          To read:{" "}
          {message.article.href === null ? (
            `${message.article.title} (it isn’t in the help center any more)`
          ) : (
            <a href={message.article.href} target="_blank" rel="noreferrer">
              {message.article.title}
            </a>
          )}
        </p>
      )}
      {handover && (
        <div className={css["internal"]}>
          <p className={css["who"]}>
            <b>
              {handover.name ?? "Your system"} to {sides[handover.to]}
            </b>
            <span>Not shown to the patient</span>
          </p>
          <p className={css["text"]}>{handover.note}</p>
        </div>
      )}
      {note.length > 0 && <p className={css["note"]}>{note.join(" · ")}</p>}
      {onWrongPatient && (
        <p className={css["note"]}>
          <TextButton onClick={onWrongPatient}>Wrong patient</TextButton>
        </p>
      )}
    </li>
  );
}
