import { DoctorCard } from "#app/ui/data/doctor-card.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Doctor } from "#contract/doctors.ts";
import type { PlanStatus } from "#contract/treatment/plan.ts";
import { DoctorNote } from "./doctor-note.tsx";

/** The patient's doctor with their note about the plan; before the match, says that we are looking for one. */
export function TreatmentDoctor({
  doctor,
  status,
  note,
}: {
  doctor: Doctor | null;
  status: PlanStatus;
  note: string | null;
}) {
  if (!doctor && status !== "in_review") return null;
  return (
    <section aria-label="Your doctor">
      {doctor ? (
        <DoctorCard
          photo={doctor.profileUrl}
          name={doctor.name}
          credentials={doctor.credentials}
          level={2}
          action={
            <Link standalone href="/messages/doctor">
              Write a message
            </Link>
          }
        >
          {note ? <DoctorNote note={note} /> : <p>{doctor.bio}</p>}
        </DoctorCard>
      ) : (
        <DoctorCard
          photo={<MarigoldBranch />}
          name="Your doctor"
          credentials="We’re looking for one licensed in your state"
          level={2}
        >
          <p>You don’t have to wait here. This page updates on its own, and we’ll email you.</p>
        </DoctorCard>
      )}
    </section>
  );
}
