import tones from "./tones.module.css";

/** What a colored surface says; the same in alerts, banners and badges. */
export type Tone = "neutral" | "accent" | "info" | "success" | "warning" | "danger";

/** A class of each tone: background and text. */
export { tones };
