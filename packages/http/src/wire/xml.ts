const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Characters that no document of XML 1.0 may hold. */
const unfit = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** A text without the characters that no document may hold. */
export const fitForXml = (text: string): string => text.replace(unfit, "")

/** Text escaped for XML or HTML, between tags and in attributes. */
export const escaped = (text: string): string =>
  fitForXml(text).replace(/[&<>"']/g, (character) => entities[character] ?? "")
