import type { documents } from "#contract/documents/calls.ts";
import type { treatment } from "#contract/treatment/calls.ts";
import { atHomeTexts, dependentsOf } from "#server/care/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { documentEntry, requireDocument } from "#server/documents/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { productOfSubscription } from "#server/treatment/public.ts";
import { openWorkItem, type WorkEntry } from "#server/work-items/public.ts";

/** A patient's “this isn't mine” about a document the practice filed. */
export const reportDocumentHandlers = {
  reportDocument: ({ params: { id: documentId } }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      const document = await requireDocument(tx, patientId, documentId);
      if (document.filed === null) throw ctx.refuse("wrong_state", { message: sentence("documents.sent_by_patient") });
      if (!document.isReported) {
        const entry = documentEntry(tx.content, document);
        await askPractice(tx, { patientId, refId: documentId, holds: [], entry: about(tx, entry.title, entry) });
      }
      return { id: documentId, misfiled: "reported" };
    }),
} satisfies Pick<Handlers<typeof documents>, "reportDocument">;

/** The same about the medicine of a subscription, which waits meanwhile with what may not be taken without it. */
export const reportMedicineHandlers = {
  reportMedicine: ({ params: { id } }, ctx) =>
    inTransaction(ctx, async (tx) => {
      const { patientId } = ctx.caller;
      await lockPatientOrders(tx.db, patientId);
      const productId = await productOfSubscription(tx.db, patientId, id);
      if (productId === undefined) throw new Refusal("not_found");
      const prescription = (await activePrescriptions(tx, patientId)).get(productId);
      const name = productById(tx.content, productId)?.name ?? productId;
      if (!prescription)
        throw ctx.refuse("wrong_state", { message: sentence("prescriptions.not_prescribed", { name }) });
      const dependent = await dependentsOf(tx, patientId, productId);
      if (!prescription.isReported)
        await askPractice(tx, {
          ...{ patientId, refId: prescription.prescriptionId, holds: [productId, ...dependent] },
          entry: about(tx, name, null),
        });
      const advice = atHomeTexts(tx.content, [productId, ...dependent], false);
      const known = toText(tx.content, sentence("prescriptions.reported_not_mine", { name }));
      return { id, message: [known, ...advice.map(({ names, text }) => `${names.join(", ")}: ${text}`)].join(" ") };
    }),
} satisfies Pick<Handlers<typeof treatment>, "reportMedicine">;

interface Report {
  readonly patientId: string;
  /** The document, or the prescription. */
  readonly refId: string;
  readonly holds: readonly string[];
  readonly entry: WorkEntry;
}

/** A clinician is asked to look into it today. */
const askPractice = (tx: TxServices, report: Report) =>
  openWorkItem(tx, { kind: "not_mine", scope: "clinical", within: tx.content.workitems.notmine.within, ...report });

/** What the practice reads of it. */
function about({ content }: TxServices, name: string, document: WorkEntry["document"]): WorkEntry {
  const { question, answer } = content.workitems.notmine;
  return {
    answers: [{ question: fillPlaceholders(question, { name }), before: null, after: answer }],
    flags: [],
    document,
  };
}
