import { useQuery } from "@tanstack/react-query";
import { formatMonthDayOf } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import { IdentityCheck } from "#clinic/care/identity-check.tsx";
import { CurrentMedicines } from "#clinic/prescribing/current-medicines.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { Section } from "#clinic/ui/page.tsx";
import { identityStatus } from "#clinic/ui/labels/care-status.ts";
import { symptomChange } from "#clinic/ui/labels/symptom-change.ts";
import { senderLabel } from "#clinic/ui/labels/sender-label.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Message } from "#contract/messages/message.ts";
import css from "../case.module.css";
import { checksOf, checkTones } from "./checks.ts";
import { type AnswerRow, answerRows, groupRules, rulesWithoutAnswer } from "./raised-rules.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { type TimelineEvent, timelineOf } from "./timeline.ts";
import { comparedWith } from "./what-changed.ts";
import { settings } from "#app/settings.ts";

/** Answers beside the rules they raised; the others follow. */
export function Answers({ record }: { record: PatientRecord }) {
  const { answers = [], flags = [] } = record;
  const { raising, others } = answerRows(answers, flags, comparedWith(record)?.at ?? null);
  const alone = rulesWithoutAnswer(answers, flags);
  return (
    <Section title="Answers">
      {raising.length + alone.length === 0 && <p className={css["quiet"]}>No rule was raised.</p>}
      {(raising.length > 0 || alone.length > 0) && (
        <ul className={css["raising"]}>
          {raising.map((row) => (
            <li key={row.answer.questionid}>
              <Answer row={row} />
              <RuleList rules={row.rules} label={`Rules raised by ${row.answer.question}`} />
            </li>
          ))}
          {alone.length > 0 && (
            <li>
              <p className={css["quiet"]}>Age, or what was chosen</p>
              <RuleList rules={alone} label="Rules without an answer" />
            </li>
          )}
        </ul>
      )}
      <dl className={css["answers"]}>
        {others.map(({ answer, changed }) => (
          <div key={answer.questionid} title={practiceDayAndTime(answer.at)}>
            <dt>{answer.question}</dt>
            <dd>
              {answer.answer} {changed && <Changed />}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const Changed = () => <StatusBadge tone="info">New</StatusBadge>;

const Answer = ({ row: { answer, changed } }: { row: AnswerRow }) => (
  <div title={practiceDayAndTime(answer.at)}>
    <p className={css["quiet"]}>{answer.question}</p>
    <p className={css["given"]}>
      {answer.answer} {changed && <Changed />}
    </p>
  </div>
);

/** What was checked, and what differs from the last time somebody looked. */
export function Checks({ record, children }: { record: PatientRecord; children?: React.ReactNode }) {
  const since = comparedWith(record);
  const { answers = [], flags = [], checkins = [], photos = [] } = record;
  const { past } = groupRules(flags);
  const changed = answerRows(answers, [], since?.at ?? null).others.filter((row) => row.changed);
  const symptoms = checkins[0]?.symptoms.filter(({ before, now }) => before !== now) ?? [];
  return (
    <Section title="Checks">
      <div className={css["checked"]}>
        <div>
          <ul className={css["checks"]}>
            {checksOf(record).map(({ name, state, text }) => (
              <li key={name}>
                <span>{name}</span>
                <StatusBadge tone={checkTones[state]}>{state === "not_run" ? "Didn’t run" : text}</StatusBadge>
                {state === "not_run" && <p className={css["problem"]}>{text}</p>}
              </li>
            ))}
            <li>
              <span>Identity photos</span>
              <StatusBadge tone={identityStatus[record.identitystatus].tone}>
                {photos.length > 0
                  ? `${photos.length} sent`
                  : record.identitystatus === "review"
                    ? "None sent yet"
                    : "None needed"}
              </StatusBadge>
              <IdentityCheck record={record} />
            </li>
          </ul>
          {children}
        </div>
        <div>
          <h3>
            {since
              ? `Changed since the ${since.what === "decision" ? "last decision" : "visit was sent"}, ${formatMonthDayOf(since.at)}`
              : "Changed"}
          </h3>
          {changed.length + past.length + symptoms.length === 0 && <p className={css["quiet"]}>Nothing.</p>}
          <ul className={css["changes"]}>
            {changed.map(({ answer }) => (
              <li key={answer.questionid}>
                <span className={css["quiet"]}>{answer.question}</span> <b>{answer.answer}</b>
              </li>
            ))}
            {past.map(({ ruleid, text }) => (
              <li key={ruleid}>
                <span className={css["quiet"]}>No longer raised:</span> {text}
              </li>
            ))}
            {symptoms.map((symptom) => (
              <li key={symptom.id}>{symptomChange(symptom)}</li>
            ))}
          </ul>
          <h3 className={css["sub"]}>Medicines at home</h3>
          <CurrentMedicines record={record} />
        </div>
      </div>
    </Section>
  );
}

/** How many messages stand in the case; the conversation has them all. */
const excerptLength = 4;

export const useMessages = (id: string, may: boolean) =>
  useQuery({ ...queryOf(care.messages, { params: { id }, query: {} }), enabled: may });

export function Excerpt({ messages, children }: { messages: readonly Message[] | null; children?: React.ReactNode }) {
  return (
    <Section title="Conversation">
      {messages === null ? (
        <p className={css["problem"]}>The messages couldn’t be read.</p>
      ) : messages.length === 0 ? (
        <p className={css["quiet"]}>No messages yet.</p>
      ) : (
        <ul className={css["messages"]}>
          {messages
            .slice(0, excerptLength)
            .toReversed()
            .map(({ id, sender, message, createdat, attachment }) => (
              <li key={id} data-patient={sender.role === "patient" || undefined}>
                <p className={css["quiet"]}>
                  {sender.role === "patient" && sender.title === null ? "Patient" : senderLabel(sender)} ·{" "}
                  {formatMonthDayOf(createdat)}
                </p>
                <p>{message || (attachment ? "Sent a file" : "")}</p>
              </li>
            ))}
        </ul>
      )}
      {children}
    </Section>
  );
}

/** Everything dated in the record, newest first. */
export function Timeline({ record, messages }: { record: PatientRecord; messages: readonly Message[] }) {
  const events = timelineOf(record, messages, settings.brand.timezone);
  return (
    <Section title="Timeline">
      <ol className={css["timeline"]}>
        {events.slice(0, 8).map((event) => (
          <Event key={event.key} event={event} />
        ))}
      </ol>
      {events.length > 8 && (
        <Disclosure summary={`${events.length - 8} earlier`}>
          <ol className={css["timeline"]}>
            {events.slice(8).map((event) => (
              <Event key={event.key} event={event} />
            ))}
          </ol>
        </Disclosure>
      )}
    </Section>
  );
}

const Event = ({ event: { at, title, detail } }: { event: TimelineEvent }) => (
  <li>
    <time dateTime={at} title={practiceDayAndTime(at)}>
      {formatMonthDayOf(at)}
    </time>
    <span>
      {title}
      {detail && <span className={css["quiet"]}> · {detail}</span>}
    </span>
  </li>
);
