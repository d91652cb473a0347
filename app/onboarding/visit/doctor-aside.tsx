import { DoctorCard } from "#app/ui/data/doctor-card.tsx";
import type { Doctor } from "#contract/doctors.ts";

/** The visit's assigned board-certified OB/GYN. */
export function DoctorAside({ doctor }: { doctor: Doctor | null }) {
  if (!doctor) return null;
  return (
    <DoctorCard photo={doctor.profileUrl} level={2} name={doctor.name} credentials={doctor.credentials}>
      {doctor.bio}
    </DoctorCard>
  );
}
