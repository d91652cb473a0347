import { UnprintableText } from "#server/platform/print/printable-text.ts";
import { unprintableSentence } from "#server/platform/print/require-printable.ts";
import type { Refuses } from "#server/platform/refusal.ts";

/** What `print` writes; refused with `unprintable`, and the letter, where no font has one. */
export async function printed(services: Refuses<"unprintable">, print: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await print();
  } catch (error) {
    if (!(error instanceof UnprintableText)) throw error;
    throw services.refuse("unprintable", { message: unprintableSentence(error.letter) });
  }
}
