import "./tones.css";

/** What a colored surface says; the same in alerts, banners and badges. */
export type Tone = "neutral" | "accent" | "info" | "success" | "warning" | "danger";

/** A class that sets background and text color. */
export const toneClassName = (tone: Tone) => `tone-${tone}`;
