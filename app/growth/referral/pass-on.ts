/** The phone offers its own way to hand a link to another app. */
export const canShare = (): boolean => typeof navigator.share === "function";

/** Opens that way; she may think better of it. */
export async function share(data: { readonly text: string; readonly url: string }): Promise<void> {
  await navigator.share(data).catch(() => undefined);
}

/** Copies the text. False when the browser does not let us: then the field that shows it is selected for her to copy. */
export async function copyText(field: HTMLInputElement | null, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return false;
  }
}
