/** A script tag with JSON data, escaped so that no markup in it can close the tag. */
export const jsonScriptTag = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
