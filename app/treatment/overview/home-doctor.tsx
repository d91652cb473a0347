import { DoctorMessageCard } from "#app/messages/reply/doctor-message-card.tsx";
import { DoctorCard } from "#app/ui/data/doctor-card.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";

/**
 * The patient's doctor with their latest message; before the match, that one is being looked for. `answering` grows with each press that leads
 * to the answer.
 */
export function HomeDoctor({
  treatment: {
    doctor,
    doctorthread,
    plan: { status, note },
  },
  answering,
}: {
  treatment: Treatment;
  answering: number;
}) {
  if (doctor)
    return (
      <DoctorMessageCard doctor={doctor} thread={doctorthread} answering={answering}>
        <p>{note ?? doctor.bio}</p>
      </DoctorMessageCard>
    );
  if (status !== "in_review") return null;
  return (
    <section aria-label="Your doctor">
      <DoctorCard
        photo={<MarigoldBranch />}
        name="Your doctor"
        credentials="We’re looking for one licensed in your state"
        level={2}
      >
        <p>You don’t have to wait here. This page updates on its own, and we’ll email you.</p>
      </DoctorCard>
    </section>
  );
}
