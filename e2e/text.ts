const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches exactly this text, ignoring white space around it. */
export const exactText = (text: string): RegExp => new RegExp(`^\\s*${escaped(text)}\\s*$`);

/** Matches text that begins like this; options of a scale have their number in front. */
export const textStartingWith = (text: string): RegExp => new RegExp(`^(?:\\d )?${escaped(text)}`);
