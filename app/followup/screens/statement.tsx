import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { StarIcon } from "#app/ui/brand/app-icons.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import type { FollowupQuestion } from "#contract/followup.ts";
import css from "../followup.module.css";
import { FollowupHeading } from "./followup-heading.tsx";

type StatementQuestion = Pick<FollowupQuestion, "title" | "question" | "description" | "doctor">;

/** A step without a question: the doctor and their words to the patient. `percent` is the discount for finishing. */
export function Statement({ question, percent = null }: { question: StatementQuestion; percent?: number | null }) {
  const { title, description, doctor } = question;
  return (
    <Stack gap={4}>
      <div className={css["face"]}>
        {doctor ? (
          <img src={doctor.profileUrl} alt={`${doctor.firstname} ${doctor.lastname}`} width={160} height={160} />
        ) : (
          <MarigoldBranch />
        )}
      </div>
      <FollowupHeading lead={title === null ? undefined : question.question}>
        {title ?? question.question}
      </FollowupHeading>
      {description && (
        <p>
          <EmergencyText>{description}</EmergencyText>
        </p>
      )}
      {percent !== null && (
        <StatusBadge tone="accent">
          <StarIcon />
          {percent}% off your next charge when you finish
        </StatusBadge>
      )}
    </Stack>
  );
}
