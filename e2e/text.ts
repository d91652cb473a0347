const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches this text and nothing around it but space. */
export const exactText = (text: string): RegExp => new RegExp(`^\\s*${escaped(text)}\\s*$`);

/** Matches what begins with this text; a scale says its number first. */
export const textStartingWith = (text: string): RegExp => new RegExp(`^(?:\\d )?${escaped(text)}`);
