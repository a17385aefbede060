/**
 * The name as it is said: "Zoo (3)" is the third of that name, an asterisk marks a spelling that is not the artist's
 * usual one, and old data files "The Persuader" under its second word. A name of asterisks alone is one.
 */
export const artistName = (name: string): string => {
  const said = name
    .trim()
    .replace(/ \(\d+\)(?=\W|$)/g, "")
    .replace(/\*(?=\W|$)/g, "")
    .replace(/^(.+), (The)$/i, "$2 $1")
  return said === "" ? name.trim() : said
}
