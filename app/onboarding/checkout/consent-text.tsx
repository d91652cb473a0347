import { EmergencyText } from "#app/ui/emergency-text.tsx";
import { parseBlocks, type Span } from "./markup.ts";
import css from "./consent-text.module.css";

export function ConsentText({ text }: { text: string }) {
  return (
    <div className={css["text"]}>
      {parseBlocks(text).map((block, index) => {
        if (block.kind === "list")
          return (
            <ul key={index}>
              {block.items.map((item, at) => (
                <li key={at}>
                  <StyledText words={item} />
                </li>
              ))}
            </ul>
          );
        return (
          <p key={index} className={block.kind === "heading" ? css["heading"] : undefined}>
            <StyledText words={block.words} />
          </p>
        );
      })}
    </div>
  );
}

function StyledText({ words: spans }: { words: readonly Span[] }) {
  return spans.map(({ text, look: style }, index) => {
    const shown = <EmergencyText key={index}>{text}</EmergencyText>;
    return style === "strong" ? (
      <strong key={index}>{shown}</strong>
    ) : style === "em" ? (
      <em key={index}>{shown}</em>
    ) : (
      shown
    );
  });
}
