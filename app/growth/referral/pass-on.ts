/** The browser offers the native share sheet. */
export const canShare = (): boolean => typeof navigator.share === "function";

/** Opens the share sheet; cancelling it is not an error. */
export async function share(data: { readonly text: string; readonly url: string }): Promise<void> {
  await navigator.share(data).catch(() => undefined);
}

/** Copies the text. False if the browser refuses: then the field is selected for copying by hand. */
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
