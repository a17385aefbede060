/** KOReader has a line for each author, and a word for none. */
export const bookAuthor = (authors: string | null | undefined): string =>
  (authors ?? "")
    .split("\n")
    .map((author) => author.trim())
    .filter((author) => author !== "" && author !== "N/A" && author !== "Unknown Author")
    .join(", ")
