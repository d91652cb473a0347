/** The loader's tag, copied to the widget's. It must be read while the script runs: later `currentScript` is null. */
const { src, dataset } = document.currentScript as HTMLScriptElement;

/** Origin of the app: it serves these scripts. */
export const appOrigin = new URL(src).origin;

/** Accessible name of the widget. */
export const title = dataset["title"] ?? "Cart";

export const isSandboxed = "sandbox" in dataset;
