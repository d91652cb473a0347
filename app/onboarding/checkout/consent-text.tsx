import { EmergencyText } from "#app/ui/emergency-text.tsx";
import { blocksOf, type Span } from "./markup.ts";
import css from "./consent-text.module.css";

export function ConsentText({ text }: { text: string }) {
  return (
    <div className={css["text"]}>
      {blocksOf(text).map((block, index) => {
        if (block.kind === "list")
          return (
            <ul key={index}>
              {block.items.map((item, at) => (
                <li key={at}>
                  <Words words={item} />
                </li>
              ))}
            </ul>
          );
        return (
          <p key={index} className={block.kind === "heading" ? css["heading"] : undefined}>
            <Words words={block.words} />
          </p>
        );
      })}
    </div>
  );
}

function Words({ words }: { words: readonly Span[] }) {
  return words.map(({ text, look }, index) => {
    const shown = <EmergencyText key={index}>{text}</EmergencyText>;
    return look === "strong" ? (
      <strong key={index}>{shown}</strong>
    ) : look === "em" ? (
      <em key={index}>{shown}</em>
    ) : (
      shown
    );
  });
}
