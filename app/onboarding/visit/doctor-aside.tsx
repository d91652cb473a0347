import { DoctorCard } from "#app/ui/data/doctor-card.tsx";
import type { Doctor } from "#contract/entities.ts";

/** The fixed board-certified OB/GYN of the visit. */
export function DoctorAside({ doctor }: { doctor: Doctor | null }) {
  if (!doctor) return null;
  return (
    <DoctorCard photo={doctor.profileUrl} level={2} name={doctor.name} credentials={doctor.credentials}>
      {doctor.bio}
    </DoctorCard>
  );
}
