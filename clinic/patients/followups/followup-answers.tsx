import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { symptomChange } from "#clinic/ui/labels/symptom-change.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import type { FollowupResult } from "#contract/care/followups.ts";
import rowCss from "#clinic/ui/rows.module.css";
import recordCss from "../record-page.module.css";
import { byMovement, flagLabels, movement, otherAnswers } from "./followup.ts";
import css from "./followups.module.css";

/** What a patient answered in a review: what must not be missed first, then how the symptoms moved, then their answers and words. */
export function FollowupAnswers({ followup }: { followup: FollowupResult }) {
  const { flags, symptoms, completedat, rating } = followup;
  const answers = otherAnswers(followup);
  return (
    <div className={css["answers"]}>
      {completedat === null && (
        <Alert tone="warning" title="The patient hasn’t finished it">
          They reported an emergency in it. If they answer the rest, it comes back to the inbox.
        </Alert>
      )}
      {flags.length > 0 && (
        <ul className={css["flags"]} aria-label="What to look at">
          {flags.map(({ id, level, text }) => (
            <li key={id} className={recordCss["flag"]}>
              <StatusBadge tone={flagLabels[level].tone}>{flagLabels[level].label}</StatusBadge>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {symptoms.length > 0 && (
        <div>
          <h3>Since they were last asked, from 0 to 4</h3>
          <ul className={css["flags"]} aria-label="Symptoms">
            {byMovement(symptoms).map((symptom) => (
              <li key={symptom.id} className={recordCss["flag"]}>
                <StatusBadge tone={movement(symptom).tone}>{movement(symptom).label}</StatusBadge>
                <span>{symptomChange(symptom)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h3>Answers</h3>
        {answers.length === 0 && <p className={rowCss["quiet"]}>None beside the symptoms.</p>}
        <dl className={recordCss["answers"]}>
          {answers.map(({ questionid, question, answer, at, withdrawn }) => (
            <div key={questionid} title={practiceDayAndTime(at)}>
              <dt>{question}</dt>
              <dd>
                {answer} {withdrawn && <StatusBadge>Before they changed an answer</StatusBadge>}
              </dd>
            </div>
          ))}
          {rating !== null && (
            <div>
              <dt>How likely they would recommend the practice</dt>
              <dd>{rating} of 10</dd>
            </div>
          )}
        </dl>
      </div>
    </div>
  );
}
