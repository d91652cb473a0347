import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import css from "./consent-text.module.css";

export function ConsentText({ text }: { text: string }) {
  return (
    <Stack gap={3} className={css["text"]}>
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
            <StyledText words={block.spans} />
          </p>
        );
      })}
    </Stack>
  );
}

function StyledText({ words: spans }: { words: readonly Span[] }) {
  return spans.map(({ text, style }, index) => {
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

/** The markup subset consents are written in: headings, lists, paragraphs, bold and emphasis. */
type Block =
  | { readonly kind: "heading" | "paragraph"; readonly spans: readonly Span[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Span[])[] };
interface Span {
  readonly text: string;
  readonly style?: "strong" | "em";
}

export function parseBlocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map(parseBlock);
}

function parseBlock(block: string): Block {
  const heading = /^#{1,6}\s+(.*)$/s.exec(block);
  if (heading?.[1] !== undefined) return { kind: "heading", spans: parseSpans(heading[1]) };
  if (!/^[-*]\s/.test(block)) return { kind: "paragraph", spans: parseSpans(block) };
  const items = block.split(/\n(?=[-*]\s)/).map((item) => parseSpans(item.replace(/^[-*]\s+/, "")));
  return { kind: "list", items };
}

function parseSpans(text: string): Span[] {
  return text
    .replace(/\s*\n\s*/g, " ")
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*)/)
    .filter(Boolean)
    .map((piece): Span => {
      if (piece.startsWith("**")) return { text: piece.slice(2, -2), style: "strong" };
      return /^\*[^*]+\*$/.test(piece) ? { text: piece.slice(1, -1), style: "em" } : { text: piece };
    });
}
