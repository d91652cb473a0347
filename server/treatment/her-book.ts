import { transact } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { prescribedTo } from "#server/care/public.ts";
import { lockOrdersOf } from "#server/store/public.ts";
import { openBook, type Book } from "./book.ts";

/** Does `work` on a patient's book while nobody else can change it. Joins the transaction of `services.db`. */
export function withBook<T>(
  services: Services | TxServices,
  patientId: string,
  work: (parts: TxServices, book: Book) => Promise<T>,
): Promise<T> {
  return transact(services.db, async (tx) => {
    await lockOrdersOf(tx, patientId);
    const parts = { ...services, db: tx };
    return work(parts, await openBook(parts, patientId, await prescribedTo(parts, patientId)));
  });
}
