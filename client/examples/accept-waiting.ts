import { isRefusal, type ClinicClient } from "@calendula/clinic-client";

/** Accepts everybody who is waiting, for one doctor; returns those in whose state this doctor has no license. */
export async function acceptWaiting(clinic: ClinicClient, doctorid: string): Promise<string[]> {
  const elsewhere: string[] = [];
  for await (const { id } of clinic.items("incoming")) {
    try {
      await clinic.accept({ params: { id }, body: { doctorid } });
    } catch (error) {
      if (!isRefusal(error, "accept")) throw error;
      switch (error.code) {
        case "not_available_in_state":
          elsewhere.push(id);
          break;
        case "wrong_state": // Decided meanwhile.
          break;
        default:
          throw error;
      }
    }
  }
  return elsewhere;
}
