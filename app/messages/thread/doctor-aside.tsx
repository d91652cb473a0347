import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { DoctorCard } from "#app/ui/data/doctor-card.tsx";
import type { Conversation } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { useMembers } from "../queries.ts";

/** The doctor who answers, beside the conversation. */
export function DoctorAside({ conversation }: { conversation: Conversation }) {
  const { data: members } = useMembers(conversation.id);
  // Read once: what changes in it with each message is not shown here.
  const { data: treatmentData } = useQuery({
    ...queryOf(treatment.overview, {}),
    enabled: ({ state }) => state.data === undefined,
  });
  const member = members?.items.find(({ doctorid }) => doctorid);
  if (!member) return null;
  const doctor = treatmentData?.doctor?.id === member.doctorid ? treatmentData?.doctor : null;
  return (
    <section aria-label="Who you're talking to">
      <DoctorCard
        photo={member.profileUrl}
        name={member.doctorname ?? conversation.title}
        credentials={doctor?.credentials}
        level={2}
      >
        {doctor && <p>{doctor.bio}</p>}
      </DoctorCard>
    </section>
  );
}
