import { NoAnswer, type ClinicClient } from "@calendula/clinic-client";

/** Refunds a damaged parcel once, however often your queue runs the job: its key is the ticket's, not the attempt's. */
export async function refundDamaged(clinic: ClinicClient, ticket: string, orderId: string, amount: number) {
  try {
    const body = { amount, reason: "Damaged on the way" };
    await clinic.refundOrder({ params: { id: orderId }, body }, { key: `ticket-${ticket}-refund` });
    return "refunded";
  } catch (error) {
    // Nobody knows whether it was refunded. The next run asks again, with the same key.
    if (error instanceof NoAnswer) return "run again";
    throw error;
  }
}
